import CartoucheRaster

/// Measures labels at one camera: how large they are, and where.
struct LabelMeasure {
  let style: CompiledStyle
  let geometry: LabelGeometry
  let rules: [LabelRules?]
  var frame: MapFrame
  /// The number of points for each pixel of the style.
  let pixelRatio: Double

  init(_ transform: MapTransform, style: CompiledStyle, rules: [LabelRules?], scale: MapScale, clock: TransitionClock) {
    (self.style, self.rules) = (style, rules)
    geometry = LabelGeometry(transform)
    frame = MapFrame(transform, part: transform.bounds, scale: scale, style: style, clock: clock)
    pixelRatio = Double(scale.pixelRatio)
  }

  /// The space that a text or icon takes.
  struct Space {
    var shapes: [LabelBox]
    var mode: CollisionMode
  }

  /// The properties and rules of a label's layer.
  func layer(of label: PlacedLabel) -> (paint: SymbolPaint, rules: LabelRules)? {
    let index = label.content.layer
    guard style.layers.indices.contains(index), let rules = rules[index], let paint = style.layers[index].symbolPaint else {
      return nil
    }
    return (paint, rules)
  }

  /// Returns the points of a 24th of the size of a label's text.
  mutating func textScale(_ content: LabelContent, _ paint: SymbolPaint) -> Double {
    frame.tileZoom = content.tileZoom
    return Double(frame.length(paint.text.size, content.group)) / LabelShaper.em
  }

  mutating func offset(_ translation: TranslationPaint) -> SIMD2<Double> {
    let offset = frame.offset(translation)
    return SIMD2(Double(offset.x), Double(offset.y))
  }

  // MARK: Texts

  /// Lays a text along the label's line; nil if the line is too short.
  mutating func bentText(_ label: PlacedLabel, at position: SIMD2<Double>, wasFlipped: Bool?) -> BentText? {
    guard let (paint, rules) = layer(of: label), let text = label.shapedText else { return nil }
    return BentText(
      text, of: label, at: position, geometry, scale: textScale(label.content, paint), keepsUpright: rules.text.keepsUpright,
      wasFlipped: wasFlipped)
  }

  /// Returns the box of an upright or turned text, in points around the label's anchor before it is turned.
  mutating func textBox(_ label: PlacedLabel) -> LabelBox? {
    guard let (paint, _) = layer(of: label), let text = label.shapedText else { return nil }
    let scale = textScale(label.content, paint)
    let offset = label.textOffset
    return LabelBox(
      minX: (text.left + offset.x) * scale, minY: (text.top + offset.y) * scale, maxX: (text.right + offset.x) * scale,
      maxY: (text.bottom + offset.y) * scale)
  }

  func textDirection(_ label: PlacedLabel, _ rules: LabelRules) -> SIMD2<Double> {
    let direction = geometry.direction(
      of: label, rotation: label.content.textRotation, alignment: rules.text.alignment, keepsUpright: rules.text.keepsUpright)
    // A vertical line runs a right angle to the right of a horizontal one.
    return label.isVertical ? SIMD2(-direction.y, direction.x) : direction
  }

  /// Returns the space of a label's text with its padding; nil if it has none.
  mutating func textSpace(_ label: inout PlacedLabel, at position: SIMD2<Double>, wasFlipped: Bool?) -> Space? {
    guard let (paint, rules) = layer(of: label), let text = label.shapedText else { return nil }
    let scale = textScale(label.content, paint)
    guard scale > 0 else { return nil }
    let padding = label.content.textPadding * pixelRatio
    let offset = offset(paint.text.paint.translation)
    if rules.bendsText, label.line != nil {
      if label.content.vertical != nil {
        let direction = geometry.direction(of: label)
        label.isVertical = abs(direction.y) > abs(direction.x)
      }
      guard let bent = bentText(label, at: position, wasFlipped: wasFlipped) else { return Space(shapes: [], mode: .circle) }
      label.isFlipped = bent.isFlipped
      return Space(
        shapes: bent.circles(height: text.height * scale, padding: padding).map { $0.placed(at: offset, scale: 1) }, mode: .circle)
    }
    guard let box = textBox(label) else { return nil }
    let direction = textDirection(label, rules)
    return Space(
      shapes: [box.placed(at: position + offset, scale: 1, sine: direction.y, cosine: direction.x).expanded(by: padding)],
      mode: .rectangle)
  }

