import CartoucheRaster

/// Measures labels at one camera: how large they are, and where.
struct LabelMeasure {
  let style: CompiledStyle
  let geometry: LabelGeometry
  var frame: MapFrame
  private let rules: [LabelRules?]
  private var memory = Memory()
  /// The number of points for each pixel of the style.
  let pixelRatio: Double

  init(
    _ transform: MapTransform, style: CompiledStyle, rules: [LabelRules?], scale: MapScale, clock: TransitionClock
  ) {
    (self.style, self.rules) = (style, rules)
    geometry = LabelGeometry(transform)
    frame = MapFrame(transform, part: transform.bounds, scale: scale, style: style, clock: clock)
    pixelRatio = Double(scale.pixelRatio)
  }

  /// The memory of a measure that is no longer needed, for the next one.
  struct Memory {
    /// The looks of the layers that were needed so far; nil for the others. At first, it is empty.
    fileprivate var looks: [LabelLook?] = []
    fileprivate var line = PixelLine(capacity: 0)
    fileprivate var space = Space()
  }

  /// Exchanges the measure's memory for that of an earlier one.
  mutating func exchangeMemory(_ other: inout Memory) {
    swap(&memory, &other)
    memory.looks.removeAll(keepingCapacity: true)
  }

  /// The space that a text or icon takes.
  struct Space {
    fileprivate(set) var shapes: [LabelBox] = []
    fileprivate(set) var mode = CollisionMode.rectangle

    /// Takes the space of one box.
    fileprivate mutating func set(_ box: LabelBox) {
      shapes.removeAll(keepingCapacity: true)
      shapes.append(box)
      mode = .rectangle
    }
  }

  /// The rules of a label's layer; nil if the style has no such layer.
  mutating func rules(of label: PlacedLabel) -> LabelRules? { look(of: label.content)?.rules }

  private mutating func look(of content: LabelContent) -> LabelLook? { look(ofLayer: content.layer) }

  /// Finds the look of a layer. If it is found before a measure is copied, the copies have it too.
  mutating func look(ofLayer layer: Int) -> LabelLook? {
    guard rules.indices.contains(layer) else { return nil }
    if memory.looks.isEmpty { memory.looks.append(contentsOf: repeatElement(nil, count: rules.count)) }
    if let known = memory.looks[layer] { return known }
    guard let rules = rules[layer], style.layers.indices.contains(layer), let paint = style.layers[layer].symbolPaint else {
      return nil
    }
    let look = LabelLook(paint, rules, &frame)
    memory.looks[layer] = look
    return look
  }

  /// Returns the points of a 24th of the size of a label's text.
  mutating func textScale(_ content: LabelContent) -> Double {
    guard let look = look(of: content) else { return 0 }
    return Double(look.text.size ?? own(content) { $0.length($1.text.size, $2) } ?? 0) / LabelShaper.em
  }

  /// Returns how a label's text looks.
  mutating func textPaint(_ content: LabelContent) -> LabelPaint {
    guard let look = look(of: content) else { return LabelPaint() }
    return paint(look.text, of: content) { $0.text.paint }
  }

  /// Returns how a label's icon looks.
  mutating func iconPaint(_ content: LabelContent) -> LabelPaint {
    guard let look = look(of: content) else { return LabelPaint() }
    return paint(look.icon, of: content) { $0.icon.paint }
  }

  /// Returns the offset of a label's text, in points.
  mutating func textTranslation(_ content: LabelContent) -> SIMD2<Double> { look(of: content)?.text.translation ?? .zero }

  /// Returns the offset of a label's icon, in points.
  mutating func iconTranslation(_ content: LabelContent) -> SIMD2<Double> { look(of: content)?.icon.translation ?? .zero }

