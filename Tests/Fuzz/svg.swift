import CartoucheImages
import CartoucheRaster

/// Any bytes as a drawing: refused, or drawn, whole and in pieces alike.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  guard let drawing = try? SVG(Array(UnsafeBufferPointer(start: start, count: count))) else { return 0 }
  var list = DisplayList()
  list.draw(drawing, in: Rect(x: 2, y: 1, width: 57, height: 45))
  // A file may ask for a hundred thousand shapes. Under the sanitizer they take minutes: only some are drawn.
  guard list.count < 300 else { return 0 }
  drawTwice(list)
  return 0
}
