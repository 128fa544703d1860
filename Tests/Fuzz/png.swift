import CartoucheImages
import CartoucheRaster

/// Any bytes as a PNG: refused, or a picture that is written and read again as it is.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let image = try? PNG.decode(bytes, maximumPixels: 1 << 16) else { return 0 }
  guard image.isOpaque, let again = try? PNG.decode(PNG.encode(image)) else {
    precondition(!image.isOpaque, "what was read is not written so that it can be read")
    return 0
  }
  precondition(isSame(image, again), "what was read is not written as it was")
  return 0
}