  private mutating func paint(
    _ part: LabelLook.Part, of content: LabelContent, _ properties: (SymbolPaint) -> SymbolPaint.Paint
  ) -> LabelPaint {
    LabelPaint(
      opacity: part.opacity ?? own(content) { $0.number(properties($1).opacity, $2) } ?? 0,
      color: part.color ?? own(content) { $0.color(properties($1).color, $2) ?? .black } ?? .clear,
      haloColor: part.haloColor ?? own(content) { $0.color(properties($1).haloColor, $2) ?? .clear } ?? .clear,
      haloWidth: part.haloWidth ?? own(content) { $0.length(properties($1).haloWidth, $2) } ?? 0,
      haloBlur: part.haloBlur ?? own(content) { $0.length(properties($1).haloBlur, $2) } ?? 0)
  }

  /// Evaluates a property that depends on the feature.
  private mutating func own<Value>(
    _ content: LabelContent, _ value: (inout MapFrame, SymbolPaint, FeatureGroup) -> Value
  ) -> Value? {
    guard let paint = style.layers[content.layer].symbolPaint else { return nil }
    frame.tileZoom = content.tileZoom
    return value(&frame, paint, content.group)
  }

  // MARK: Texts

  /// Lays a text along the label's line; nil if the line is too short.
  mutating func bentText(_ label: PlacedLabel, at position: SIMD2<Double>, wasFlipped: Bool?) -> BentText? {
    var memory = BentText.Memory()
    return bentText(label, at: position, wasFlipped: wasFlipped, reusing: &memory)
  }

  /// Lays a text along the label's line in the memory of an earlier one; nil if the line is too short.
  mutating func bentText(
    _ label: PlacedLabel, at position: SIMD2<Double>, wasFlipped: Bool?, reusing memory: inout BentText.Memory
  ) -> BentText? {
    guard let rules = rules(of: label), let text = label.shapedText else { return nil }
    return BentText(
      text, of: label, at: position, geometry, scale: textScale(label.content), keepsUpright: rules.text.keepsUpright,
      wasFlipped: wasFlipped, reusing: &memory)
  }

