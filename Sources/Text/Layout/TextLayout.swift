public import CartoucheRaster

/// A text arranged in lines, with the position of each glyph and the size of the whole text.
///
/// Two layouts are equal if they were created from the same text with the same styles, fonts and sizes.
/// Coordinates are in points from the
/// layout's top left corner, and y points down.
public struct TextLayout: Hashable, Sendable {
  /// A glyph of a text layout, with its position.
  public struct Glyph: Hashable, Sendable, BitwiseCopyable {
    /// The index of the glyph's face in ``FontCollection/faces``, or −1 if the glyph is not from a font.
    ///
    /// Two kinds of glyphs are not from a font: the box that stands for a missing character, and a blank,
    /// such as a tab.
    public var face: Int32
    /// The index of the glyph in its face.
    public var glyph: UInt32
    /// The index of the first character that the glyph represents. The index counts the Unicode scalars of
    /// the text from 0.
    public var scalarOffset: Int32
    /// The index of the glyph's style in ``TextLayout/styles``.
    public var style: UInt16
    /// The position of the glyph's origin in the layout. For most glyphs, the origin is on the baseline.
    public var origin: Point
    /// The glyph's advance: the horizontal space that the glyph takes in its line, in points.
    public var advance: Scalar
  }

  /// A line of a text layout.
  public struct Line: Hashable, Sendable {
    /// The range of the line's characters in the text, counted in Unicode scalars.
    ///
    /// The range includes invisible characters. Each scalar of the text belongs to exactly one line.
    public var range: Range<Int>
    /// The range of the line's glyphs in ``TextLayout/glyphs``. The glyphs are in visual order, from left to
    /// right.
    public var glyphs: Range<Int>
    /// The position of the left end of the line's baseline.
    public var origin: Point
    /// The width of the line in points, without trailing white space.
    ///
    /// The width is the distance from the start of the first glyph to the end of the last glyph. Trailing
    /// white space has no glyphs.
    public var width: Scalar
    /// The ascent and descent of the line, in points. They are the largest extents of the line's fonts above
    /// and below the baseline.
    public var ascent: Scalar, descent: Scalar
    /// Whether the line belongs to a paragraph that runs from right to left.
    public var isRightToLeft: Bool
  }

  /// The lines of the layout, from top to bottom.
  public internal(set) var lines: [Line] = []
  /// The glyphs of all lines, line by line. ``TextLayout/Line/glyphs`` is the range of a line's glyphs in
  /// this array.
  public internal(set) var glyphs: [Glyph] = []
  /// The distinct styles of the text. ``TextLayout/Glyph/style`` is an index into this array.
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

  /// Whether a layout without a width is, but for the alignment, the same in any width that all lines fit.
  ///
  /// Where lines are truncated, the text after a line separator counts too, and only so many characters are
  /// looked at.
  func isSameIfItFits(_ truncation: TextTruncation) -> Bool {
    let length = lines.last?.range.upperBound ?? 0
    return !isTruncated && (truncation == .none || lines.count <= 1 && length < LineTruncator.maximumCount)
  }

  /// Moves the lines horizontally to where an alignment puts them in a width in points.
  mutating func align(_ alignment: TextAlignment, in width: Scalar) {
    for index in lines.indices {
      let freeWidth = width - lines[index].width
      let x: Scalar =
        switch alignment {
        case .left: 0
        case .right: freeWidth
        case .center: freeWidth / 2
        case .natural, .justified: lines[index].isRightToLeft ? freeWidth : 0
        }
      let distance = x - lines[index].origin.x
      guard distance != 0 else { continue }
      lines[index].origin.x = x
      for glyph in lines[index].glyphs { glyphs[glyph].origin.x += distance }
    }
  }
}

extension TextLayout {
  /// Creates a layout of glyphs whose positions are already known. It has no lines and no size.
  package init(placing glyphs: [(glyph: UInt32, origin: Point)], of face: FontFace, style: TextStyle) {
    styles = [style.clamped]
    let size = styles[0].fontSize
    self.glyphs = face.lock.withLock {
      glyphs.enumerated().map { index, placed in
        Glyph(
          face: face.collectionIndex, glyph: placed.glyph, scalarOffset: Int32(clamping: index), style: 0, origin: placed.origin,
          advance: face.advance(of: placed.glyph, size: size))
      }
    }
  }

  /// Creates the layout of a text in one style.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - style: The style of the whole text.
  ///   - paragraph: The style of the text's paragraphs, such as their alignment and truncation.
  ///   - fonts: The font collection from which faces are chosen.
  ///   - width: The width of the layout in points, at which lines are wrapped or truncated. If nil, the width
  ///     is not limited, and lines are aligned within the width of the widest line.
  ///   - height: The maximum height of all lines together, in points, or nil for no limit. At least one line
  ///     is laid out, even if that line is higher than this limit.
  /// - Complexity: The visible text is shaped once. Paragraphs after the last visible line are not analyzed.
  public init(
    _ string: String, style: TextStyle = TextStyle(), paragraph: ParagraphStyle = ParagraphStyle(), fonts: FontCollection,
    width: Scalar? = nil, height: Scalar? = nil
  ) {
    self.init([TextSpan(string, style: style)], paragraph: paragraph, fonts: fonts, width: width, height: height)
  }

  /// Creates the layout of a text of several styles. A line without characters is as high as a line in the
  /// style of the first span.
  ///
  /// - Parameters:
  ///   - spans: The pieces of the text, each with its own style.
  ///   - paragraph: The style of the text's paragraphs, such as their alignment and truncation.
  ///   - fonts: The font collection from which faces are chosen.
  ///   - width: The width of the layout in points, at which lines are wrapped or truncated. If nil, the width
  ///     is not limited, and lines are aligned within the width of the widest line.
  ///   - height: The maximum height of all lines together, in points, or nil for no limit. At least one line
  ///     is laid out, even if that line is higher than this limit.
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
    fonts.lock.withLock {
      var typesetter = Typesetter(
        styles: styles, paragraph: paragraph, fonts: fonts, width: width.map { max($0, 0) }, height: height.map { max($0, 0) })
      typesetter.run(ParagraphIterator(spans, styles: styleIndices))
      typesetter.finish(&self)
    }
  }
}
