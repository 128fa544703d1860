import CartoucheImages
import CartoucheRaster

/// Any bytes as a WebP: refused, or a picture, each time the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let image = try? WebP.decode(bytes, maximumPixels: 1 << 16) else { return 0 }
  guard let again = try? WebP.decode(bytes), isSame(image, again) else {
    preconditionFailure("the same bytes are another picture")
  }
  return 0
}
