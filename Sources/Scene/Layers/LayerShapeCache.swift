import CartoucheRaster

/// The paths and the shadow mask of a layer, cached until its bounds, corners, border or shadow change.
struct LayerShapeCache {
  var needsUpdate = true
  /// The layer's rounded rectangle.
  private(set) var outline = Path()
  /// The outline and the border's inner edge, to be filled with the even-odd rule.
  private(set) var ring = Path()
  /// The shadow's mask, and the rectangle that casts the shadow, moved by the shadow's offset.
  private(set) var shadow: (mask: ShadowMask, rect: Rect)?

  mutating func refresh(for layer: Layer) {
    guard needsUpdate else { return }
    needsUpdate = false
    outline.removeAll()
    ring.removeAll()
    refreshShadow(for: layer)
    guard !layer.bounds.isEmpty else { return }
    outline.addRoundedRect(layer.bounds, radii: layer.cornerRadii)
    guard let border = layer.border, border.width > 0 else { return }
    ring.addRoundedRect(layer.bounds, radii: layer.cornerRadii)
    let inner = layer.bounds.insetBy(dx: border.width, dy: border.width)
    if !inner.isEmpty { ring.addRoundedRect(inner, radii: layer.cornerRadii.less(border.width)) }
  }

  /// Updates the shadow's mask and rectangle.
  ///
  /// A new mask is made only for another outline or blur, because the mask of a rounded rectangle serves
  /// every size.
  private mutating func refreshShadow(for layer: Layer) {
    let old = shadow
    shadow = nil
    guard let wanted = layer.shadow, wanted.opacity > 0, wanted.color.alpha > 0 else { return }
    let recipe: ShadowMask.Recipe
    var rect = layer.bounds
    if let path = wanted.path ?? layer.shadowPath {
      recipe = .path(path, .nonZero, sigma: wanted.radius, side: .outer)
      rect.origin = .zero
    } else if layer.castsShadowOfBounds && !layer.bounds.isEmpty {
      recipe = .roundedRect(layer.cornerRadii.fitting(layer.bounds.size), sigma: wanted.radius, side: .outer)
    } else {
      return
    }
    rect.origin = rect.origin + Point(x: wanted.offset.width, y: wanted.offset.height)
    let mask = old.flatMap { $0.mask.recipe == recipe ? $0.mask : nil } ?? ShadowMask(recipe: recipe)
    shadow = (mask, rect)
  }
}

extension CornerRadii {
  /// Returns the radii of an outline that lies `width` inside the outline with these radii.
  fileprivate func less(_ width: Scalar) -> CornerRadii {
    CornerRadii(
      topLeft: max(topLeft - width, 0), topRight: max(topRight - width, 0), bottomRight: max(bottomRight - width, 0),
      bottomLeft: max(bottomLeft - width, 0))
  }
}

extension Layer {
  /// The layer's rounded rectangle in its own space.
  final var outline: Path {
    shapes.refresh(for: self)
    return shapes.outline
  }

  /// The bounds of the layer's own content and of its shadow, in the layer's space.
  final var visualBounds: Rect {
    guard shadow != nil else { return drawnBounds }
    shapes.refresh(for: self)
    guard let (mask, rect) = shapes.shadow else { return drawnBounds }
    return drawnBounds.union(mask.shadowBounds(of: rect))
  }

  /// Draws the shadow, which is behind everything else of the layer.
  final func drawShadow(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard let shadow else { return }
    shapes.refresh(for: self)
    guard let (mask, rect) = shapes.shadow else { return }
    let alpha = shadow.opacity.clamped(from: 0, to: 1) * Int(opacity)
    list.drawShadow(mask, of: rect, color: shadow.color, transform: transform, opacity: UInt8(clamping: alpha.rounded))
  }

  /// Draws the background, which is behind the layer's own content.
  final func drawBackground(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard let color = backgroundColor, color.alpha > 0, !bounds.isEmpty else { return }
    list.fill(outline, with: .color(color), transform: transform, opacity: opacity)
  }

  /// Draws the border, which is in front of the sublayers.
  final func drawBorder(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard let border, border.width > 0, border.color.alpha > 0, !bounds.isEmpty else { return }
    shapes.refresh(for: self)
    list.fill(shapes.ring, rule: .evenOdd, with: .color(border.color), transform: transform, opacity: opacity)
  }
}
