import CartoucheRaster
import CartoucheText

/// Adds labels to a display list, layer by layer: first the icons of a layer, then the halos, then the texts.
struct LabelDrawing {
  /// A label, and how visible it is.
  struct Item {
    var label: PlacedLabel
    /// From 0 to 1.
    var opacity: Double
    /// Whether the label belongs to the latest placement.
    var isPlaced: Bool
    /// The glyphs of the text in a space.
    fileprivate var text: PlacedText?
    /// The rectangle around everything that is drawn of the label, in a space.
    private var drawn: (space: Int, rect: Rect?)?
    /// How far from its anchor the label is drawn, in points, in a range of zooms.
    private var reach: (zooms: Int64, points: Double)?

    init(label: PlacedLabel, opacity: Double, isPlaced: Bool) {
      (self.label, self.opacity, self.isPlaced) = (label, opacity, isPlaced)
    }

    /// Whether the label may reach into a part of the view. Most labels of a placement are outside of it, and
    /// measuring them again in each frame of a motion takes longer than drawing the others.
    ///
    /// - Parameter position: The position of the label's anchor.
    fileprivate mutating func mayReach(_ part: Rect, from position: SIMD2<Double>, _ measure: inout LabelMeasure) -> Bool {
      let zooms = measure.frame.zoom.rawValue >> Self.reachBits
      if reach?.zooms != zooms { reach = (zooms, measure.reach(of: label) * Self.reachMargin) }
      let points = reach?.points ?? 0
      return position.x + points >= Double(part.minX) && position.x - points <= Double(part.maxX)
        && position.y + points >= Double(part.minY) && position.y - points <= Double(part.maxY)
    }

    /// The range of zooms in which a measured reach is used, as a power of two: 1/16. The margin is for texts
    /// that grow in it.
    private static let reachBits: Int64 = 12
    private static let reachMargin = 1.25

    /// Returns a rectangle around everything that is drawn of the label; nil if nothing is.
    ///
    /// - Parameter space: The number of the space of `measure`, if the label is in the same space in other
    ///   frames.
    mutating func drawnRect(_ measure: inout LabelMeasure, space: Int?) -> Rect? {
      if let drawn, drawn.space == space { return drawn.rect }
      let rect = measure.drawnRect(label)
      drawn = space.map { ($0, rect) }
      return rect
    }
  }

  /// The glyphs of a text as they were last recorded. A text with images is placed each time.
  fileprivate struct PlacedText {
    var space: Int
    var isMoving: Bool
    var factor: Double
    var shift: SIMD2<Double>
    /// A rectangle around the glyphs.
    var rect: Rect
    var glyphs: [PlacedGlyphs.Glyph]
  }

  private var measure: LabelMeasure
  private let fonts: FontCollection
  private let icons: IconCache
  private let runs: LabelRuns
  /// The number of the space in which labels are drawn, if more recordings in the same space will follow.
  private let space: Int?
  private let isMoving: Bool
  /// The glyphs of the present text.
  private var placed = PlacedGlyphs()

  /// Creates a drawing without labels.
  ///
  /// - Parameters:
  ///   - runs: The storage of glyphs, which is kept from one recording to the next.
  ///   - isMoving: Whether the map is being zoomed or turned.
  init(
    _ measure: LabelMeasure, fonts: FontCollection, icons: IconCache, runs: LabelRuns, space: Int?, isMoving: Bool
  ) {
    (self.measure, self.fonts, self.icons, self.runs) = (measure, fonts, icons, runs)
    (self.space, self.isMoving) = (space, isMoving)
    runs.begin()
  }

  /// Adds labels in their order, which is that of their layers.
  ///
  /// - Parameter part: The part of the view that is drawn.
  mutating func draw(_ items: inout [Item], within part: Rect, into list: inout DisplayList) {
    swap(&placed, &runs.placed)
    defer { swap(&placed, &runs.placed) }
    var start = 0
    while start < items.count {
      let layer = items[start].label.content.layer
      let end = items[start...].firstIndex { $0.label.content.layer != layer } ?? items.count
      for index in start..<end { draw(&items[index], part, &list) }
      runs.flush(into: &list)
      start = end
    }
  }

  private mutating func draw(_ item: inout Item, _ part: Rect, _ list: inout DisplayList) {
    guard item.opacity > 0 else { return }
    let position = measure.geometry.point(item.label.anchor)
    guard !isMoving || item.mayReach(part, from: position, &measure), let (paint, rules) = measure.layer(of: item.label) else {
      return
    }
    measure.frame.tileZoom = item.label.content.tileZoom
    if item.label.showsIcon { drawIcon(item, at: position, paint, rules, part, &list) }
    if item.label.showsText { drawText(&item, at: position, paint, rules, part, &list) }
  }

