public import CartoucheRaster

/// A layer that shows a picture.
///
///     let photograph = ImageLayer(frame: Rect(x: 0, y: 0, width: 320, height: 200))
///     photograph.contents = picture.withMipmaps()
///     photograph.contentsGravity = .resizeAspectFill
///     photograph.masksToBounds = true
///
/// A picture that is shown much smaller than it is, or turned in perspective, should have mipmaps: without, it sparkles.
public final class ImageLayer: Layer {
  public var contents: Image? { didSet { if contents != oldValue { setNeedsDisplay() } } }

  /// How the picture is placed where its size is not the layer's.
  public var contentsGravity = ContentsGravity.resize { didSet { if contentsGravity != oldValue { setNeedsDisplay() } } }

  /// How many pixels of the picture make a point where ``contentsGravity`` leaves it its own size.
  public var contentsScale: Scalar = 1 { didSet { if contentsScale != oldValue { setNeedsDisplay() } } }

  /// How the picture is looked up; nil: by its mipmaps if it has some, otherwise between four pixels.
  public var filter: ImageFilter? { didSet { if filter != oldValue { setNeedsDisplay() } } }

  /// Where the picture stands, in the layer's space; nil without one.
  public var contentsRect: Rect? {
    guard let contents, !contents.isEmpty, !bounds.isEmpty else { return nil }
    let scale = contentsScale > 0 ? contentsScale : 1
    let size = Size(width: Scalar(contents.size.width) / scale, height: Scalar(contents.size.height) / scale)
    return contentsGravity.frame(for: size, in: bounds)
  }

  public override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard let contents, let place = contentsRect, !place.isEmpty else { return }
    typealias Element = Transform3D.Element
    let stretch = Transform3D.translation(x: Element(rounding: place.minX), y: Element(rounding: place.minY)).scaled(
      x: Element(rounding: place.width) / contents.size.width, y: Element(rounding: place.height) / contents.size.height)
    list.draw(
      contents, transform: Homography(stretch).concatenating(transform),
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
