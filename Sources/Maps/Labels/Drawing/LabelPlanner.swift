import CartoucheRaster
import CartoucheText

/// Finds the icons and glyphs of labels at one camera. Each part of the work has a copy.
struct LabelPlanner {
  typealias Item = LabelDrawing.Item

  private var measure: LabelMeasure
  private let fonts: FontCollection
  private let space: Int?
  /// See ``LabelPresenter/colorCount``.
  private let colors: Int
  private let isMoving: Bool

  init(_ measure: LabelMeasure, fonts: FontCollection, space: Int?, colors: Int, isMoving: Bool) {
    (self.measure, self.fonts, self.space, self.colors, self.isMoving) = (measure, fonts, space, colors, isMoving)
  }

  /// Prepares for labels of a layer, before the planner is copied.
  mutating func prepare(forLayer layer: Int) { _ = measure.look(ofLayer: layer) }

  /// Exchanges the memory for measuring, when all labels are planned.
  mutating func exchangeMemory(_ memory: inout LabelMeasure.Memory) { measure.exchangeMemory(&memory) }

  /// Finds the icons and glyphs of a label.
  ///
  /// - Parameters:
  ///   - part: The part of the view that is drawn.
  ///   - worker: The number of the worker whose memory is `memory`.
  ///   - shapes: Finds the shapes that earlier recordings have made.
  mutating func plan(
    _ item: inout Item, within part: Rect, worker: Int, _ memory: inout LabelPlan.Memory, _ shapes: LabelShapes.Lookup
  ) -> LabelPlan {
    var plan = LabelPlan(layer: item.label.content.layer, worker: Int32(clamping: worker))
    guard item.opacity > 0 else { return plan }
    let anchor = measure.geometry.transform.point(at: item.label.anchor)
    let isKnown = item.label.showsText && item.hasLook(space: space, colors: colors, shapes: shapes.number, isMoving: isMoving)
    if isKnown {
      plan.text = item.knownText(at: anchor, within: part)
      if !item.label.showsIcon { return plan }
    }
    let position = SIMD2(Double(anchor.x), Double(anchor.y))
    guard !isMoving || item.mayReach(part, from: position, &measure), let rules = measure.rules(of: item.label) else {
      return plan
    }
    let first = memory.icons.count
    if item.label.showsIcon { addIcon(of: item, at: position, rules, part, &memory) }
    if !isKnown, item.label.showsText, var text = planText(of: &item, at: anchor, rules, part, &memory), text.isVisible {
      findShapes(of: &text, &item, &memory, shapes)
      plan.text = text
    }
    plan.icons = first..<memory.icons.count
    return plan
  }

  /// Looks up the shapes of a text's glyphs.
  private func findShapes(
    of text: inout LabelPlan.Text, _ item: inout Item, _ memory: inout LabelPlan.Memory, _ shapes: LabelShapes.Lookup
  ) {
    var glyphs: [PlacedGlyphs.Glyph] = []
    if let range = text.glyphs {
      swap(&glyphs, &memory.glyphs.glyphs)
      text.lacksShapes = glyphs.withUnsafeMutableBufferPointer {
        memory.findShapes(of: UnsafeMutableBufferPointer(rebasing: $0[range]), text, shapes)
      }
      swap(&glyphs, &memory.glyphs.glyphs)
    } else {
      text.lacksShapes =
        item.text?.glyphs.withUnsafeMutableBufferPointer { memory.findShapes(of: $0, text, shapes) } ?? false
      item.text?.look = LabelDrawing.PlacedText.Look(colors: colors, shapes: shapes.number, text: text)
      // The missing ones are found before the next recording.
      item.text?.look?.text.lacksShapes = false
    }
  }

  // MARK: Icons