  // MARK: Icons

  func iconDirection(_ label: PlacedLabel, _ icon: LabelContent.Icon, _ rules: LabelRules) -> SIMD2<Double> {
    geometry.direction(
      of: label, rotation: icon.rotation, alignment: rules.icon.alignment, keepsUpright: rules.icon.keepsUpright)
  }

  /// Returns the box of a label's icon, in points around the label's anchor before it is turned.
  mutating func iconBox(_ label: PlacedLabel) -> (box: LabelBox, scale: Double)? {
    guard let icon = label.content.icon, let (paint, _) = layer(of: label) else { return nil }
    frame.tileZoom = label.content.tileZoom
    let scale = Double(frame.length(paint.icon.size, label.content.group))
    guard scale > 0 else { return nil }
    if icon.textFit != .none, label.content.hasText, let text = textBox(label) {
      let padding = icon.textFitPadding * pixelRatio
      let fitted = icon.image.fitted(
        to: text.rect, fit: icon.textFit,
        padding: EdgeInsets(
          top: Scalar(padding[0]), left: Scalar(padding[3]), bottom: Scalar(padding[2]), right: Scalar(padding[1])),
        iconScale: Scalar(scale))
      let offset = icon.offset * scale
      let (x, y) = (Double(fitted.minX) + offset.x, Double(fitted.minY) + offset.y)
      return (LabelBox(minX: x, minY: y, maxX: x + Double(fitted.width), maxY: y + Double(fitted.height)), scale)
    }
    return (icon.box.placed(at: .zero, scale: scale), scale)
  }

  /// Returns the space of a label's icon with its padding; nil if it has none.
  mutating func iconSpace(_ label: PlacedLabel, at position: SIMD2<Double>) -> Space? {
    guard let icon = label.content.icon, let box = drawnIconBox(label, at: position) else { return nil }
    return Space(shapes: [box.expanded(icon.padding * pixelRatio)], mode: .rectangle)
  }

  /// Returns the box of a label's icon where it is drawn. Other symbols keep a distance from it, or may
  /// overlap it, by its padding.
  mutating func drawnIconBox(_ label: PlacedLabel, at position: SIMD2<Double>) -> LabelBox? {
    guard let icon = label.content.icon, let (paint, rules) = layer(of: label), let (box, _) = iconBox(label) else { return nil }
    let direction = iconDirection(label, icon, rules)
    return box.placed(at: position + offset(paint.icon.paint.translation), scale: 1, sine: direction.y, cosine: direction.x)
  }

  // MARK: Extent

  /// Returns the distance from a label's anchor beyond which nothing of it is drawn, in any direction.
  mutating func reach(of label: PlacedLabel) -> Double {
    guard let (paint, _) = layer(of: label) else { return 0 }
    var reach = 0.0
    if label.showsText, let box = textBox(label) {
      // Letters, halos and their blur reach beyond the text's box by less than the size of the text.
      let size = textScale(label.content, paint) * LabelShaper.em
      reach = box.reach + offset(paint.text.paint.translation).length + size
    }
    if label.showsIcon, let (box, _) = iconBox(label) {
      let halo = Double(frame.length(paint.icon.paint.haloWidth, label.content.group)) + 2
      reach = max(reach, box.reach + offset(paint.icon.paint.translation).length + halo)
    }
    return reach
  }

  /// Returns a rectangle around everything that is drawn of a label; nil if nothing is.
  mutating func drawnRect(_ label: PlacedLabel) -> Rect? {
    guard let (paint, _) = layer(of: label) else { return nil }
    let position = geometry.point(label.anchor)
    var (label, result) = (label, Rect?.none)
    func add(_ shapes: [LabelBox], _ margin: Double) {
      for shape in shapes {
        let rect = shape.expanded(by: margin).rect
        result = result?.union(rect) ?? rect
      }
    }
    if label.showsText {
      // Letters, halos and their blur reach beyond the text's box by less than the size of the text.
      let space = textSpace(&label, at: position, wasFlipped: label.isFlipped)
      add(space?.shapes ?? [], textScale(label.content, paint) * LabelShaper.em)
    }
    if label.showsIcon, let box = drawnIconBox(label, at: position) {
      add([box], Double(frame.length(paint.icon.paint.haloWidth, label.content.group)) + 2)
    }
    return result
  }
}
