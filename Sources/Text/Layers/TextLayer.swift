public import CartoucheRaster
public import CartoucheScene

/// A layer that shows text, like Core Animation's `CATextLayer`, with a line limit and a halo.
///
/// The text begins at the layer's top edge and is not clipped to the layer's bounds. The layer lays out the
/// text when the text is drawn or measured. The layer lays out the text again only after a change. By
/// default, the text is black and has a size of 17 points. The defaults of `CATextLayer` differ.
public final class TextLayer: Layer, FontObserver {
  /// The text that the layer shows. If ``spans`` is not nil, the layer shows the spans instead.
  public var string = "" { didSet { if string != oldValue { changeText() } } }

  /// A text of several styles, which the layer shows in place of ``string``. If the value is nil, the layer
  /// shows ``string``. Each span has its own font, size, color and letter spacing.
  public var spans: [TextSpan]? { didSet { if spans != oldValue { changeText() } } }

  public var font = FontDescriptor.system() { didSet { if font != oldValue { changeText() } } }

  /// The font size of ``string``, in points per em.
  public var fontSize: Scalar = 17 { didSet { if fontSize != oldValue { changeText() } } }

  public var foregroundColor = Color.black { didSet { if foregroundColor != oldValue { changeText() } } }

  /// The extra space after each letter of ``string``, in points. Scripts with joined letters get no extra
  /// space.
  public var letterSpacing: Scalar = 0 { didSet { if letterSpacing != oldValue { changeText() } } }

  /// The horizontal alignment of the text's lines in the layer.
  public var alignmentMode = TextAlignment.natural { didSet { if alignmentMode != oldValue { changeText() } } }

  /// Whether the text's lines are wrapped at the layer's width.
  public var isWrapped = false { didSet { if isWrapped != oldValue { changeText() } } }

  /// The position at which text that does not fit is shortened with a `…`.
  ///
  /// If ``isWrapped`` is false, a line must fit the layer's width. If ``isWrapped`` is true, the wrapped
  /// lines must fit the layer's height.
  ///
  /// With ``TextTruncation/none``, the text extends beyond the layer's bounds.
  public var truncationMode = TextTruncation.none { didSet { if truncationMode != oldValue { changeText() } } }

  /// The maximum number of lines that the layer shows; 0 for no limit.
  public var lineLimit = 0 { didSet { if lineLimit != oldValue { changeText() } } }

  /// The extra space between the text's lines, in points.
  public var lineSpacing: Scalar = 0 { didSet { if lineSpacing != oldValue { changeText() } } }

  /// The height of each line in points. If the value is nil, the fonts define the height.
  public var lineHeight: Scalar? { didSet { if lineHeight != oldValue { changeText() } } }

  /// The writing direction of the text's paragraphs.
  public var baseDirection = WritingDirection.natural { didSet { if baseDirection != oldValue { changeText() } } }

  /// The language of the text as a BCP 47 tag. If the language is unknown, the tag is empty.
  public var language = "" { didSet { if language != oldValue { changeText() } } }

  /// The border around the glyphs, drawn below the whole text; nil for no border.
  public var halo: Halo? {
    didSet {
      guard halo != oldValue else { return }
      drawing = nil
      setNeedsDisplay()
    }
  }

  /// The font collection in which the layer finds the fonts of its text.
  public let fonts: FontCollection

  private var cachedLayout: (layout: TextLayout, size: Size)?
  /// Whether the font collection will notify this layer when faces are added.
  private var isRegistered = false
  /// The number of times that the text was laid out for drawing.
  package private(set) var layoutCount = 0
  private var drawing: TextDrawing?

  public init(_ string: String = "", fonts: FontCollection, frame: Rect = .zero) {
    self.string = string
    self.fonts = fonts
    super.init(frame: frame)
  }

  /// The layout of the layer's text, in points from the layer's top left corner.
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

  /// Returns the size that the layer's text needs, in points.
  ///
  /// If ``isWrapped`` is true and the layer's width is not 0, lines are wrapped at that width. Otherwise only
  /// the line breaks in the text itself end lines.
  ///
  /// - Complexity: Lays out the text at each call.
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

  /// The bounds of everything that the layer draws: the layer's bounds, extended by the text and halo outside
  /// of them.
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

  /// Whether the layer's bounds cast the layer's shadow, which is the case if the layer has a background
  /// color.
  ///
  /// The text itself casts no shadow. A ``halo`` sets the text off from the background instead. If the layer
  /// has an explicit shadow path, the shadow of that path is drawn.
  public override var castsShadowOfBounds: Bool { backgroundColor != nil }

  public override var rasterizesInPerspective: Bool { true }

  private func currentDrawing() -> TextDrawing {
    let layout = layout
    if let drawing { return drawing }
    let newDrawing = TextDrawing(layout, fonts: fonts, halo: halo)
    drawing = newDrawing
    return newDrawing
  }

  /// Lays out the text again, because the added faces may have characters of the text.
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
