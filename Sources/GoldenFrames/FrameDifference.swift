public import CartoucheRaster

/// The pixels in which two images differ.
public struct FrameDifference: CustomStringConvertible {
  /// The number of differing pixels, and the position and values of the first one; or the two sizes.
  public let description: String
  /// Black where the images are equal, white where they differ; `nil` if their sizes differ.
  public let image: Image?

  /// Compares two images; `nil` if they are equal.
  public init?(_ expected: Image, _ actual: Image) {
    guard expected.size == actual.size else {
      description =
        "\(expected.size.width) × \(expected.size.height) pixels are expected, "
        + "there are \(actual.size.width) × \(actual.size.height)"
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
