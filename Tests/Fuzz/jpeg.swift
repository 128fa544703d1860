import CartoucheImages
import CartoucheRaster

/// Reads any bytes as a JPEG. They are rejected, or decoded as the same image each time.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let image = try? JPEG.decode(bytes, maximumPixels: 1 << 16) else { return 0 }
  precondition(image.isOpaque, "a JPEG has no opacity")
  guard let again = try? JPEG.decode(bytes), haveSamePixels(image, again) else {
    preconditionFailure("the same bytes are decoded as another image")
  }
  return 0
}