  private mutating func addIcon(
    of item: Item, at position: SIMD2<Double>, _ rules: LabelRules, _ part: Rect,
    _ memory: inout LabelPlan.Memory
  ) {
    guard let icon = item.label.content.icon, let (box, scale) = measure.iconBox(item.label) else { return }
    let paint = measure.iconPaint(item.label.content)
    let opacity = Double(paint.opacity) * item.opacity
    guard opacity > 0 else { return }
    let anchor = position + measure.iconTranslation(item.label.content)
    let direction = measure.iconDirection(item.label, icon, rules)
    guard box.placed(at: anchor, scale: 1, sine: direction.y, cosine: direction.x).rect.intersects(part) else { return }
    var drawing = IconDrawing(icon.image, scale: Scalar(scale))
    if icon.textFit != .none {
      drawing = IconDrawing(
        icon.image, stretchedTo: Size(width: Scalar(box.maxX - box.minX), height: Scalar(box.maxY - box.minY)),
        scale: Scalar(scale))
    }
    if icon.image.isSDF {
      (drawing.color, drawing.haloColor, drawing.haloWidth) = (paint.color, paint.haloColor, paint.haloWidth)
    }
    var corner = anchor + SIMD2(box.minX, box.minY).turned(sine: direction.y, cosine: direction.x)
    if direction == SIMD2(1, 0), !icon.image.isSDF {
      // At whole pixels, an image of the screen's resolution is sharp.
      corner = SIMD2(Double(ElementaryFunctions.nearest(corner.x)), Double(ElementaryFunctions.nearest(corner.y)))
    }
    memory.icons.append(
      LabelPlan.Icon(
        drawing: drawing, transform: Homography(Self.transform(to: corner, direction)),
        opacity: UInt8(clamping: ElementaryFunctions.nearest(opacity * 255))))
  }

  /// Returns the transform from the space of an icon to that of the labels.
  private static func transform(to corner: SIMD2<Double>, _ direction: SIMD2<Double>) -> AffineTransform {
    AffineTransform(
      a: element(direction.x), b: element(direction.y), c: element(-direction.y), d: element(direction.x), tx: element(corner.x),
      ty: element(corner.y))
  }

  private static func element(_ value: Double) -> AffineTransform.Element {
    AffineTransform.Element(rawValue: ElementaryFunctions.nearest(value.clamped(from: -1e6, to: 1e6) * 4_294_967_296))
  }

  // MARK: Texts

  /// The least capacity of a text's glyphs, so that the texts of most other labels fit.
  private static let usualLength = 24

  /// Places the glyphs and images of a text; nil if no glyph is drawn.
  private mutating func planText(
    of item: inout Item, at anchor: Point, _ rules: LabelRules, _ part: Rect, _ memory: inout LabelPlan.Memory
  ) -> LabelPlan.Text? {
    // Not a copy of the label, which would count its references.
    let content = item.label.content
    let factor = measure.textScale(content)
    let paint = measure.textPaint(content)
    let opacity = Double(paint.opacity)
    guard let text = item.label.shapedText, factor > 0, opacity * item.opacity > 0 else { return nil }
    let size = factor * LabelShaper.em
    let shift = measure.textTranslation(content)
    var plan = LabelPlan.Text(
      color: paint.color, halo: paint.haloColor, haloWidth: Self.quantized(paint.haloWidth, limit: size / 4),
      blur: Self.quantized(paint.haloBlur, limit: size / 2),
      fullOpacity: opacity, hasColors: text.hasColors)
    plan.setOpacity(ofLabel: item.opacity)
    if let known = item.text, known.space == space, known.isMoving == isMoving, known.factor == factor, known.shift == shift {
      guard let offset = known.offset(to: anchor, within: part) else { return nil }
      plan.offset = offset
      return plan
    }
    let first = memory.glyphs.glyphs.count
    let found =
      rules.bendsText && item.label.line != nil
      ? placeBent(text, &item, at: anchor, shift: shift, factor, rules, part, plan.opacity, &memory)
      : placeStraight(text, item.label, at: anchor, shift: shift, factor, rules, part, plan.opacity, &memory)
    guard let rect = found else { return nil }
    guard let space, text.images.isEmpty else {
      plan.glyphs = first..<memory.glyphs.glyphs.count
      return plan
    }
    // In the memory of the glyphs that the label had before.
    var glyphs = item.takeGlyphs()
    glyphs.removeAll(keepingCapacity: true)
    glyphs.reserveCapacity(max(memory.glyphs.glyphs.count - first, Self.usualLength))
    glyphs.append(contentsOf: memory.glyphs.glyphs[first...])
    memory.glyphs.glyphs.removeSubrange(first...)
    item.text = LabelDrawing.PlacedText(
      space: space, isMoving: isMoving, factor: factor, shift: shift, anchor: anchor, rect: rect, glyphs: glyphs)
    return plan
  }

