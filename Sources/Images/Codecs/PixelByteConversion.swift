import CartoucheRaster

/// Returns the red, green and blue bytes of each pixel, for file formats without alpha.
func rgbComponents(of image: Image) -> [UInt8] {
  let pixels = UnsafeBufferPointer(start: image.storage.pixels, count: image.storage.count)
  return [UInt8](unsafeUninitializedCapacity: pixels.count * 3) { bytes, count in
    var at = 0
    for pixel in pixels {
      bytes[at] = UInt8(truncatingIfNeeded: pixel >> 16)
      bytes[at &+ 1] = UInt8(truncatingIfNeeded: pixel >> 8)
      bytes[at &+ 2] = UInt8(truncatingIfNeeded: pixel)
      at &+= 3
    }
    count = at
  }
}

/// Returns the red, green, blue and alpha bytes of each pixel, without premultiplication.
///
/// The color components are rounded to the nearest value.
func straightAlphaComponents(of image: Image) -> [UInt8] {
  let pixels = UnsafeBufferPointer(start: image.storage.pixels, count: image.storage.count)
  return [UInt8](unsafeUninitializedCapacity: pixels.count * 4) { bytes, count in
    var at = 0
    for pixel in pixels {
      let alpha = pixel >> 24
      func straight(_ component: UInt32) -> UInt8 {
        // A valid premultiplied component is at most its alpha. Others are clamped.
        alpha == 0 ? 0 : UInt8(min((component &* 255 &+ alpha / 2) / alpha, 255))  // ≤ 65152
      }
      bytes[at] = straight(pixel >> 16 & 255)
      bytes[at &+ 1] = straight(pixel >> 8 & 255)
      bytes[at &+ 2] = straight(pixel & 255)
      bytes[at &+ 3] = UInt8(truncatingIfNeeded: alpha)
      at &+= 4
    }
    count = at
  }
}

/// Multiplies the color components of each pixel by the pixel's alpha, in place.
func premultiply(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
  for index in pixels.indices {
    let pixel = pixels[index]
    pixels[index] =
      Color(
        red: UInt8(truncatingIfNeeded: pixel >> 16), green: UInt8(truncatingIfNeeded: pixel >> 8),
        blue: UInt8(truncatingIfNeeded: pixel), alpha: UInt8(truncatingIfNeeded: pixel >> 24)
      ).premultiplied
  }
}
