package import CartoucheRaster
import CartoucheText

/// What is made from a map's icons and kept from frame to frame: stretched images, images with mip levels,
/// and the outlines of distance fields.
///
/// The source image's identity finds them again. If the memory in use exceeds a limit, those that were not
/// used lately are discarded. A cache may be used from one thread at a time.
package final class IconCache {
  private struct ImageKey: Hashable {
    var image: StyleImage
    /// The size of the stretched image; nil for the image with mip levels.
    var size: Size?
  }

  private struct OutlineKey: Hashable {
    var image: StyleImage
    /// The size of the stretched field, in pixels of the field.
    var size: Size
    /// The distance from the edge outward, in 1/16 pixel of the field.
    var distance: Int
  }

  /// The level of a field's edge, and its change for a pixel, in 1/256 of a byte.
  ///
  /// - Source: ``SignedDistanceField``.
  private static let edgeLevel = 48_960
  private static let levelPerPixel = 8160
  /// The maximum distance outside a shape that its field states, in 1/16 pixel. At six pixels it is 0.
  private static let maximumDistance = 88
  /// The maximum width and height of a field that is traced. Larger fields are reduced.
  private static let maximumFieldSide = 512
  /// The maximum number of points of an outline. Fields with more are noise, and not drawn.
  private static let maximumPointCount = 1 << 16

  private var images: GenerationCache<ImageKey, StyleImage>
  private var outlines: GenerationCache<OutlineKey, Path>

  /// Creates an empty cache that holds up to `byteLimit` bytes, or a few images and outlines that are larger.
  package init(byteLimit: Int = 4 << 20) {
    // Each of the two caches has two generations.
    let limit = max(byteLimit, 0) / 4
    images = GenerationCache(limit: limit) { $0.byteCount + $0.byteCount / 3 + 256 }
    outlines = GenerationCache(limit: limit) { $0.points.count * 16 + $0.verbs.count + 256 }
  }

  /// Returns an image that is stretched to a size in points.
  package func stretched(_ image: StyleImage, to size: Size) -> StyleImage {
    if size == image.size { return image }
    return images.value(ImageKey(image: image, size: size)) { image.stretched(to: size) }
  }

  /// Returns an image with mip levels.
  func reducible(_ image: StyleImage) -> Image {
    if image.image.hasMipmaps { return image.image }
    return images.value(ImageKey(image: image)) { StyleImage(image.image.withMipmaps(), pixelRatio: image.pixelRatio) }.image
  }

  /// Returns the outline of a distance field's shape, or a line around the shape at a distance.
  ///
  /// - Parameters:
  ///   - size: The size to which the field is stretched, in its own pixels. The outline is in these pixels.
  ///   - distance: The distance in pixels of the field, which is limited to what the field states.
  func outline(_ image: StyleImage, size: Size, distance: Scalar) -> Path {
    let steps = min(max(distance, 0), Scalar(Self.maximumDistance)) * 16
    let key = OutlineKey(image: image, size: size, distance: min(steps.rounded, Self.maximumDistance))
    return outlines.value(key) { Self.makeOutline(key) }
  }

  private static func makeOutline(_ key: OutlineKey) -> Path {
    let image = key.image.image
    guard !image.isEmpty, key.size.width > 0, key.size.height > 0 else { return Path() }
    var bits = 0
    while max(image.size.width, image.size.height) >> bits > maximumFieldSide { bits += 1 }
    let (width, height) = (max(image.size.width >> bits, 1), max(image.size.height >> bits, 1))
    let field = reduced(image, bits: bits, width: width, height: height)
    let path = FieldOutline.path(
      field: field, width: width, height: height, level: edgeLevel - levelPerPixel * key.distance / 16)
    guard path.points.count <= maximumPointCount else { return Path() }
    let across = StretchZones(
      StretchZones.Axis(length: image.size.width, ranges: key.image.stretchX), target: key.size.width)
    let down = StretchZones(
      StretchZones.Axis(length: image.size.height, ranges: key.image.stretchY), target: key.size.height)
    let factor = 1 << bits
    return path.mappingPoints { Point(x: across.target(of: $0.x * factor), y: down.target(of: $0.y * factor)) }
  }

  /// Returns the alpha of an image, in squares of 2^`bits` pixels.
  private static func reduced(_ image: Image, bits: Int, width: Int, height: Int) -> [UInt8] {
    let (pixels, stride) = (image.storage.pixels, image.size.width)
    var field = [UInt8](repeating: 0, count: width * height)
    for row in 0..<height {
      for column in 0..<width {
        var sum = 0
        for y in (row << bits)..<min((row + 1) << bits, image.size.height) {
          for x in (column << bits)..<min((column + 1) << bits, stride) { sum += Int(pixels[y * stride + x] >> 24) }
        }
        field[row * width + column] = UInt8(clamping: (sum + (1 << (2 * bits)) / 2) >> (2 * bits))
      }
    }
    return field
  }
}

extension Path {
  /// Returns the path of lines with its points mapped by a closure.
  fileprivate func mappingPoints(_ map: (Point) -> Point) -> Path {
    var path = Path()
    path.reserveCapacity(verbs: verbs.count, points: points.count)
    var index = 0
    for verb in verbs {
      switch verb {
      case .move: path.move(to: map(points[index]))
      case .line: path.addLine(to: map(points[index]))
      case .quadratic: path.addQuadCurve(to: map(points[index + 1]), control: map(points[index]))
      case .cubic:
        path.addCurve(to: map(points[index + 2]), control1: map(points[index]), control2: map(points[index + 1]))
      case .close: path.closeSubpath()
      }
      index += verb.pointCount
    }
    return path
  }
}

extension Path.Verb {
  fileprivate var pointCount: Int {
    switch self {
    case .move, .line: 1
    case .quadratic: 2
    case .cubic: 3
    case .close: 0
    }
  }
}
