package import CartoucheRaster

/// An icon as it is drawn: an image, its size and the colors of a distance field.
package struct IconDrawing: Sendable, Hashable {
  package var image: StyleImage
  /// The size of the drawn icon in points.
  package var size: Size
  /// The factor of the parts that are not stretched: the style property `icon-size`.
  package var scale: Scalar
  /// The color of a distance field. Other images have their own colors.
  package var color = Color.black
  /// The color of the halo around a distance field.
  package var haloColor = Color.black.withAlpha(0)
  /// The width of the halo in points. A field states no more than 5.5 pixels of the image.
  package var haloWidth: Scalar = 0

  /// The maximum scale of an icon, and the maximum of its sides in points.
  private static let maximumScale: Scalar = 256
  private static let maximumSide: Scalar = 16_384

  /// Creates an icon of an image's natural size, times a factor. A negative factor counts as 0.
  package init(_ image: StyleImage, scale: Scalar = 1) {
    self.image = image
    self.scale = scale.clamped(from: 0, to: Self.maximumScale)
    let natural = image.size
    size = Size(width: natural.width * self.scale, height: natural.height * self.scale)
  }

  /// Creates an icon that is stretched to a size in points, such as that of
  /// ``StyleImage/fitted(to:fit:padding:iconScale:)``.
  package init(_ image: StyleImage, stretchedTo size: Size, scale: Scalar = 1) {
    self.init(image, scale: scale)
    self.size = Size(
      width: size.width.clamped(from: 0, to: Self.maximumSide), height: size.height.clamped(from: 0, to: Self.maximumSide))
  }

  /// Whether nothing is drawn.
  package var isEmpty: Bool { image.image.isEmpty || size.width <= 0 || size.height <= 0 || scale <= 0 }

  /// Draws the icon. In frames after the first, the cache has all that is needed.
  ///
  /// - Parameters:
  ///   - transform: The transform from the icon's space to the display list's space. The icon's space is in
  ///     points, and its origin is the icon's top left corner.
  ///   - opacity: The opacity from 0 to 255. A halo and its shape are drawn over one another with it.
  package func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8 = 255, cache: IconCache) {
    guard !isEmpty, opacity > 0 else { return }
    if image.isSDF {
      drawField(into: &list, transform: transform, opacity: opacity, cache: cache)
    } else {
      drawImage(into: &list, transform: transform, opacity: opacity, cache: cache)
    }
  }

  /// The points of a pixel of the image.
  private var pointsPerPixel: WideFixed<32> { WideFixed<32>(rounding: scale) / WideFixed<32>(rounding: image.pixelRatio) }

  private func drawImage(into list: inout DisplayList, transform: Homography, opacity: UInt8, cache: IconCache) {
    let natural = Size(width: size.width / scale, height: size.height / scale)
    let stretched = cache.stretched(image, to: natural)
    guard !stretched.image.isEmpty else { return }
    let pixels = stretched.image.size
    let factor = pointsPerPixel
    // A pixel keeps its size, so that an icon on whole pixels of the screen is sharp. Only an image that was
    // too large to be stretched is enlarged.
    func pixelSize(_ length: Scalar, _ count: Int, natural: Scalar) -> WideFixed<32> {
      natural * image.pixelRatio - Scalar(count) <= 1 ? factor : WideFixed<32>(rounding: length) / count
    }
    let x = pixelSize(size.width, pixels.width, natural: natural.width)
    let y = pixelSize(size.height, pixels.height, natural: natural.height)
    let toPoints = x == .one && y == .one ? transform : Homography(.scale(x: x, y: y)).concatenating(transform)
    // An image that is drawn much smaller would sparkle.
    let isReduced = toPoints.largestScale(at: .zero).map { $0 < 0.75 } ?? false
    list.draw(
      isReduced ? cache.reducible(stretched) : stretched.image, transform: toPoints, filter: isReduced ? .trilinear : .bilinear,
      opacity: opacity)
  }

  private func drawField(into list: inout DisplayList, transform: Homography, opacity: UInt8, cache: IconCache) {
    let factor = pointsPerPixel
    guard factor.rawValue > 0 else { return }
    let perPoint = image.pixelRatio / scale
    let pixels = Size(width: size.width * perPoint, height: size.height * perPoint)
    let toPoints = factor == .one ? transform : Homography(.scale(x: factor, y: factor)).concatenating(transform)
    if haloWidth > 0, haloColor.alpha > 0 {
      let path = cache.outline(image, size: pixels, distance: haloWidth * perPoint)
      if !path.isEmpty { list.fill(path, with: .color(haloColor), transform: toPoints, opacity: opacity) }
    }
    guard color.alpha > 0 else { return }
    let path = cache.outline(image, size: pixels, distance: 0)
    if !path.isEmpty { list.fill(path, with: .color(color), transform: toPoints, opacity: opacity) }
  }
}
