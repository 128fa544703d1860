public import CartoucheRaster

/// A layer that shows an image.
///
///     let photograph = ImageLayer(frame: Rect(x: 0, y: 0, width: 320, height: 200))
///     photograph.contents = image.withMipmaps()
///     photograph.contentsGravity = .resizeAspectFill
///     photograph.masksToBounds = true
///
/// An image that is shown in perspective, or at a size much smaller than its own, should have mipmaps.
/// Without mipmaps, such an image aliases.
public final class ImageLayer: Layer {
  /// The image that the layer shows; nil for no image.
  public var contents: Image? { didSet { if contents != oldValue { setNeedsDisplay() } } }

  /// How the image is scaled and aligned if the image's size differs from the layer's size.
  public var contentsGravity = ContentsGravity.resize { didSet { if contentsGravity != oldValue { setNeedsDisplay() } } }

  /// The number of image pixels per point; 1 if the number is not positive.
  ///
  /// The scale has an effect only if ``contentsGravity`` is a value that keeps the image's own size.
  public var contentsScale: Scalar = 1 { didSet { if contentsScale != oldValue { setNeedsDisplay() } } }

  /// The filter that samples the image.
  ///
  /// If nil, an image with mipmaps is sampled trilinearly, and an image without mipmaps is sampled
  /// bilinearly.
  public var filter: ImageFilter? { didSet { if filter != oldValue { setNeedsDisplay() } } }

  /// The rectangle that the image fills, in the layer's coordinate space; nil without an image.
  ///
  /// This rectangle may extend beyond ``Layer/bounds``, and is also nil if the bounds are empty.
  public var contentsRect: Rect? {
    guard let contents, !contents.isEmpty, !bounds.isEmpty else { return nil }
    let scale = contentsScale > 0 ? contentsScale : 1
    let size = Size(width: Scalar(contents.size.width) / scale, height: Scalar(contents.size.height) / scale)
    return contentsGravity.frame(for: size, in: bounds)
  }

  public override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard let contents, let frame = contentsRect, !frame.isEmpty else { return }
    typealias Element = Transform3D.Element
    let scaled = Transform3D.translation(x: Element(rounding: frame.minX), y: Element(rounding: frame.minY)).scaled(
      x: Element(rounding: frame.width) / contents.size.width, y: Element(rounding: frame.height) / contents.size.height)
    list.draw(
      contents, transform: Homography(scaled).concatenating(transform),
      filter: filter ?? (contents.hasMipmaps ? .trilinear : .bilinear),
      opacity: opacity)
  }

  public override var drawnBounds: Rect {
    switch contentsGravity {
    case .resize, .resizeAspect: bounds
    default: contentsRect.map { bounds.union($0) } ?? bounds
    }
  }

  public override func value(for property: AnimatableProperty) -> AnimatableValue? {
    property == .contents ? contents.map { .image($0) } ?? .nothing : super.value(for: property)
  }

  public override func setValue(_ value: AnimatableValue, for property: AnimatableProperty) {
    switch (property, value) {
    case (.contents, .image(let image)): contents = image
    case (.contents, .nothing): contents = nil
    default: super.setValue(value, for: property)
    }
  }
}
