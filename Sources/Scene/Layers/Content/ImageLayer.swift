public import CartoucheRaster

/// A layer that shows an image.
///
///     let photograph = ImageLayer(frame: Rect(x: 0, y: 0, width: 320, height: 200))
///     photograph.contents = image.withMipmaps()
///     photograph.contentsGravity = .resizeAspectFill
///     photograph.masksToBounds = true
///
/// An image that is shown in perspective, or much smaller than its own size, should have mipmaps. Without
/// mipmaps, such an image shows aliasing.
public final class ImageLayer: Layer {
  /// The image that the layer shows; nil for no image.
  public var contents: Image? {
    didSet {
      guard contents != oldValue else { return }
      tinted = nil
      setNeedsDisplay()
    }
  }

  /// The color of a template image; nil to draw the image in its own colors.
  ///
  /// The color applies if the rendering mode of ``contents`` is `alwaysTemplate`. The image's alpha is then
  /// filled with the color. Changes of the color are not animated.
  public var tintColor: Color? { didSet { if tintColor != oldValue, isTemplate { setNeedsDisplay() } } }

  /// The tinted copy of the contents, and the color of the copy.
  private var tinted: (color: Color, image: Image)?

  private var isTemplate: Bool { contents?.renderingMode == .alwaysTemplate }

  /// The image that is drawn: the contents, or their tinted copy.
  private var drawnImage: Image? {
    guard let contents, let tintColor, isTemplate else { return contents }
    if let tinted, tinted.color == tintColor { return tinted.image }
    let image = contents.tinted(with: tintColor)
    tinted = (tintColor, image)
    return image
  }

  /// The rule for scaling and aligning the image if the image's size differs from the layer's size.
  public var contentsGravity = ContentsGravity.resize { didSet { if contentsGravity != oldValue { setNeedsDisplay() } } }

  /// The number of image pixels per point. A number that is not positive counts as 1.
  ///
  /// The scale has an effect only if ``contentsGravity`` is a value that keeps the image's own size.
  public var contentsScale: Scalar = 1 { didSet { if contentsScale != oldValue { setNeedsDisplay() } } }

  /// The filter that samples the image; nil for an automatic choice.
  ///
  /// If nil, an image with mipmaps is sampled trilinearly, and an image without mipmaps is sampled
  /// bilinearly.
  public var filter: ImageFilter? { didSet { if filter != oldValue { setNeedsDisplay() } } }

  /// The rectangle that the image fills, in the layer's coordinate space.
  ///
  /// The rectangle may extend beyond ``Layer/bounds``. The rectangle is nil if there is no image, or if the
  /// bounds are empty.
  public var contentsRect: Rect? {
    guard let contents, !contents.isEmpty, !bounds.isEmpty else { return nil }
    let scale = contentsScale > 0 ? contentsScale : 1
    let size = Size(width: Scalar(contents.size.width) / scale, height: Scalar(contents.size.height) / scale)
    return contentsGravity.frame(for: size, in: bounds)
  }

  public override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard let contents = drawnImage, let frame = contentsRect, !frame.isEmpty else { return }
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