  /// Returns the box of an upright or turned text, in points around the label's anchor before it is turned.
  mutating func textBox(_ label: PlacedLabel) -> LabelBox? {
    guard let text = label.shapedText else { return nil }
    let scale = textScale(label.content)
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

  /// Finds the space of a label's text with its padding, and how the text is written there.
  ///
  /// - Parameter space: Becomes the space, without shapes if the label's line is too short for the text.
  /// - Returns: Whether the label has a text.
  mutating func findTextSpace(
    of label: inout PlacedLabel, at position: SIMD2<Double>, wasFlipped: Bool?, _ space: inout Space
  ) -> Bool {
    guard let rules = rules(of: label), label.shapedText != nil, case let scale = textScale(label.content), scale > 0 else {
      return false
    }
    guard rules.bendsText, label.line != nil else {
      guard let box = straightTextBox(label, rules, at: position) else { return false }
      space.set(box)
      return true
    }
    space.shapes.removeAll(keepingCapacity: true)
    space.mode = .circle
    if label.content.vertical != nil {
      let direction = geometry.direction(of: label)
      label.isVertical = abs(direction.y) > abs(direction.x)
    }
    guard let text = label.shapedText,
      let baseline = TextBaseline(
        text, of: label, at: position, geometry, scale: scale, keepsUpright: rules.text.keepsUpright, wasFlipped: wasFlipped,
        reusing: &memory.line)
    else { return true }
    label.isFlipped = baseline.isFlipped
    baseline.addCircles(
      height: text.height * scale, padding: label.content.textPadding * pixelRatio, offset: textTranslation(label.content),
      to: &space.shapes)
    memory.line = baseline.line
    return true
  }

  /// Returns the box, with its padding, of a text that is not bent; nil if the label has none.
  private mutating func straightTextBox(_ label: PlacedLabel, _ rules: LabelRules, at position: SIMD2<Double>) -> LabelBox? {
    guard let box = textBox(label) else { return nil }
    let direction = textDirection(label, rules)
    return box.placed(at: position + textTranslation(label.content), scale: 1, sine: direction.y, cosine: direction.x)
      .expanded(by: label.content.textPadding * pixelRatio)
  }

  // MARK: Icons

  func iconDirection(_ label: PlacedLabel, _ icon: LabelContent.Icon, _ rules: LabelRules) -> SIMD2<Double> {
    geometry.direction(
      of: label, rotation: icon.rotation, alignment: rules.icon.alignment, keepsUpright: rules.icon.keepsUpright)
  }

  /// Returns the box of a label's icon, in points around the label's anchor before it is turned.
  mutating func iconBox(_ label: PlacedLabel) -> (box: LabelBox, scale: Double)? {
    guard let icon = label.content.icon, let look = look(of: label.content) else { return nil }
    let scale = Double(look.icon.size ?? own(label.content) { $0.length($1.icon.size, $2) } ?? 0)
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

  /// Finds the space of a label's icon with its padding.
  ///
  /// - Returns: Whether the label has an icon.
  mutating func findIconSpace(of label: PlacedLabel, at position: SIMD2<Double>, _ space: inout Space) -> Bool {
    guard let icon = label.content.icon, let box = drawnIconBox(label, at: position) else { return false }
    space.set(box.expanded(icon.padding * pixelRatio))
    return true
  }

  /// Returns the box of a label's icon where it is drawn. Other symbols keep a distance from it, or may
  /// overlap it, by its padding.
  mutating func drawnIconBox(_ label: PlacedLabel, at position: SIMD2<Double>) -> LabelBox? {
    guard let icon = label.content.icon, let rules = rules(of: label), let (box, _) = iconBox(label) else { return nil }
    let direction = iconDirection(label, icon, rules)
    return box.placed(at: position + iconTranslation(label.content), scale: 1, sine: direction.y, cosine: direction.x)
  }

  // MARK: Extent

  /// Returns the distance from a label's anchor beyond which nothing of it is drawn, in any direction.
  mutating func reach(of label: PlacedLabel) -> Double {
    var reach = 0.0
    if label.showsText, let box = textBox(label) {
      // Letters, halos and their blur reach beyond the text's box by less than the size of the text.
      let size = textScale(label.content) * LabelShaper.em
      reach = box.reach + textTranslation(label.content).length + size
    }
    if label.showsIcon, let (box, _) = iconBox(label) {
      let halo = Double(iconPaint(label.content).haloWidth) + 2
      reach = max(reach, box.reach + iconTranslation(label.content).length + halo)
    }
    return reach
  }

  /// Returns a rectangle around everything that is drawn of a label; nil if nothing is.
  mutating func drawnRect(_ label: PlacedLabel) -> Rect? {
    guard let rules = rules(of: label) else { return nil }
    let position = geometry.point(label.anchor)
    var result: Rect?
    func add(_ shape: LabelBox, _ margin: Double) {
      let rect = shape.expanded(by: margin).rect
      result = result?.union(rect) ?? rect
    }
    if label.showsText {
      // Letters, halos and their blur reach beyond the text's box by less than the size of the text.
      let margin = textScale(label.content) * LabelShaper.em
      if rules.bendsText, label.line != nil {
        var label = label
        var space = Space()
        swap(&space, &memory.space)
        if findTextSpace(of: &label, at: position, wasFlipped: label.isFlipped, &space) {
          for shape in space.shapes { add(shape, margin) }
        }
        swap(&space, &memory.space)
      } else if margin > 0, let box = straightTextBox(label, rules, at: position) {
        add(box, margin)
      }
    }
    if label.showsIcon, let box = drawnIconBox(label, at: position) {
      add(box, Double(iconPaint(label.content).haloWidth) + 2)
    }
    return result
  }
}

/// How a text or an icon looks.
struct LabelPaint {
  var opacity: Scalar = 0
  var color = Color.clear
  var haloColor = Color.clear
  /// The width and the softness of the halo, in points.
  var haloWidth: Scalar = 0
  var haloBlur: Scalar = 0
}
