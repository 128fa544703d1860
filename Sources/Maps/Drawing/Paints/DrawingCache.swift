package import CartoucheRaster
import Synchronization

/// Images that are made from a map's images and kept from frame to frame: adjusted tiles, patterns with mip
/// levels, and circles.
///
/// An image is found again by the identity of the image from which it was made. If the memory in use exceeds
/// a limit, images that were not used lately are discarded.
///
/// Any thread may use a cache. Two that make the same image at the same time get the same one.
package final class DrawingCache: Sendable {
  private struct Key: Hashable {
    var image: Image
    /// Nil for the image with mip levels.
    var adjustment: ImageAdjustment?
  }

  private struct CircleKey: Hashable {
    var style: CircleStyle
    /// The center within a pixel, in 1/65536.
    var x: Int64
    var y: Int64
  }

  /// The maximum radius and border in pixels of circles whose images are kept.
  private static let maximumKeptRadius: Scalar = 512

  private struct Known {
    var images: GenerationCache<Key, Image>
    var circles = GenerationCache<CircleKey, (image: Image, origin: PixelPoint)>(limit: 2 << 20) { cost($0.image) }
  }

  private let known: Mutex<Known>

  /// Creates an empty cache that holds images of up to twice `byteLimit` bytes.
  package init(byteLimit: Int = 24 << 20) {
    known = Mutex(Known(images: GenerationCache(limit: byteLimit, cost: Self.cost)))
  }

  /// Returns an image with its colors adjusted.
  package func adjusted(_ image: Image, by adjustment: ImageAdjustment) -> Image {
    if adjustment.isIdentity { return image }
    return kept(Key(image: image, adjustment: adjustment)) { image.adjusted(by: adjustment) }
  }

  /// Returns an image with mip levels.
  package func reducible(_ image: Image) -> Image {
    if image.hasMipmaps { return image }
    return kept(Key(image: image)) { image.withMipmaps() }
  }

  /// Returns an image of a circle, and the position of its top left pixel.
  ///
  /// Circles share images: the center is rounded to 1/16 pixel. The difference is invisible, and thousands of
  /// circles need only a few images. Of a large circle, the image has only the pixels in a part of the view,
  /// and is not kept.
  package func circle(_ style: CircleStyle, centeredAt center: Point, within part: Rect) -> (image: Image, origin: PixelPoint) {
    func rounded(_ value: Scalar) -> Int64 { (value.rawValue &+ 2048) & ~4095 }
    let (x, y) = (rounded(center.x), rounded(center.y))
    guard max(style.radius, style.strokeWidth) <= Self.maximumKeptRadius else {
      return style.image(
        centeredAt: Point(x: Scalar(rawValue: x), y: Scalar(rawValue: y)), clippedTo: PixelRect(covering: part))
    }
    let key = CircleKey(style: style, x: x & 0xffff, y: y & 0xffff)
    let (image, origin) = known.withLock { $0.circles.value(key) } ?? insert(key)
    return (image, PixelPoint(x: origin.x + Int(truncatingIfNeeded: x >> 16), y: origin.y + Int(truncatingIfNeeded: y >> 16)))
  }

  /// Returns the image for a key. It is made without the lock, so that no other thread waits.
  private func kept(_ key: Key, _ make: () -> Image) -> Image {
    if let image = known.withLock({ $0.images.value(key) }) { return image }
    let image = make()
    return known.withLock { $0.images.value(key) { image } }
  }

  private func insert(_ key: CircleKey) -> (image: Image, origin: PixelPoint) {
    let circle = key.style.image(centeredAt: Point(x: Scalar(rawValue: key.x), y: Scalar(rawValue: key.y)))
    return known.withLock { $0.circles.value(key) { circle } }
  }

  private static func cost(_ image: Image) -> Int { image.size.width * image.size.height * 4 + 256 }
}
