public import CartoucheRaster
public import CartoucheScene

/// A layer that shows text, like Core Animation's `CATextLayer`.
///
/// Unlike a `CATextLayer`, a text layer can have a line limit and a halo.
///
/// The text begins at the layer's top edge and is not clipped to the layer's bounds. The layer lays out the
/// text when the text is drawn or ``layout`` is read. The layout is reused until the text, a style, the fonts
/// or the layer's size changes.
///
/// By default, the text is black and has a size of 17 points. `CATextLayer` has other defaults.
public final class TextLayer: Layer, FontObserver {
  /// The text that the layer shows while ``spans`` is nil.
  public var string = "" { didSet { if string != oldValue { changeText() } } }

  /// A text of several styles, which the layer shows in place of ``string``. If nil, the layer shows
  /// ``string``.
  ///
  /// Each span of the text has its own font, font size, color and letter spacing.
  public var spans: [TextSpan]? { didSet { if spans != oldValue { changeText() } } }

  /// The font of ``string``, described by family, weight, slant and width.
  public var font = FontDescriptor.system() { didSet { if font != oldValue { changeText() } } }

  /// The font size of ``string``, in points.
  public var fontSize: Scalar = 17 { didSet { if fontSize != oldValue { changeText() } } }

  /// The color of ``string``.
  public var foregroundColor = Color.black { didSet { if foregroundColor != oldValue { changeLayout() } } }

  /// The extra space after each letter of ``string``, in points.
  ///
  /// In scripts with joined letters, such as Arabic, there is no extra space.
  public var letterSpacing: Scalar = 0 { didSet { if letterSpacing != oldValue { changeText() } } }

  /// The horizontal alignment of the text's lines within the layer's width.
  public var alignmentMode = TextAlignment.natural { didSet { if alignmentMode != oldValue { changeLayout() } } }

  /// Whether lines are wrapped at the layer's width.
  public var isWrapped = false { didSet { if isWrapped != oldValue { changeText() } } }

  /// The position of the `…` in a line that is truncated because the text does not fit.
  ///
  /// If ``isWrapped`` is false, each line must fit the layer's width. If ``isWrapped`` is true, all wrapped
  /// lines together must fit the layer's height.
  ///
  /// With ``TextTruncation/none``, text that does not fit extends beyond the layer's bounds.
  public var truncationMode = TextTruncation.none { didSet { if truncationMode != oldValue { changeText() } } }

  /// The maximum number of lines that the layer shows. 0 means that the number of lines is not limited.
  public var lineLimit = 0 { didSet { if lineLimit != oldValue { changeText() } } }

  /// The extra space between adjacent lines, in points.
  public var lineSpacing: Scalar = 0 { didSet { if lineSpacing != oldValue { changeText() } } }

  /// The height of each line in points. If nil, the fonts determine the height.
  public var lineHeight: Scalar? { didSet { if lineHeight != oldValue { changeText() } } }

  /// The writing direction of the text's paragraphs.
  public var baseDirection = WritingDirection.natural { didSet { if baseDirection != oldValue { changeLayout() } } }

  /// The language of the text as a BCP 47 tag. An empty tag means that the language is unknown.
  public var language = "" { didSet { if language != oldValue { changeText() } } }

  /// The border around the layer's glyphs, which is drawn below all glyphs. If nil, the glyphs have no
  /// border.
  public var halo: Halo? {
    didSet {
      guard halo != oldValue else { return }
      drawing = nil
      setNeedsDisplay()
    }
  }

  /// The font collection from which the fonts of the layer's text are chosen.
  public var fonts: FontCollection {
    didSet {
      guard fonts !== oldValue else { return }
      isRegistered = false
      changeText()
    }
  }

  private var cachedLayout: (layout: TextLayout, size: Size)?
  /// The last result of ``sizeThatFits(_:)`` before it was limited, and the width at which the text wrapped.
  private var measured: (width: Scalar?, size: Size)?
  /// The layout with which a text was measured, until it is drawn; nil if it cannot serve for that.
  private var measuredLayout: TextLayout?
  /// Whether the font collection will notify this layer when faces are added.
  private var isRegistered = false
  /// Tells that another thread added faces.
  private let fontChange = FontChange()
  /// The number of times that the text was laid out for drawing.
  package private(set) var layoutCount = 0
  private var drawing: TextDrawing?

  /// Creates a text layer.
  ///
  /// - Parameters:
  ///   - string: The text that the layer shows.
  ///   - fonts: The font collection from which the fonts of the text are chosen.
  ///   - frame: The layer's frame in the space of its superlayer.
  public init(_ string: String = "", fonts: FontCollection, frame: Rect = .zero) {
    self.string = string
    self.fonts = fonts
    super.init(frame: frame)
  }

