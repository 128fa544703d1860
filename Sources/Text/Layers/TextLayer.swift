public import CartoucheRaster
public import CartoucheScene

/// A layer that shows text: Core Animation's `CATextLayer`, with a limit of lines and a halo.
///
/// The text begins at the layer's top. It is laid out when the layer is drawn or measured, and again only when something about it has
/// changed. It is not cut off at the layer's edge. Unlike `CATextLayer` it is black and of 17 points until something else is said.
public final class TextLayer: Layer, FontObserver {
  /// What is shown, unless ``spans`` says otherwise.
  public var string = "" { didSet { if string != oldValue { changeText() } } }

  /// A text of several styles in place of ``string``; its spans have their own fonts, sizes, colours and spacings.
  public var spans: [TextSpan]? { didSet { if spans != oldValue { changeText() } } }

  public var font = FontDescriptor.system() { didSet { if font != oldValue { changeText() } } }

  /// Points an em.
  public var fontSize: Scalar = 17 { didSet { if fontSize != oldValue { changeText() } } }

  public var foregroundColor = Color.black { didSet { if foregroundColor != oldValue { changeText() } } }

  /// Points added behind each letter; not in scripts whose letters join.
  public var letterSpacing: Scalar = 0 { didSet { if letterSpacing != oldValue { changeText() } } }

  /// Where a line stands in the layer.
  public var alignmentMode = TextAlignment.natural { didSet { if alignmentMode != oldValue { changeText() } } }

  /// Whether lines are broken at the layer's width.
  public var isWrapped = false { didSet { if isWrapped != oldValue { changeText() } } }

  /// Where a text is cut that does not fit the layer's width and, wrapped, its height; ``TextTruncation/none`` lets it reach beyond them.
  public var truncationMode = TextTruncation.none { didSet { if truncationMode != oldValue { changeText() } } }

  /// How many lines are shown at most; 0, no limit.
  public var lineLimit = 0 { didSet { if lineLimit != oldValue { changeText() } } }

  /// Points between lines, beside what the fonts ask for.
  public var lineSpacing: Scalar = 0 { didSet { if lineSpacing != oldValue { changeText() } } }

  /// Points from line to line in place of what the fonts ask for.
  public var lineHeight: Scalar? { didSet { if lineHeight != oldValue { changeText() } } }

  /// To which side paragraphs are written.
  public var baseDirection = WritingDirection.natural { didSet { if baseDirection != oldValue { changeText() } } }

  /// The text's language as BCP 47 writes it; empty, unknown.
  public var language = "" { didSet { if language != oldValue { changeText() } } }

  /// A band round the glyphs, under the whole text.
  public var halo: Halo? {
    didSet {
      guard halo != oldValue else { return }
      drawing = nil
      setNeedsDisplay()
    }
  }

  /// The fonts that the text is set in.
  public let fonts: FontCollection

  private var known: (layout: TextLayout, size: Size)?
  /// Whether the fonts will tell when there are more.
  private var isKnownToFonts = false
  /// How often the text was laid out to be shown.
  package private(set) var layoutCount = 0
  private var drawing: TextDrawing?

  public init(_ string: String = "", fonts: FontCollection, frame: Rect = .zero) {
    self.string = string
    self.fonts = fonts
    super.init(frame: frame)
  }

  /// The text as it stands in the layer, from its top left corner.
  public var layout: TextLayout {
    if let known, known.size == bounds.size { return known.layout }
    let isCut = truncationMode != .none && isWrapped
    let layout = TextLayout(
      content, paragraph: paragraph, fonts: fonts, width: bounds.width, height: isCut ? bounds.height : nil)
    known = (layout, bounds.size)
    if !isKnownToFonts { fonts.register(self) }
    isKnownToFonts = true
    layoutCount += 1
    drawing = nil
    return layout
  }

  /// The size that shows all of the text: of lines as wide as the layer if it wraps them and has a width, otherwise of those that the text has.
  ///
  /// - Complexity: lays the text out.
  public func preferredFrameSize() -> Size {
    let width = isWrapped && bounds.width > 0 ? bounds.width : nil
    return TextLayout(content, paragraph: paragraph, fonts: fonts, width: width).size
  }

  public override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard !bounds.isEmpty else { return }
    let origin = bounds.origin
    let map = origin == .zero ? transform : Homography.translation(x: origin.x, y: origin.y).concatenating(transform)
    ready().draw(into: &list, transform: map, opacity: opacity)
  }

  /// The layer and what of the text reaches beyond it.
  public override var drawnBounds: Rect {
    guard !bounds.isEmpty else { return bounds }
    var ink = ready().bounds
    guard !ink.isEmpty else { return bounds }
    // Glyphs are placed to a quarter of a pixel across and to whole pixels down.
    ink = ink.insetBy(dx: -1, dy: -1)
    let low = Point(x: min(ink.minX, 0), y: min(ink.minY, 0))
    let high = Point(x: max(ink.maxX, bounds.width), y: max(ink.maxY, bounds.height))
    return Rect(origin: bounds.origin + low, size: Size(width: high.x - low.x, height: high.y - low.y))
  }

  /// Text casts no shadow of its own: its ``halo`` sets it off, and a shadow with a path is drawn.
  public override var castsShadowOfBounds: Bool { backgroundColor != nil }

  public override var rasterizesInPerspective: Bool { true }

  private func ready() -> TextDrawing {
    let layout = layout
    if let drawing { return drawing }
    let made = TextDrawing(layout, fonts: fonts, halo: halo)
    drawing = made
    return made
  }

  /// There are more fonts than the text was laid out with.
  func fontsDidChange() {
    isKnownToFonts = false
    changeText()
  }

  private func changeText() {
    (known, drawing) = (nil, nil)
    setNeedsDisplay()
  }

  private var content: [TextSpan] {
    if let spans { return spans }
    let style = TextStyle(font: font, fontSize: fontSize, color: foregroundColor, letterSpacing: letterSpacing)
    return [TextSpan(string, style: style)]
  }

  private var paragraph: ParagraphStyle {
    var style = ParagraphStyle()
    (style.alignment, style.truncation, style.isWrapped, style.lineLimit) = (alignmentMode, truncationMode, isWrapped, lineLimit)
    (style.lineSpacing, style.lineHeight, style.baseDirection, style.language) = (lineSpacing, lineHeight, baseDirection, language)
    return style
  }
}