  // MARK: Icons

  private mutating func drawIcon(
    _ item: Item, at position: SIMD2<Double>, _ paint: SymbolPaint, _ rules: LabelRules, _ part: Rect,
    _ list: inout DisplayList
  ) {
    let (label, group) = (item.label, item.label.content.group)
    guard let icon = label.content.icon, let (box, scale) = measure.iconBox(label) else { return }
    let opacity = Double(measure.frame.number(paint.icon.paint.opacity, group)) * item.opacity
    guard opacity > 0 else { return }
    let anchor = position + measure.offset(paint.icon.paint.translation)
    let direction = measure.iconDirection(label, icon, rules)
    guard box.placed(at: anchor, scale: 1, sine: direction.y, cosine: direction.x).rect.intersects(part) else { return }
    var drawing = IconDrawing(icon.image, scale: Scalar(scale))
    if icon.textFit != .none {
      drawing = IconDrawing(
        icon.image, stretchedTo: Size(width: Scalar(box.maxX - box.minX), height: Scalar(box.maxY - box.minY)),
        scale: Scalar(scale))
    }
    if icon.image.isSDF {
      drawing.color = measure.frame.color(paint.icon.paint.color, group) ?? .black
      drawing.haloColor = measure.frame.color(paint.icon.paint.haloColor, group) ?? .clear
      drawing.haloWidth = measure.frame.length(paint.icon.paint.haloWidth, group)
    }
    var corner = anchor + SIMD2(box.minX, box.minY).turned(sine: direction.y, cosine: direction.x)
    if direction == SIMD2(1, 0), !icon.image.isSDF {
      // At whole pixels, an image of the screen's resolution is sharp.
      corner = SIMD2(Double(ElementaryFunctions.nearest(corner.x)), Double(ElementaryFunctions.nearest(corner.y)))
    }
    drawing.draw(
      into: &list, transform: Homography(Self.transform(to: corner, direction)),
      opacity: UInt8(clamping: ElementaryFunctions.nearest(opacity * 255)),
      cache: icons)
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

  private mutating func drawText(
    _ item: inout Item, at position: SIMD2<Double>, _ paint: SymbolPaint, _ rules: LabelRules, _ part: Rect,
    _ list: inout DisplayList
  ) {
    let (label, group) = (item.label, item.label.content.group)
    let factor = measure.textScale(label.content, paint)
    let opacity = Double(measure.frame.number(paint.text.paint.opacity, group)) * item.opacity
    guard let text = label.shapedText, factor > 0, opacity > 0 else { return }
    let size = factor * LabelShaper.em
    let shift = measure.offset(paint.text.paint.translation)
    let look = Look(
      color: measure.frame.color(paint.text.paint.color, group) ?? .black,
      halo: measure.frame.color(paint.text.paint.haloColor, group) ?? .clear,
      haloWidth: Self.quantized(measure.frame.length(paint.text.paint.haloWidth, group), limit: size / 4),
      blur: Self.quantized(measure.frame.length(paint.text.paint.haloBlur, group), limit: size / 2),
      opacity: UInt8(clamping: ElementaryFunctions.nearest(opacity * 255)))
    if let known = item.text, known.space == space, known.isMoving == isMoving, known.factor == factor, known.shift == shift {
      if known.rect.intersects(part) { addGlyphs(known.glyphs, of: text, look) }
      return
    }
    placed.removeAll()
    let found =
      rules.bendsText && label.line != nil
      ? placeBent(text, &item, at: position, shift: shift, factor, rules, part, look.opacity, &list)
      : placeStraight(text, label, at: position + shift, factor, rules, part, look.opacity, &list)
    guard let rect = found else { return }
    addGlyphs(placed.glyphs, of: text, look)
    if let space, text.images.isEmpty {
      // A copy, because the memory of `placed` is used again.
      item.text = PlacedText(
        space: space, isMoving: isMoving, factor: factor, shift: shift, rect: rect, glyphs: placed.glyphs.map { $0 })
    }
  }

  /// Places the glyphs of a text along its line, and draws its images.
  ///
  /// - Returns: A rectangle around the text; nil if none of it is in `part`.
  private mutating func placeBent(
    _ text: ShapedText, _ item: inout Item, at position: SIMD2<Double>, shift: SIMD2<Double>, _ factor: Double, _ rules: LabelRules,
    _ part: Rect, _ opacity: UInt8, _ list: inout DisplayList
  ) -> Rect? {
    // The longest text may reach this far from its anchor.
    let reach = max(abs(text.left), abs(text.right)) * factor + factor * LabelShaper.em
    let box = LabelBox(minX: position.x - reach, minY: position.y - reach, maxX: position.x + reach, maxY: position.y + reach)
    guard box.rect.intersects(part), let bent = measure.bentText(item.label, at: position, wasFlipped: item.label.isFlipped)
    else { return nil }
    item.label.isFlipped = bent.isFlipped
    for (image, place) in zip(text.images, bent.images) {
      draw(image, at: place.origin + shift, direction: place.direction, factor, opacity, &list)
    }
    let isUpright = rules.text.alignment == .viewportGlyph
    for glyph in bent.glyphs {
      placed.add(
        text.glyphs[glyph.index], at: glyph.origin + shift, direction: isUpright ? SIMD2(1, 0) : glyph.direction, factor,
        isMoving: isMoving, fonts)
    }
    return box.rect
  }

  /// Places the glyphs of a text whose baselines are straight, and draws its images.
  ///
  /// - Returns: A rectangle around the text; nil if none of it is in `part`.
  private mutating func placeStraight(
    _ text: ShapedText, _ label: PlacedLabel, at anchor: SIMD2<Double>, _ factor: Double, _ rules: LabelRules, _ part: Rect,
    _ opacity: UInt8, _ list: inout DisplayList
  ) -> Rect? {
    let direction = measure.textDirection(label, rules)
    guard let box = measure.textBox(label) else { return nil }
    let rect = box.placed(at: anchor, scale: 1, sine: direction.y, cosine: direction.x).expanded(by: factor * LabelShaper.em).rect
    guard rect.intersects(part) else { return nil }
    let offset = label.textOffset
    for image in text.images {
      let place = ((SIMD2(image.x, image.y) + offset) * factor).turned(sine: direction.y, cosine: direction.x)
      draw(image, at: anchor + place, direction: direction, factor, opacity, &list)
    }
    for glyph in text.glyphs {
      let place = ((SIMD2(glyph.x, glyph.y) + offset) * factor).turned(sine: direction.y, cosine: direction.x)
      placed.add(glyph, at: anchor + place, direction: direction, factor, isMoving: isMoving, fonts)
    }
    return rect
  }

  /// Draws an image of a text with its top left corner at `origin`.
  private func draw(
    _ image: ShapedText.Image, at origin: SIMD2<Double>, direction: SIMD2<Double>, _ factor: Double, _ opacity: UInt8,
    _ list: inout DisplayList
  ) {
    guard let source = measure.style.images[image.name] else { return }
    let size = Size(width: Scalar(image.width * factor), height: Scalar(image.height * factor))
    guard source.size.width > 0 else { return }
    IconDrawing(source, stretchedTo: size, scale: size.width / source.size.width).draw(
      into: &list, transform: Homography(Self.transform(to: origin, direction)), opacity: opacity, cache: icons)
  }

  /// How a text looks.
  private struct Look {
    var color: Color
    var halo: Color
    var haloWidth: Scalar
    var blur: Scalar
    var opacity: UInt8
  }

  /// Returns a width in steps of 1/8 point, so that a width that changes with the zoom needs few masks.
  private static func quantized(_ width: Scalar, limit: Double) -> Scalar {
    let width = min(max(width, 0), Scalar(limit))
    return Scalar(rawValue: (width.rawValue + 4096) & ~8191)
  }

  /// Adds the glyphs of a text to the halos and texts of the layer.
  private func addGlyphs(_ glyphs: [PlacedGlyphs.Glyph], of text: ShapedText, _ look: Look) {
    if look.haloWidth > 0, look.halo.alpha > 0 {
      runs.halos.add(
        glyphs, glyphs.indices, halo: look.haloWidth, blur: look.blur,
        LabelRuns.Paint(color: look.halo, opacity: look.opacity), fonts)
    }
    var start = 0
    while start < glyphs.count {
      // Sections of a text may have colors of their own.
      let section = Int(glyphs[start].section)
      let end = glyphs[start...].firstIndex { Int($0.section) != section } ?? glyphs.count
      let color = text.colors.indices.contains(section) ? text.colors[section].map { Color($0) } ?? look.color : look.color
      if color.alpha > 0 { runs.texts.add(glyphs, start..<end, LabelRuns.Paint(color: color, opacity: look.opacity), fonts) }
      start = end
    }
  }
}
