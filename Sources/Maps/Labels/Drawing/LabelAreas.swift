import CartoucheRaster

/// The areas of a view that the icon and the text of a label take, without the padding around them.
///
/// They are the areas of queries: between its letters, a label counts as drawn. Halos are not a part of them.
struct LabelAreas {
  /// The area of the icon; nil if none is drawn.
  var icon: TurnedRect?
  /// The areas of the text: one, or one for each glyph along a line. It is empty if no text is drawn.
  var text: [TurnedRect] = []

  var isEmpty: Bool { icon == nil && text.isEmpty }

  func moved(by offset: SIMD2<Double>) -> LabelAreas {
    var moved = self
    moved.icon?.center += offset
    for index in moved.text.indices { moved.text[index].center += offset }
    return moved
  }
}

/// A rectangle that is turned about its center.
struct TurnedRect {
  var center: SIMD2<Double>
  /// Half of the width and height.
  var half: SIMD2<Double>
  /// The direction of the width, as a vector of length 1.
  var direction: SIMD2<Double>

  /// Creates a rectangle from a box that is turned about the origin, and then moved.
  init(_ box: LabelBox, at origin: SIMD2<Double>, direction: SIMD2<Double>) {
    let middle = SIMD2(box.minX + box.maxX, box.minY + box.maxY) / 2
    center = origin + middle.turned(sine: direction.y, cosine: direction.x)
    half = SIMD2(max(box.maxX - box.minX, 0), max(box.maxY - box.minY, 0)) / 2
    self.direction = direction
  }

  private var normal: SIMD2<Double> { SIMD2(-direction.y, direction.x) }

  /// Returns the distance of a point from the rectangle; 0 inside it.
  func distance(to point: SIMD2<Double>) -> Double {
    let delta = point - center
    let x = max(abs((delta * direction).sum()) - half.x, 0)
    let y = max(abs((delta * normal).sum()) - half.y, 0)
    return SIMD2(x, y).length
  }

  /// Returns whether the rectangle and an upright one have a point in common.
  func intersects(_ rect: Rect) -> Bool {
    let low = SIMD2(Double(rect.minX), Double(rect.minY))
    let high = SIMD2(Double(rect.maxX), Double(rect.maxY))
    let (delta, other) = ((low + high) / 2 - center, (high - low) / 2)
    // Two convex shapes are apart if a line parallel to a side of one of them separates them.
    func isSeparated(along axis: SIMD2<Double>) -> Bool {
      let own = half.x * abs((direction * axis).sum()) + half.y * abs((normal * axis).sum())
      return abs((delta * axis).sum()) >= own + other.x * abs(axis.x) + other.y * abs(axis.y)
    }
    return ![SIMD2(1, 0), SIMD2(0, 1), direction, normal].contains { isSeparated(along: $0) }
  }
}

extension LabelMeasure {
  /// Returns the areas that are drawn of a label.
  mutating func areas(of label: PlacedLabel) -> LabelAreas {
    guard let rules = rules(of: label) else { return LabelAreas() }
    let position = geometry.point(label.anchor)
    var areas = LabelAreas()
    if label.showsIcon { areas.icon = iconArea(label, at: position, rules) }
    if label.showsText { areas.text = textAreas(label, at: position, rules) }
    return areas
  }

  private mutating func iconArea(
    _ label: PlacedLabel, at position: SIMD2<Double>, _ rules: LabelRules
  ) -> TurnedRect? {
    let paint = iconPaint(label.content)
    guard let icon = label.content.icon, let (box, _) = iconBox(label), paint.opacity > 0 else { return nil }
    guard !icon.image.isSDF || paint.isVisible else { return nil }
    let direction = iconDirection(label, icon, rules)
    var anchor = position + iconTranslation(label.content)
    if direction == SIMD2(1, 0), !icon.image.isSDF {
      // The image is drawn at whole pixels.
      let corner = anchor + SIMD2(box.minX, box.minY)
      anchor += SIMD2(Double(ElementaryFunctions.nearest(corner.x)), Double(ElementaryFunctions.nearest(corner.y))) - corner
    }
    return TurnedRect(box, at: anchor, direction: direction)
  }

  private mutating func textAreas(
    _ label: PlacedLabel, at position: SIMD2<Double>, _ rules: LabelRules
  ) -> [TurnedRect] {
    let paint = textPaint(label.content)
    let scale = textScale(label.content)
    guard let text = label.shapedText, scale > 0, paint.opacity > 0 else { return [] }
    let hasColors = text.colors.contains { $0.map { $0.alpha > 0 } ?? false } || !text.images.isEmpty
    guard hasColors || paint.isVisible else { return [] }
    // A letter such as J may begin before its place.
    let margin = LabelShaper.em / 8 * scale
    let shift = textTranslation(label.content)
    guard rules.bendsText, label.line != nil else {
      guard let box = textBox(label) else { return [] }
      let wide = box.expanded(SIMD4(0, margin, 0, margin))
      return [TurnedRect(wide, at: position + shift, direction: textDirection(label, rules))]
    }
    guard let bent = bentText(label, at: position, wasFlipped: label.isFlipped) else { return [] }
    var areas = bent.glyphs.map { place in
      let glyph = text.glyphs[place.index]
      let next = text.glyphs.indices.contains(place.index + 1) ? text.glyphs[place.index + 1].x : glyph.x
      // The space between two words is a part of the label.
      let width = max(glyph.advance, next - glyph.x) * scale
      let box = LabelBox(minX: 0, minY: (text.top - glyph.y) * scale, maxX: width, maxY: (text.bottom - glyph.y) * scale)
      return TurnedRect(box.expanded(SIMD4(0, margin, 0, margin)), at: place.origin + shift, direction: place.direction)
    }
    areas += zip(text.images, bent.images).map { image, place in
      let box = LabelBox(minX: 0, minY: 0, maxX: image.width * scale, maxY: image.height * scale)
      return TurnedRect(box, at: place.origin + shift, direction: place.direction)
    }
    return areas
  }
}

extension LabelPaint {
  /// Whether the color or the halo is visible.
  fileprivate var isVisible: Bool { color.alpha > 0 || haloWidth > 0 && haloColor.alpha > 0 }
}
