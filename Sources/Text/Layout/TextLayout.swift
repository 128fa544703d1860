public import CartoucheRaster

/// A text arranged in lines, with the position of each glyph and the total size.
///
/// A text layout is a value: if the same text is laid out twice, the two layouts are equal. Coordinates are
/// in points from the top left corner of the layout, with y pointing down.
public struct TextLayout: Hashable, Sendable {
  /// A glyph of the text and its position.
  public struct Glyph: Hashable, Sendable, BitwiseCopyable {
    /// The index of the glyph's face in the font collection. The box of a character that no font has has the
    /// index −1.
    public var face: Int32
    /// The index of the glyph in its face.
    public var glyph: UInt32
    /// The offset in the text of the first Unicode scalar that the glyph represents.
    public var scalarOffset: Int32
    /// The index of the glyph's style in ``TextLayout/styles``.
    public var style: UInt16
    /// The position of the glyph's origin in the layout. For most glyphs, the origin is on the baseline.
    public var origin: Point
    public var advance: Scalar
  }

  public struct Line: Hashable, Sendable {
    /// The range of the line's Unicode scalars, as offsets in the text. The range includes invisible scalars.
    /// Each scalar of the text is in exactly one line.
    public var range: Range<Int>
    /// The range of the line's glyphs in ``TextLayout/glyphs``, in visual order from left to right.
    public var glyphs: Range<Int>
    /// The position of the left end of the line's baseline.
    public var origin: Point
    /// The width of the line in points, from the start of the first glyph to the end of the last glyph.
    /// Trailing white space is not included.
    public var width: Scalar
    /// The extents of the line's fonts above (`ascent`) and below (`descent`) the baseline, in points.
    public var ascent: Scalar, descent: Scalar
    /// Whether the line's paragraph runs from right to left.
    public var isRightToLeft: Bool
  }

  public internal(set) var lines: [Line] = []
  public internal(set) var glyphs: [Glyph] = []
  public internal(set) var styles: [TextStyle] = []
  /// The size of the whole text in points: the width of the widest line and the height of all lines.
  public internal(set) var size = Size.zero
  /// Whether a part of the text is not shown because the text does not fit.
  public internal(set) var isTruncated = false

  /// The y coordinate of the first line's baseline. If the layout has no lines, the value is nil.
  public var firstBaseline: Scalar? { lines.first?.origin.y }
  /// The y coordinate of the last line's baseline. If the layout has no lines, the value is nil.
  public var lastBaseline: Scalar? { lines.last?.origin.y }
}

extension TextLayout {
  /// Lays out a text in one style.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - style: The style of the whole text.
  ///   - paragraph: The style of the text's paragraphs. This style determines how text that does not fit is
  ///     truncated.
  ///   - fonts: The font collection in which faces are found.
  ///   - width: The width in points at which lines are wrapped and aligned. With nil, lines are as wide as
  ///     necessary.
  ///   - height: The height in points that limits the number of lines; nil for no limit. At least one line is
  ///     laid out.
  /// - Complexity: Shapes visible text once. Hidden text is not read, except the rest of the last visible
  ///   paragraph.
  public init(
    _ string: String, style: TextStyle = TextStyle(), paragraph: ParagraphStyle = ParagraphStyle(), fonts: FontCollection,
    width: Scalar? = nil, height: Scalar? = nil
  ) {
    self.init([TextSpan(string, style: style)], paragraph: paragraph, fonts: fonts, width: width, height: height)
  }

  /// Lays out a text of several styles. The first span's style determines the height of an empty line.
  public init(
    _ spans: [TextSpan], paragraph: ParagraphStyle = ParagraphStyle(), fonts: FontCollection, width: Scalar? = nil,
    height: Scalar? = nil
  ) {
    guard !spans.isEmpty else { return }
    var styleIndices: [UInt16] = []
    var indices: [TextStyle: UInt16] = [:]
    for span in spans {
      let style = span.style.clamped
      if let index = indices[style] {
        styleIndices.append(index)
      } else if styles.count < Int(UInt16.max) {
        styleIndices.append(UInt16(styles.count))
        indices[style] = UInt16(styles.count)
        styles.append(style)
      } else {
        // No real text has so many styles.
        styleIndices.append(0)
      }
    }
    var typesetter = Typesetter(
      styles: styles, paragraph: paragraph, fonts: fonts, width: width.map { max($0, 0) }, height: height.map { max($0, 0) })
    typesetter.run(ParagraphReader(spans, styles: styleIndices))
    typesetter.finish(&self)
  }
}
