public import CartoucheRaster
public import CartoucheScene

/// A layer that shows text, like Core Animation's `CATextLayer`, with a line limit and a halo.
///
/// The text begins at the layer's top edge and is not clipped to the layer's bounds. It is laid out when it
/// is drawn or measured, and again only after a change. Unlike `CATextLayer`, it is black with a size of 17
/// points by default.
public final class TextLayer: Layer, FontObserver {
  /// The text to show, unless ``spans`` is set.
  public var string = "" { didSet { if string != oldValue { changeText() } } }

  /// A text with several styles, shown in place of ``string``. Each span has its own font, size, color and
  /// spacing.
  public var spans: [TextSpan]? { didSet { if spans != oldValue { changeText() } } }

  public var font = FontDescriptor.system() { didSet { if font != oldValue { changeText() } } }

  /// The font size in points per em.
  public var fontSize: Scalar = 17 { didSet { if fontSize != oldValue { changeText() } } }

  public var foregroundColor = Color.black { didSet { if foregroundColor != oldValue { changeText() } } }

  /// Extra space after each letter, in points. It does not apply to scripts with joined letters.
  public var letterSpacing: Scalar = 0 { didSet { if letterSpacing != oldValue { changeText() } } }

  /// The horizontal alignment of lines in the layer.
  public var alignmentMode = TextAlignment.natural { didSet { if alignmentMode != oldValue { changeText() } } }

  /// Whether lines are wrapped at the layer's width.
  public var isWrapped = false { didSet { if isWrapped != oldValue { changeText() } } }

  /// How text is truncated that does not fit the layer's width or, if it is wrapped, its height. With
  /// ``TextTruncation/none`` the text extends beyond the bounds.
  public var truncationMode = TextTruncation.none { didSet { if truncationMode != oldValue { changeText() } } }

  /// The maximum number of lines; 0 for no limit.
  public var lineLimit = 0 { didSet { if lineLimit != oldValue { changeText() } } }

  /// Extra space between lines, in points.
  public var lineSpacing: Scalar = 0 { didSet { if lineSpacing != oldValue { changeText() } } }

  /// The distance between lines in points, in place of the distance that the fonts define.
  public var lineHeight: Scalar? { didSet { if lineHeight != oldValue { changeText() } } }

  /// The direction of paragraphs.
  public var baseDirection = WritingDirection.natural { didSet { if baseDirection != oldValue { changeText() } } }

  /// The text's language as a BCP 47 tag; empty if unknown.
  public var language = "" { didSet { if language != oldValue { changeText() } } }

  /// The outline around the glyphs, drawn below the whole text.
  public var halo: Halo? {
    didSet {
      guard halo != oldValue else { return }
      drawing = nil
      setNeedsDisplay()
    }
  }

  /// The fonts of the text.
  public let fonts: FontCollection

  private var cachedLayout: (layout: TextLayout, size: Size)?
  /// Whether the collection notifies this layer when faces are added.
  private var isRegistered = false
  /// The number of times that the text was laid out for drawing.
  package private(set) var layoutCount = 0
  private var drawing: TextDrawing?

  public init(_ string: String = "", fonts: FontCollection, frame: Rect = .zero) {
    self.string = string
    self.fonts = fonts
    super.init(frame: frame)
  }

  /// The layout of the text, in points from the layer's top left corner.
  public var layout: TextLayout {
    if let cachedLayout, cachedLayout.size == bounds.size { return cachedLayout.layout }
    let limitsHeight = truncationMode != .none && isWrapped
    let layout = TextLayout(
      content, paragraph: paragraph, fonts: fonts, width: bounds.width, height: limitsHeight ? bounds.height : nil)
    cachedLayout = (layout, bounds.size)
    if !isRegistered { fonts.register(self) }
    isRegistered = true
    layoutCount += 1
    drawing = nil
    return layout
  }

  /// Returns the size of the whole text.
  ///
  /// If the layer wraps its text and has a width, lines are wrapped at that width. Otherwise only the text's
  /// own line breaks count.
  ///
  /// - Complexity: Lays out the text.
  public func preferredFrameSize() -> Size {
    let width = isWrapped && bounds.width > 0 ? bounds.width : nil
    return TextLayout(content, paragraph: paragraph, fonts: fonts, width: width).size
  }

  public override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard !bounds.isEmpty else { return }
    let origin = bounds.origin
    let textTransform = origin == .zero ? transform : Homography.translation(x: origin.x, y: origin.y).concatenating(transform)
    currentDrawing().draw(into: &list, transform: textTransform, opacity: opacity)
  }

  /// The layer's bounds, extended by text outside of them.
  public override var drawnBounds: Rect {
    guard !bounds.isEmpty else { return bounds }
    var ink = currentDrawing().bounds
    guard !ink.isEmpty else { return bounds }
    // Glyphs are positioned at quarters of a pixel horizontally and at whole pixels vertically.
    // A margin of one point covers that rounding.
    ink = ink.insetBy(dx: -1, dy: -1)
    let low = Point(x: min(ink.minX, 0), y: min(ink.minY, 0))
    let high = Point(x: max(ink.maxX, bounds.width), y: max(ink.maxY, bounds.height))
    return Rect(origin: bounds.origin + low, size: Size(width: high.x - low.x, height: high.y - low.y))
  }

  /// Text casts no shadow of its own; its ``halo`` sets it off. A shadow with an explicit path is drawn.
  public override var castsShadowOfBounds: Bool { backgroundColor != nil }

  public override var rasterizesInPerspective: Bool { true }

  private func currentDrawing() -> TextDrawing {
    let layout = layout
    if let drawing { return drawing }
    let newDrawing = TextDrawing(layout, fonts: fonts, halo: halo)
    drawing = newDrawing
    return newDrawing
  }

  /// Lays out the text again, because faces were added that it may need.
  func fontsDidChange() {
    isRegistered = false
    changeText()
  }

  private func changeText() {
    (cachedLayout, drawing) = (nil, nil)
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
