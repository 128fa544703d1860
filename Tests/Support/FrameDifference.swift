public import CartoucheRaster

/// The difference of two images.
public struct FrameDifference: CustomStringConvertible {
  public let description: String
  /// An image that is white where the pixels differ and black elsewhere; `nil` if the sizes differ.
  public let image: Image?

  /// - Returns: `nil` if the images are equal.
  public init?(_ expected: Image, _ actual: Image) {
    guard expected.size == actual.size else {
      description =
        "\(expected.size.width) × \(expected.size.height) pixels are expected, there are \(actual.size.width) × \(actual.size.height)"
      image = nil
      return
    }
    let width = expected.size.width
    let count = width * expected.size.height
    let (a, b) = (expected.storage.pixels, actual.storage.pixels)
    let differing = (0..<count).filter { a[$0] != b[$0] }
    guard let first = differing.first else { return nil }
    description =
      "\(differing.count) of \(count) pixels differ, the first at (\(first % width), \(first / width)): "
      + "expected \(hexadecimal(a[first])), drawn \(hexadecimal(b[first]))"
    image = Image(size: expected.size) { pixels in
      pixels.update(repeating: 0xff00_0000)
      for index in differing { pixels[index] = 0xffff_ffff }
    }
  }
}

private func hexadecimal(_ pixel: UInt32) -> String {
  let digits = String(pixel, radix: 16)
  return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
}
