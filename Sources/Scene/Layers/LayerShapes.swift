import CartoucheRaster

/// The outlines that a layer is drawn with, kept until its bounds, corners or border change.
struct LayerShapes {
  var areStale = true
  /// The layer's rounded rectangle.
  private(set) var outline = Path()
  /// Between the outline and the border's inner edge, to be filled even-odd.
  private(set) var ring = Path()

  mutating func refresh(for layer: Layer) {
    guard areStale else { return }
    areStale = false
    outline.removeAll()
    ring.removeAll()
    guard !layer.bounds.isEmpty else { return }
    outline.add(layer.bounds, rounded: layer.cornerRadius)
    guard let border = layer.border, border.width > 0 else { return }
    ring.add(layer.bounds, rounded: layer.cornerRadius)
    let inner = layer.bounds.insetBy(dx: border.width, dy: border.width)
    if !inner.isEmpty { ring.add(inner, rounded: layer.cornerRadius - border.width) }
  }
}

extension Path {
  fileprivate mutating func add(_ rect: Rect, rounded radius: Scalar) {
    if radius > 0 { addRoundedRect(rect, radius: radius) } else { addRect(rect) }
  }
}

extension Layer {
  /// The layer's rounded rectangle in its own space.
  final var outline: Path {
    shapes.refresh(for: self)
    return shapes.outline
  }

  /// What lies below the layer's own content.
  final func drawBackground(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard let color = backgroundColor, color.alpha > 0, !bounds.isEmpty else { return }
    list.fill(outline, with: .color(color), transform: transform, opacity: opacity)
  }

  /// What lies over the layer's sublayers.
  final func drawBorder(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard let border, border.width > 0, border.color.alpha > 0, !bounds.isEmpty else { return }
    shapes.refresh(for: self)
    list.fill(shapes.ring, rule: .evenOdd, with: .color(border.color), transform: transform, opacity: opacity)
  }
}