  /// The layout of the layer's text: the positions of its lines and glyphs, in points from the layer's top
  /// left corner.
  public var layout: TextLayout {
    if let cachedLayout, cachedLayout.size == bounds.size { return cachedLayout.layout }
    // First, so that no face is added between the layout and the registration.
    registerIfNeeded()
    let layout = takeMeasuredLayout() ?? makeLayout()
    cachedLayout = (layout, bounds.size)
    layoutCount += 1
    drawing = nil
    return layout
  }

  private func makeLayout() -> TextLayout {
    let limitsHeight = truncationMode != .none && isWrapped
    return TextLayout(
      content, paragraph: paragraph, fonts: fonts, width: bounds.width, height: limitsHeight ? bounds.height : nil)
  }

  /// Returns the layout with which the text was measured, aligned in the layer's bounds; nil if it would be
  /// another one in them. A layer that is as wide as its text is thus laid out once.
  private func takeMeasuredLayout() -> TextLayout? {
    guard var layout = measuredLayout.take(), layout.size.width <= bounds.width else { return nil }
    layout.align(alignmentMode, in: bounds.width)
    return layout
  }

  /// Returns the size that the layer's text needs, in points.
  ///
  /// If ``isWrapped`` is true and the layer's width is not 0, lines are wrapped at the layer's width.
  /// Otherwise, lines end only at the line breaks in the text itself.
  ///
  /// - Complexity: Each call lays out the text.
  public func preferredFrameSize() -> Size {
    let width = isWrapped && bounds.width > 0 ? bounds.width : nil
    return TextLayout(content, paragraph: paragraph, fonts: fonts, width: width).size
  }

  /// Returns the size that the layer's text needs, in whole points.
  ///
  /// If ``isWrapped`` is true, lines are wrapped at the width of `size`. The result is never wider or higher
  /// than `size`, which is the available size in points.
  ///
  /// - Complexity: The text is laid out if it, a style or the width at which it wraps has changed since the
  ///   last call.
  public func sizeThatFits(_ size: Size) -> Size {
    let width = isWrapped ? max(size.width, 1) : nil
    let needed: Size
    if let measured, measured.width == width {
      needed = measured.size
    } else {
      registerIfNeeded()
      let layout = TextLayout(content, paragraph: paragraph, fonts: fonts, width: width)
      needed = layout.size
      measured = (width, needed)
      if !isWrapped, cachedLayout == nil, layout.isSameIfItFits(truncationMode) { measuredLayout = layout }
    }
    return Size(
      width: min(Scalar(needed.width.ceiling), max(size.width, 0)), height: min(Scalar(needed.height.ceiling), max(size.height, 0)))
  }

  /// Draws the layer's text and halo into a display list.
  ///
  /// - Parameters:
  ///   - list: The display list.
  ///   - transform: The transform from the layer's coordinate space to the pixels on which the display list
  ///     is drawn. The layer's coordinate space is that of ``Layer/bounds``.
  ///   - opacity: The opacity of the text and the halo, from 0 (invisible) to 255 (unchanged).
  public override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard !bounds.isEmpty else { return }
    let origin = bounds.origin
    let textTransform = origin == .zero ? transform : Homography.translation(x: origin.x, y: origin.y).concatenating(transform)
    currentDrawing().draw(into: &list, transform: textTransform, opacity: opacity)
  }

  /// The bounds of the layer's own drawing, in the layer's coordinate space.
  ///
  /// The rectangle contains the layer's bounds, and any text and halo outside the layer's bounds.
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

  /// Whether the layer's bounds cast the layer's shadow: true if the layer has a background color.
  ///
  /// The text itself casts no shadow. To set the text off from its background, use a ``halo``. If the layer
  /// has an explicit shadow path, that path casts the shadow instead.
  public override var castsShadowOfBounds: Bool { backgroundColor != nil }

  /// Whether a layer that is seen in perspective is first drawn into a cached image. For a text layer, the
  /// value is always true.
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

  private func registerIfNeeded() {
    guard !isRegistered else { return }
    isRegistered = true
    fonts.register(self, change: fontChange)
  }

  /// The number of times that a thread has added faces to a collection that layers of another thread use.
  package static var fontChangeCount: Int { FontChange.count }

  /// Lays out all texts again in `layer` and its sublayers to whose fonts another thread has added faces.
  ///
  /// Call it on the thread that the layers belong to, before a frame is committed.
  package static func applyFontChanges(in layer: Layer) {
    if let text = layer as? TextLayer, text.fontChange.take() { text.fontsDidChange() }
    if let mask = layer.mask { applyFontChanges(in: mask) }
    for sublayer in layer.sublayers { applyFontChanges(in: sublayer) }
  }

  /// Forgets the layout of a text whose size stays the same.
  private func changeLayout() {
    (cachedLayout, measuredLayout, drawing) = (nil, nil, nil)
    setNeedsDisplay()
  }

  /// Forgets the layout of a text whose size may have changed.
  private func changeText() {
    measured = nil
    changeLayout()
    invalidateIntrinsicContentSize()
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
