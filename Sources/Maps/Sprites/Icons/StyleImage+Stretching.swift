package import CartoucheRaster

extension StyleImage {
  /// The maximum width and height of a stretched image, in pixels.
  private static let maximumStretchedSide = 4096
  /// The maximum number of pixels of a stretched image.
  private static let maximumStretchedPixels = 1 << 20

  /// Returns the image, stretched to a size in points.
  ///
  /// The parts outside of ``stretchX`` and ``stretchY`` keep their size. The size is rounded to whole pixels
  /// of the image. The colors are interpolated between the image's pixels.
  ///
  /// - Returns: An image of the same pixel ratio, without areas to stretch. It is empty if the size is, and
  ///   has at most 2^20 pixels, and 4096 along an axis.
  package func stretched(to size: Size) -> StyleImage {
    let sides = (
      Self.pixelCount(size.width * pixelRatio), Self.pixelCount(size.height * pixelRatio)
    )
    guard sides != (image.size.width, image.size.height) else {
      return StyleImage(image, pixelRatio: pixelRatio, isSDF: isSDF)
    }
    let height = sides.0 > 0 ? min(sides.1, max(Self.maximumStretchedPixels / sides.0, 1)) : 0
    let target = PixelSize(width: image.isEmpty ? 0 : sides.0, height: image.isEmpty ? 0 : height)
    let columns = Self.samples(StretchZones.Axis(length: image.size.width, ranges: stretchX), count: target.width)
    let rows = Self.samples(StretchZones.Axis(length: image.size.height, ranges: stretchY), count: target.height)
    let (source, width) = (image.storage.pixels, image.size.width)
    let stretched = Image(size: target) { (pixels: UnsafeMutableBufferPointer<UInt32>) in
      guard !pixels.isEmpty else { return }
      var index = 0
      for row in rows {
        let (upper, lower) = (source + row.first * width, source + row.second * width)
        for column in columns {
          pixels[index] = Self.blend(
            Self.blend(upper[column.first], upper[column.second], column.weight),
            Self.blend(lower[column.first], lower[column.second], column.weight), row.weight)
          index += 1
        }
      }
    }
    return StyleImage(stretched, pixelRatio: pixelRatio, isSDF: isSDF)
  }

  /// Returns a length in whole pixels: 0 only if the length is not positive.
  private static func pixelCount(_ length: Scalar) -> Int {
    length > 0 ? max(min(length, Scalar(maximumStretchedSide)).rounded, 1) : 0
  }

  /// Two adjacent pixels, and the weight of the second in 1/256.
  private struct Sample {
    var first: Int
    var second: Int
    var weight: UInt32
  }

  /// Returns the pixels of the image at each pixel of the stretched image, along one axis.
  private static func samples(_ axis: StretchZones.Axis, count: Int) -> [Sample] {
    let zones = StretchZones(axis, target: Scalar(count))
    let last = max(axis.length.floor - 1, 0)
    return (0..<max(count, 0)).map { index in
      // Colors are at the centers of pixels.
      let position = zones.source(of: Scalar(index) + 0.5) - 0.5
      let first = position.floor
      let weight = UInt32(truncatingIfNeeded: (position.rawValue & 0xffff &+ 128) >> 8)
      return Sample(first: first.clamped(from: 0, to: last), second: (first + 1).clamped(from: 0, to: last), weight: weight)
    }
  }

  /// Returns the interpolation of two premultiplied colors.
  ///
  /// - Parameter weight: The weight of the second color, from 0 to 256.
  private static func blend(_ first: UInt32, _ second: UInt32, _ weight: UInt32) -> UInt32 {
    // Two components at a time, each with 8 bits to spare.
    let mask: UInt32 = 0x00ff_00ff
    let even = ((first & mask) &* (256 &- weight) &+ (second & mask) &* weight &+ 0x0080_0080) >> 8 & mask
    let odd = ((first >> 8 & mask) &* (256 &- weight) &+ (second >> 8 & mask) &* weight &+ 0x0080_0080) & ~mask
    return even | odd
  }
}
