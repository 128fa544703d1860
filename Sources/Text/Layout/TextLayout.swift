public import CartoucheRaster

/// A text put into lines: where each glyph stands, and how large it all is. A value; the same text laid out twice is the same.
///
/// Points, from the top left corner of the space it was laid into, y down.
public struct TextLayout: Hashable, Sendable {
  /// A glyph at its place.
  public struct Glyph: Hashable, Sendable, BitwiseCopyable {
    /// The number of its face in the collection; −1, the box for what no font has.
    public var face: Int32
    /// Its number in the face.
    public var glyph: UInt32
    /// The offset of the first Unicode scalar that it shows.
    public var scalarOffset: Int32
    /// An index into ``TextLayout/styles``.
    public var style: UInt16
    /// Where its own origin stands, which is on the baseline for most.
    public var origin: Point
    public var advance: Scalar
  }

  public struct Line: Hashable, Sendable {
    /// The offsets of its Unicode scalars, those included that are not seen; each scalar of the text is in one line.
    public var range: Range<Int>
    /// Its glyphs as they are seen, from left to right.
    public var glyphs: Range<Int>
    /// The left end of its baseline.
    public var origin: Point
    /// From the first glyph's begin to the last one's end, without blanks at the end.
    public var width: Scalar
    /// How far its fonts reach over and under the baseline.
    public var ascent: Scalar, descent: Scalar
    /// Whether its paragraph runs from right to left.
    public var isRightToLeft: Bool
  }

  public internal(set) var lines: [Line] = []
  public internal(set) var glyphs: [Glyph] = []
  public internal(set) var styles: [TextStyle] = []
  /// The width of the longest line, and the height of all.
  public internal(set) var size = Size.zero
  /// Whether some of the text is not shown for want of room.
  public internal(set) var isTruncated = false

  /// Where the first line stands.
  public var firstBaseline: Scalar? { lines.first?.origin.y }
  /// Where the last line stands.
  public var lastBaseline: Scalar? { lines.last?.origin.y }
}

extension TextLayout {
  /// Lays out `string` in one style.
  ///
  /// - Parameters:
  ///   - width: where lines are broken and between what they are aligned; nil, as wide as it takes.
  ///   - height: only as many lines as fit, but one at least; nil, all. What does not fit is cut as the style says.
  /// - Complexity: what is shown is shaped once; of what is not shown only the paragraph is looked through.
  public init(
    _ string: String, style: TextStyle = TextStyle(), paragraph: ParagraphStyle = ParagraphStyle(), fonts: FontCollection,
    width: Scalar? = nil, height: Scalar? = nil
  ) {
    self.init([TextSpan(string, style: style)], paragraph: paragraph, fonts: fonts, width: width, height: height)
  }

  /// Lays out a text of several styles; the first says how high an empty line is.
  public init(
    _ spans: [TextSpan], paragraph: ParagraphStyle = ParagraphStyle(), fonts: FontCollection, width: Scalar? = nil,
    height: Scalar? = nil
  ) {
    guard !spans.isEmpty else { return }
    var numbers: [UInt16] = []
    var known: [TextStyle: UInt16] = [:]
    for span in spans {
      let style = span.style.clamped
      if let number = known[style] {
        numbers.append(number)
      } else if styles.count < Int(UInt16.max) {
        numbers.append(UInt16(styles.count))
        known[style] = UInt16(styles.count)
        styles.append(style)
      } else {
        // Nobody has so many.
        numbers.append(0)
      }
    }
    var typesetter = Typesetter(
      styles: styles, paragraph: paragraph, fonts: fonts, width: width.map { max($0, 0) }, height: height.map { max($0, 0) })
    typesetter.run(ParagraphReader(spans, styles: numbers))
    typesetter.finish(&self)
  }
}
