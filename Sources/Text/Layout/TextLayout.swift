public import CartoucheRaster

/// A text arranged in lines, with the position of each glyph and the total size.
///
/// A value: the same text laid out twice compares equal. Coordinates are in points from the top left corner,
/// y down.
public struct TextLayout: Hashable, Sendable {
  /// A positioned glyph.
  public struct Glyph: Hashable, Sendable, BitwiseCopyable {
    /// The index of the face in the collection; −1 for the box of a character that no font has.
    public var face: Int32
    /// The index of the glyph in its face.
    public var glyph: UInt32
    /// The text offset of the first Unicode scalar that the glyph represents.
    public var scalarOffset: Int32
    /// An index into ``TextLayout/styles``.
    public var style: UInt16
    /// The position of the glyph's origin, which is on the baseline for most glyphs.
    public var origin: Point
    public var advance: Scalar
  }

  public struct Line: Hashable, Sendable {
    /// The text offsets of the line's Unicode scalars, including invisible ones. Each scalar of the text is
    /// in exactly one line.
    public var range: Range<Int>
    /// The range of the line's glyphs, in visual order from left to right.
    public var glyphs: Range<Int>
    /// The left end of the baseline.
    public var origin: Point
    /// The width from the start of the first glyph to the end of the last one, without trailing white space.
    public var width: Scalar
    /// The extent of the line's fonts above and below the baseline.
    public var ascent: Scalar, descent: Scalar
    /// Whether the paragraph runs from right to left.
    public var isRightToLeft: Bool
  }

  public internal(set) var lines: [Line] = []
  public internal(set) var glyphs: [Glyph] = []
  public internal(set) var styles: [TextStyle] = []
  /// The width of the widest line and the height of all lines.
  public internal(set) var size = Size.zero
  /// Whether part of the text does not fit and is not shown.
  public internal(set) var isTruncated = false

  /// The y coordinate of the first line's baseline.
  public var firstBaseline: Scalar? { lines.first?.origin.y }
  /// The y coordinate of the last line's baseline.
  public var lastBaseline: Scalar? { lines.last?.origin.y }
}

extension TextLayout {
  /// Lays out `string` in one style.
  ///
  /// - Parameters:
  ///   - width: The width for wrapping and alignment; nil for as wide as necessary.
  ///   - height: The height that limits the number of lines, which is at least one; nil for no limit. The
  ///     paragraph style says how the rest is truncated.
  /// - Complexity: Shapes visible text once. Of hidden text, only the rest of the last visible paragraph is
  ///   read.
  public init(
    _ string: String, style: TextStyle = TextStyle(), paragraph: ParagraphStyle = ParagraphStyle(), fonts: FontCollection,
    width: Scalar? = nil, height: Scalar? = nil
  ) {
    self.init([TextSpan(string, style: style)], paragraph: paragraph, fonts: fonts, width: width, height: height)
  }

  /// Lays out a text of several styles. The first style determines the height of an empty line.
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
