package import CartoucheRaster

/// The conversion of a shape to a signed distance field, an image whose alpha channel states the distance of
/// each pixel to the shape's edge.
package enum SignedDistanceField {
  /// The number of the shape's pixels per pixel of the field, along each axis.
  ///
  /// It is odd, so that the center of each pixel of the field is the center of a pixel of the shape.
  package static let oversampling = 5

  /// The change of alpha for a pixel of distance.
  ///
  /// - Source: the fields of MapLibre's glyphs: 8 pixels are the whole range, a quarter of which is inside.
  private static let alphaPerPixel = 255.0 / 8
  private static let alphaAtEdge = 255.0 * 0.75
  /// The distance in pixels of the shape beyond which alpha is 0.
  private static let radius = 6 * oversampling
  /// The square of a distance beyond the radius.
  private static let far = Int32(2 * radius * radius)

  /// Returns the field of the shape that the alpha channel of `shape` covers.
  ///
  /// - Parameters:
  ///   - shape: An image that is ``oversampling`` times as large as the field without its margin.
  ///   - margin: The number of pixels of the field on each side of the shape.
  /// - Complexity: Time proportional to the number of pixels of the shape and its margin.
  package static func image(of shape: Image, margin: Int) -> Image {
    guard !shape.isEmpty else { return shape }
    let (width, height) = (shape.size.width / oversampling + 2 * margin, shape.size.height / oversampling + 2 * margin)
    let inside = distances(of: shape, width: width, height: height, margin: margin) { $0 }
    let outside = distances(of: shape, width: width, height: height, margin: margin) { !$0 }
    return Image(size: PixelSize(width: width, height: height)) { (pixels: UnsafeMutableBufferPointer<UInt32>) in
      for index in pixels.indices {
        // The edge is between two pixels, so half a pixel before the center of the second.
        let squared = max(inside[index], outside[index])
        let distance = (Double(squared).squareRoot() - 0.5) / Double(oversampling)
        let alpha = alphaAtEdge + (inside[index] > 0 ? -distance : distance) * alphaPerPixel + 0.5
        pixels[index] = UInt32(min(max(alpha, 0), 255)) << 24
      }
    }
  }

  /// Returns the squared distance from the center of each pixel of the field to the nearest wanted pixel.
  ///
  /// - Parameter isWanted: Returns whether a pixel is wanted, given whether the shape covers it.
  private static func distances(
    of shape: Image, width: Int, height: Int, margin: Int, isWanted: (Bool) -> Bool
  ) -> [Int32] {
    let (offset, center, size) = (margin * oversampling, oversampling / 2, shape.size)
    let rowCount = height * oversampling
    // First along the rows, for all rows of the shape and the columns of the field.
    var along = [Int32](repeating: far, count: width * rowCount)
    var line = [Bool](repeating: isWanted(false), count: width * oversampling)
    for row in 0..<rowCount {
      let shapeRow = row - offset
      for column in 0..<size.width {
        line[column + offset] = isWanted(
          (0..<size.height).contains(shapeRow) && shape.storage.pixels[shapeRow * size.width + column] >> 31 == 1)
      }
      for column in 0..<width {
        let middle = column * oversampling + center
        for step in 0...radius where isAny(line, middle - step, middle + step) {
          along[row * width + column] = Int32(step * step)
          break
        }
      }
    }
    var nearest = [Int32](repeating: far, count: width * height)
    for row in 0..<height {
      let middle = row * oversampling + center
      for other in max(middle - radius, 0)...min(middle + radius, rowCount - 1) {
        let squared = Int32((other - middle) * (other - middle))
        for column in 0..<width {
          nearest[row * width + column] = min(nearest[row * width + column], squared + along[other * width + column])
        }
      }
    }
    return nearest
  }

  private static func isAny(_ line: [Bool], _ first: Int, _ second: Int) -> Bool {
    (first >= 0 && line[first]) || (second < line.count && line[second])
  }
}
