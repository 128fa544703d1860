import CartoucheImages
import CartoucheRaster

/// Reads any bytes as an SVG. They are rejected, or drawn the same whole and in pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  guard let drawing = try? SVG(Array(UnsafeBufferPointer(start: start, count: count))) else { return 0 }
  var list = DisplayList()
  list.draw(drawing, in: Rect(x: 2, y: 1, width: 57, height: 45))
  // A file may have 100 000 shapes, which take minutes under the sanitizer, so only small lists are drawn.
  guard list.count < 300 else { return 0 }
  drawTwice(list)
  return 0
}
