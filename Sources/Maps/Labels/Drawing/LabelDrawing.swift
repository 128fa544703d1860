import CartoucheRaster
import CartoucheText

/// Adds labels to a display list, layer by layer: first the icons of a layer, then the halos, then the texts.
struct LabelDrawing {
  /// A label, and how visible it is.
  struct Item {
    var label: PlacedLabel
    /// From 0 to 1.
    var opacity: Double
  }

  private var measure: LabelMeasure
  private let fonts: FontCollection
  private let icons: IconCache
  private var texts: [Paint: LabelGlyphs] = [:]
  private var halos: [Paint: LabelGlyphs] = [:]
  /// The paints in the order of their first use, so that drawing does not depend on hashes.
  private var textOrder: [Paint] = []
  private var haloOrder: [Paint] = []

  private struct Paint: Hashable {
    var color: Color
    var opacity: UInt8
  }

  init(_ measure: LabelMeasure, fonts: FontCollection, icons: IconCache) {
    (self.measure, self.fonts, self.icons) = (measure, fonts, icons)
  }

  /// Adds labels in their order, which is that of their layers.
  ///
  /// - Parameter part: The part of the view that is drawn.
  mutating func draw(_ items: inout [Item], within part: Rect, into list: inout DisplayList) {
    var start = 0
    while start < items.count {
      let layer = items[start].label.content.layer
      let end = items[start...].firstIndex { $0.label.content.layer != layer } ?? items.count
      for index in start..<end { draw(&items[index], part, &list) }
      flush(&list)
      start = end
    }
  }

  private mutating func draw(_ item: inout Item, _ part: Rect, _ list: inout DisplayList) {
    guard item.opacity > 0, let (paint, rules) = measure.layer(of: item.label) else { return }
    let position = measure.geometry.point(item.label.anchor)
    measure.frame.tileZoom = item.label.content.tileZoom
    if item.label.showsIcon { drawIcon(item, at: position, paint.icon, rules, part, &list) }
    if item.label.showsText { drawText(&item, at: position, paint, rules, part) }
  }

  // MARK: Icons

  private mutating func drawIcon(
    _ item: Item, at position: SIMD2<Double>, _ paint: SymbolPaint.Icon, _ rules: LabelRules, _ part: Rect,
    _ list: inout DisplayList
  ) {
    let (label, group) = (item.label, item.label.content.group)
    guard let icon = label.content.icon, let (box, scale) = measure.iconBox(label) else { return }
    let opacity = Double(measure.frame.number(paint.paint.opacity, group)) * item.opacity
    guard opacity > 0 else { return }
    let anchor = position + measure.offset(paint.paint.translation)
    let direction = measure.iconDirection(label, icon, rules)
    guard box.placed(at: anchor, scale: 1, sine: direction.y, cosine: direction.x).rect.intersects(part) else { return }
    var drawing = IconDrawing(icon.image, scale: Scalar(scale))
    if icon.textFit != .none {
      drawing = IconDrawing(
        icon.image, stretchedTo: Size(width: Scalar(box.maxX - box.minX), height: Scalar(box.maxY - box.minY)),
        scale: Scalar(scale))
    }
    if icon.image.isSDF {
      drawing.color = measure.frame.color(paint.paint.color, group) ?? .black
      drawing.haloColor = measure.frame.color(paint.paint.haloColor, group) ?? .clear
      drawing.haloWidth = measure.frame.length(paint.paint.haloWidth, group)
    }
    var corner = anchor + SIMD2(box.minX, box.minY).turned(sine: direction.y, cosine: direction.x)
    if direction == SIMD2(1, 0), !icon.image.isSDF {
      // At whole pixels, an image of the screen's resolution is sharp.
      corner = SIMD2(Double(ElementaryFunctions.nearest(corner.x)), Double(ElementaryFunctions.nearest(corner.y)))
    }
    let transform = AffineTransform(
      a: Self.element(direction.x), b: Self.element(direction.y), c: Self.element(-direction.y), d: Self.element(direction.x),
      tx: Self.element(corner.x), ty: Self.element(corner.y))
    drawing.draw(
      into: &list, transform: Homography(transform), opacity: UInt8(clamping: ElementaryFunctions.nearest(opacity * 255)),
      cache: icons)
  }

  private static func element(_ value: Double) -> AffineTransform.Element {
    AffineTransform.Element(rawValue: ElementaryFunctions.nearest(value.clamped(from: -1e6, to: 1e6) * 4_294_967_296))
  }

  // MARK: Texts