  /// Places the glyphs and images of a text along its line.
  ///
  /// - Returns: A rectangle around the text; nil if none of it is in `part`.
  private mutating func placeBent(
    _ text: ShapedText, _ item: inout Item, at anchor: Point, shift: SIMD2<Double>, _ factor: Double, _ rules: LabelRules,
    _ part: Rect, _ opacity: UInt8, _ memory: inout LabelPlan.Memory
  ) -> Rect? {
    let position = SIMD2(Double(anchor.x), Double(anchor.y))
    // The longest text may reach this far from its anchor.
    let reach = max(abs(text.left), abs(text.right)) * factor + factor * LabelShaper.em
    let box = LabelBox(minX: position.x - reach, minY: position.y - reach, maxX: position.x + reach, maxY: position.y + reach)
    guard box.rect.intersects(part),
      let bent = measure.bentText(item.label, at: .zero, wasFlipped: item.label.isFlipped, reusing: &memory.bentText)
    else { return nil }
    item.label.isFlipped = bent.isFlipped
    for (image, place) in zip(text.images, bent.images) {
      addImage(image, at: position + place.origin + shift, direction: place.direction, factor, opacity, &memory)
    }
    let isUpright = rules.text.alignment == .viewportGlyph
    for glyph in bent.glyphs {
      memory.glyphs.add(
        text.glyphs[glyph.index], at: glyph.origin + shift, from: anchor, direction: isUpright ? SIMD2(1, 0) : glyph.direction,
        factor, isMoving: isMoving, fonts)
    }
    memory.bentText.keep(bent)
    return box.rect
  }

  /// Places the glyphs and images of a text whose baselines are straight.
  ///
  /// - Returns: A rectangle around the text; nil if none of it is in `part`.
  private mutating func placeStraight(
    _ text: ShapedText, _ label: PlacedLabel, at anchor: Point, shift: SIMD2<Double>, _ factor: Double, _ rules: LabelRules,
    _ part: Rect, _ opacity: UInt8, _ memory: inout LabelPlan.Memory
  ) -> Rect? {
    let direction = measure.textDirection(label, rules)
    guard let box = measure.textBox(label) else { return nil }
    let position = SIMD2(Double(anchor.x), Double(anchor.y)) + shift
    let rect = box.placed(at: position, scale: 1, sine: direction.y, cosine: direction.x).expanded(by: factor * LabelShaper.em).rect
    guard rect.intersects(part) else { return nil }
    let offset = label.textOffset
    for image in text.images {
      let place = ((SIMD2(image.x, image.y) + offset) * factor).turned(sine: direction.y, cosine: direction.x)
      addImage(image, at: position + place, direction: direction, factor, opacity, &memory)
    }
    for glyph in text.glyphs {
      let place = ((SIMD2(glyph.x, glyph.y) + offset) * factor).turned(sine: direction.y, cosine: direction.x)
      memory.glyphs.add(glyph, at: place + shift, from: anchor, direction: direction, factor, isMoving: isMoving, fonts)
    }
    return rect
  }

  /// Adds an image of a text with its top left corner at `origin`.
  private func addImage(
    _ image: ShapedText.Image, at origin: SIMD2<Double>, direction: SIMD2<Double>, _ factor: Double, _ opacity: UInt8,
    _ memory: inout LabelPlan.Memory
  ) {
    guard let source = measure.style.images[image.name] else { return }
    let size = Size(width: Scalar(image.width * factor), height: Scalar(image.height * factor))
    guard source.size.width > 0 else { return }
    memory.icons.append(
      LabelPlan.Icon(
        drawing: IconDrawing(source, stretchedTo: size, scale: size.width / source.size.width),
        transform: Homography(Self.transform(to: origin, direction)), opacity: opacity))
  }

  /// Returns a width in steps of 1/8 point, so that a width that changes with the zoom needs few masks.
  private static func quantized(_ width: Scalar, limit: Double) -> Scalar {
    let width = min(max(width, 0), Scalar(limit))
    return Scalar(rawValue: (width.rawValue + 4096) & ~8191)
  }
}
