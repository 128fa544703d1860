import CartoucheImages
import CartoucheRaster

/// Reads any bytes as a PNG. They are rejected, or decoded as an image that is the same after encoding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let image = try? PNG.decode(bytes, maximumPixels: 1 << 16) else { return 0 }
  guard image.isOpaque, let again = try? PNG.decode(PNG.encode(image)) else {
    precondition(!image.isOpaque, "an encoded image is rejected")
    return 0
  }
  precondition(haveSamePixels(image, again), "an encoded image is decoded as another image")
  return 0
}
