public import CartoucheRaster

/// The style of a piece of text: its font, font size, color and letter spacing.
public struct TextStyle: Hashable, Sendable {
  /// The font, described by family, weight, slant and width.
  public var font: FontDescriptor
  /// The font size in points. A layout clamps the size to 0…16384 points.
  public var fontSize: Scalar
  /// The color of the text.
  public var color: Color
  /// The extra space after each letter, in points. A layout clamps the space to −16384…16384 points.
  ///
  /// In scripts with joined letters, such as Arabic, there is no extra space.
  public var letterSpacing: Scalar
  /// The fonts that are searched for a character after ``font`` and before all other families, in order.
  ///
  /// A family of these fonts that the collection lacks is reported: see
  /// ``FontCollection/takeMissingFamilies()``. If ``font`` names no family, it is not searched.
  package var fallbackFonts: [FontDescriptor] = []

  /// Creates a text style.
  ///
  /// - Parameters:
  ///   - font: The font, described by family, weight, slant and width.
  ///   - fontSize: The font size in points.
  ///   - color: The color of the text.
  ///   - letterSpacing: The extra space after each letter, in points.
  public init(font: FontDescriptor = .system(), fontSize: Scalar = 17, color: Color = .black, letterSpacing: Scalar = 0) {
    (self.font, self.fontSize, self.color, self.letterSpacing) = (font, fontSize, color, letterSpacing)
  }

  /// The same style with its font size and letter spacing clamped to the supported ranges.
  var clamped: TextStyle {
    var style = self
    style.fontSize = fontSize.clamped(from: 0, to: 16_384)
    style.letterSpacing = letterSpacing.clamped(from: -16_384, to: 16_384)
    return style
  }
}

/// A piece of text in one style. The spans of an array form one continuous text.
public struct TextSpan: Hashable, Sendable {
  /// The characters of the span.
  public var string: String
  /// The style of all characters of the span.
  public var style: TextStyle

  /// Creates a span of text.
  ///
  /// - Parameters:
  ///   - string: The characters of the span.
  ///   - style: The style of all characters of the span.
  public init(_ string: String, style: TextStyle = TextStyle()) {
    (self.string, self.style) = (string, style)
  }
}

/// The horizontal alignment of a text's lines, like Core Animation's `CATextLayerAlignmentMode`.
public enum TextAlignment: UInt8, Hashable, Sendable, CaseIterable {
  /// Lines are aligned at the side where the paragraph begins: left in left-to-right text, right in
  /// right-to-left text.
  case natural
  /// Lines are aligned at the left side, centered, or aligned at the right side.
  case left, center, right
  /// Each line is widened to the full width by widening the gaps between words and ideographs.
  ///
  /// Lines that end with a line break and the last line of a paragraph are not widened.
  case justified
}

/// The position of the `…` in a truncated line, like Core Animation's `CATextLayerTruncationMode`.
///
/// A line is truncated if the text does not fit. If lines are wrapped, only the last line that fits is
/// truncated. If lines are not wrapped, each line that is too wide is truncated.
public enum TextTruncation: UInt8, Hashable, Sendable, CaseIterable {
  /// With `none`, lines are not truncated. Otherwise, the `…` is at the start, end or middle of the truncated
  /// line.
  case none, start, end, middle
}

/// The writing direction of a paragraph: natural, left to right, or right to left.
public enum WritingDirection: UInt8, Hashable, Sendable, CaseIterable {
  /// The first letter of the paragraph determines the direction. A paragraph without letters runs from left
  /// to right.
  case natural
  /// The paragraph runs from left to right, or from right to left.
  case leftToRight, rightToLeft
}

/// The style of a text's paragraphs: how they are wrapped into lines, aligned and truncated.
public struct ParagraphStyle: Hashable, Sendable {
  /// The horizontal alignment of the lines.
  public var alignment = TextAlignment.natural
  /// The position of the `…` in a line that is truncated because the text does not fit.
  public var truncation = TextTruncation.none
  /// Whether lines are wrapped at the layout's width. If false, lines end only at the line breaks in the text
  /// itself.
  public var isWrapped = true
  /// The maximum number of lines in the layout. 0 means that the number of lines is not limited.
  public var lineLimit = 0
  /// The extra space between adjacent lines, in points.
  public var lineSpacing: Scalar = 0
  /// The height of each line in points. If nil, the fonts determine the height.
  ///
  /// The text of a line is centered vertically in the line's height.
  public var lineHeight: Scalar?
  /// The writing direction of the paragraphs.
  public var baseDirection = WritingDirection.natural
  /// The distance between tab stops, in points. If 0, the distance is eight times the width of a space in the
  /// text's first style.
  public var tabInterval: Scalar = 0
  /// The language of the text as a BCP 47 tag, such as `zh-Hant` or `sr`. An empty tag means that the
  /// language is unknown.
  ///
  /// Some fonts have different glyphs for the same character in different languages.
  public var language = ""

  /// Creates a paragraph style with the default values: wrapped lines with natural alignment and no limit.
  public init() {}
}
