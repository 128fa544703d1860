public import CartoucheRaster

/// A layer that shows a picture, stretched over its bounds.
public final class ImageLayer: Layer {
  public var contents: Picture? { didSet { if contents != oldValue { setNeedsDisplay() } } }

  public override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard let contents, !bounds.isEmpty else { return }
    typealias Element = Transform3D.Element
    var stretch = Transform3D.translation(x: Element(rounding: bounds.minX), y: Element(rounding: bounds.minY))
    stretch = stretch.scaled(
      x: Element(rounding: bounds.width) / contents.size.width, y: Element(rounding: bounds.height) / contents.size.height)
    list.draw(contents, transform: Homography(stretch).concatenating(transform), opacity: opacity)
  }

  public override func value(for property: AnimatableProperty) -> AnimatableValue? {
    property == .contents ? contents.map { .picture($0) } ?? .nothing : super.value(for: property)
  }

  public override func setValue(_ value: AnimatableValue, for property: AnimatableProperty) {
    switch (property, value) {
    case (.contents, .picture(let picture)): contents = picture
    case (.contents, .nothing): contents = nil
    default: super.setValue(value, for: property)
    }
  }
}