  private mutating func drawText(
    _ item: inout Item, at position: SIMD2<Double>, _ paint: SymbolPaint, _ rules: LabelRules, _ part: Rect
  ) {
    let (label, group) = (item.label, item.label.content.group)
    let factor = measure.textScale(label.content, paint)
    let opacity = Double(measure.frame.number(paint.text.paint.opacity, group)) * item.opacity
    guard let text = label.shapedText, factor > 0, opacity > 0 else { return }
    let size = factor * LabelShaper.em
    let shift = measure.offset(paint.text.paint.translation)
    let look = Look(
      size: size, color: measure.frame.color(paint.text.paint.color, group) ?? .black,
      halo: measure.frame.color(paint.text.paint.haloColor, group) ?? .clear,
      haloWidth: Self.quantized(measure.frame.length(paint.text.paint.haloWidth, group), limit: size / 4),
      blur: Self.quantized(measure.frame.length(paint.text.paint.haloBlur, group), limit: size / 2),
      opacity: UInt8(clamping: ElementaryFunctions.nearest(opacity * 255)))
    if rules.bendsText, label.line != nil {
      // The longest text may reach this far from its anchor.
      let reach = max(abs(text.left), abs(text.right)) * factor + size
      let box = LabelBox(minX: position.x - reach, minY: position.y - reach, maxX: position.x + reach, maxY: position.y + reach)
      guard box.rect.intersects(part), let bent = measure.bentText(label, at: position, wasFlipped: label.isFlipped) else { return }
      item.label.isFlipped = bent.isFlipped
      for glyph in bent.glyphs {
        let isUpright = rules.text.alignment == .viewportGlyph
        add(
          text.glyphs[glyph.index], in: text, at: glyph.origin + shift, direction: isUpright ? SIMD2(1, 0) : glyph.direction,
          factor, look)
      }
      return
    }
    let direction = measure.textDirection(label, rules)
    guard let box = measure.textBox(label) else { return }
    let anchor = position + shift
    let placed = box.placed(at: anchor, scale: 1, sine: direction.y, cosine: direction.x).expanded(by: size)
    guard placed.rect.intersects(part) else { return }
    let offset = label.textOffset
    for glyph in text.glyphs {
      let place = (SIMD2(glyph.x, glyph.y) + offset) * factor
      add(glyph, in: text, at: anchor + place.turned(sine: direction.y, cosine: direction.x), direction: direction, factor, look)
    }
  }

  /// How a text looks.
  private struct Look {
    var size: Double
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

  private mutating func add(
    _ glyph: ShapedText.Glyph, in text: ShapedText, at origin: SIMD2<Double>, direction: SIMD2<Double>, _ factor: Double,
    _ look: Look
  ) {
    var (origin, direction) = (origin, direction)
    if glyph.isUpright {
      // From the left end of the baseline in the line's direction to the middle of the glyph's square, and
      // from there to the left end of the upright baseline.
      let (along, across) = (direction, SIMD2(-direction.y, direction.x))
      let rise = LabelShaper.baselineDrop * glyph.scale * factor
      let middle = origin + along * (glyph.advance / 2 * factor) - across * rise
      direction = SIMD2(along.y, -along.x)
      origin = middle - direction * (glyph.width / 2 * factor) + along * rise
    }
    let size = look.size * glyph.scale
    let own = text.colors.indices.contains(Int(glyph.section)) ? text.colors[Int(glyph.section)].map { Color($0) } : nil
    let paint = Paint(color: own ?? look.color, opacity: look.opacity)
    if look.haloWidth > 0, look.halo.alpha > 0 {
      let halo = Paint(color: look.halo, opacity: look.opacity)
      if halos[halo] == nil { haloOrder.append(halo) }
      halos[halo, default: LabelGlyphs()].add(
        glyph, at: origin, direction: direction, size: size, halo: look.haloWidth, blur: look.blur, fonts)
    }
    guard paint.color.alpha > 0 else { return }
    if texts[paint] == nil { textOrder.append(paint) }
    texts[paint, default: LabelGlyphs()].add(glyph, at: origin, direction: direction, size: size, halo: 0, blur: 0, fonts)
  }

  /// Adds the glyphs that were collected.
  private mutating func flush(_ list: inout DisplayList) {
    for paint in haloOrder {
      guard let glyphs = halos[paint]?.glyphs else { continue }
      var color = paint.color
      let alpha = (UInt32(color.alpha) * UInt32(paint.opacity) + 127) / 255
      color.alpha = 255
      if alpha >= 255 {
        list.draw(glyphs, with: .color(color))
      } else {
        // The halos of neighboring glyphs overlap; together they are one shape.
        list.group(opacity: UInt8(alpha)) { $0.draw(glyphs, with: .color(color)) }
      }
    }
    for paint in textOrder {
      guard let glyphs = texts[paint]?.glyphs else { continue }
      list.draw(glyphs, with: .color(paint.color), opacity: paint.opacity)
    }
    (halos, texts, haloOrder, textOrder) = ([:], [:], [], [])
  }
}
