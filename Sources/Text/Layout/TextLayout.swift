public import CartoucheRaster

/// A text arranged in lines, with the position of each glyph and the size of the whole text.
///
/// A text layout is a value: if a text is laid out twice with the same styles and fonts, the two layouts are
/// equal. Coordinates are in points from the layout's top left corner, and y points down.
public struct TextLayout: Hashable, Sendable {
  /// A glyph of the layout and the glyph's position.
  public struct Glyph: Hashable, Sendable, BitwiseCopyable {
    /// The index of the glyph's face in ``FontCollection/faces``.
    ///
    /// The index is −1 for the box that stands for a character without a font. It is also −1 for a blank
    /// without a font glyph, such as a tab.
    public var face: Int32
    /// The index of the glyph in its face.
    public var glyph: UInt32
    /// The number of Unicode scalars in the text before the first scalar that the glyph represents.
    public var scalarOffset: Int32
    /// The index of the glyph's style in ``TextLayout/styles``.
    public var style: UInt16
    /// The position of the glyph's origin in the layout. For most glyphs, the origin is on the baseline.
    public var origin: Point
    /// The horizontal space that the glyph takes in its line, in points.
    public var advance: Scalar
  }

  /// A line of the layout.
  public struct Line: Hashable, Sendable {
    /// The range of the line's Unicode scalars, counted from the start of the text.
    ///
    /// The range includes invisible scalars. Each scalar of the text belongs to exactly one line.
    public var range: Range<Int>
    /// The range of the line's glyphs in ``TextLayout/glyphs``. The glyphs are in visual order, from left to
    /// right.
    public var glyphs: Range<Int>
    /// The position of the left end of the line's baseline.
    public var origin: Point
    /// The width of the line in points, without trailing white space.
    ///
    /// The width extends from the start of the first glyph to the end of the last glyph.
    public var width: Scalar
    /// The extents of the line's fonts above the baseline (`ascent`) and below the baseline (`descent`), in
    /// points.
    public var ascent: Scalar, descent: Scalar
    /// Whether the line belongs to a paragraph that runs from right to left.
    public var isRightToLeft: Bool
  }

  /// The lines of the layout, from top to bottom.
  public internal(set) var lines: [Line] = []
  /// The glyphs of all lines, line by line. ``TextLayout/Line/glyphs`` is the range of each line's glyphs.
  public internal(set) var glyphs: [Glyph] = []
  /// The different styles of the text's spans. ``TextLayout/Glyph/style`` is an index into this array.
  public internal(set) var styles: [TextStyle] = []
  /// The size of the whole text in points: the width of the widest line, and the height of all lines
  /// together.
  public internal(set) var size = Size.zero
  /// Whether a part of the text is missing from the layout because the text does not fit.
  public internal(set) var isTruncated = false

  /// The y coordinate of the first line's baseline, or nil if the layout has no lines.
  public var firstBaseline: Scalar? { lines.first?.origin.y }
  /// The y coordinate of the last line's baseline, or nil if the layout has no lines.
  public var lastBaseline: Scalar? { lines.last?.origin.y }
}

extension TextLayout {
  /// Lays out a text in one style.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - style: The style of the whole text.
  ///   - paragraph: The style of the text's paragraphs, such as their alignment and truncation.
  ///   - fonts: The font collection in which faces are found.
  ///   - width: The width in points at which lines are wrapped or truncated, and within which they are
  ///     aligned. If nil, lines are not wrapped or truncated at any width. They are then aligned within the
  ///     width of the widest line.
  ///   - height: The maximum height of all lines together, in points, or nil for no limit. At least one line
  ///     is laid out, even if that line is higher.
  /// - Complexity: Visible text is shaped once. Shaping chooses and positions glyphs. The last line's
  ///   paragraph is analyzed up to its end, even if a part of it is not shown. Later paragraphs are not
  ///   analyzed.
  public init(
    _ string: String, style: TextStyle = TextStyle(), paragraph: ParagraphStyle = ParagraphStyle(), fonts: FontCollection,
    width: Scalar? = nil, height: Scalar? = nil
  ) {
    self.init([TextSpan(string, style: style)], paragraph: paragraph, fonts: fonts, width: width, height: height)
  }

  /// Lays out a text of several styles. The first span's style determines the height of lines without
  /// characters.
  ///
  /// - Parameters:
  ///   - spans: The pieces of the text, each with its own style.
  ///   - paragraph: The style of the text's paragraphs, such as their alignment and truncation.
  ///   - fonts: The font collection in which faces are found.
  ///   - width: The width in points at which lines are wrapped or truncated, and within which they are
  ///     aligned. If nil, lines are not wrapped or truncated at any width. They are then aligned within the
  ///     width of the widest line.
  ///   - height: The maximum height of all lines together, in points, or nil for no limit. At least one line
  ///     is laid out, even if that line is higher.
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
