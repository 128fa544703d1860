public import CartoucheRaster

/// The font, size, color and letter spacing of a span of text.
public struct TextStyle: Hashable, Sendable {
  public var font: FontDescriptor
  /// The font size in points per em, clamped to 0…16384. Text of size 0 takes no space.
  public var fontSize: Scalar
  public var color: Color
  /// The extra space after each letter, in points. Scripts with joined letters get no extra space.
  public var letterSpacing: Scalar

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

/// A piece of text in one style. Consecutive spans in an array form one text.
public struct TextSpan: Hashable, Sendable {
  public var string: String
  public var style: TextStyle

  public init(_ string: String, style: TextStyle = TextStyle()) {
    (self.string, self.style) = (string, style)
  }
}

/// The horizontal alignment of a text's lines, like Core Animation's `CATextLayerAlignmentMode`.
public enum TextAlignment: UInt8, Hashable, Sendable, CaseIterable {
  /// Lines are aligned at the side where the paragraph's writing direction begins.
  case natural
  case left, center, right
  /// Lines are extended to both sides by widening the gaps between words and ideographs. The last line of a
  /// paragraph is not extended.
  case justified
}

/// The position at which text that does not fit is shortened, like Core Animation's
/// `CATextLayerTruncationMode`. A `…` marks the position.
///
/// If several lines are allowed, the last of these lines is truncated.
public enum TextTruncation: UInt8, Hashable, Sendable, CaseIterable {
  case none, start, end, middle
}

/// The writing direction of a paragraph.
public enum WritingDirection: UInt8, Hashable, Sendable, CaseIterable {
  /// The paragraph has the direction of its first letter. A paragraph without letters runs from left to
  /// right.
  case natural
  case leftToRight, rightToLeft
}

/// A style that determines how paragraphs are divided into lines, and how the lines are aligned and
/// truncated.
public struct ParagraphStyle: Hashable, Sendable {
  public var alignment = TextAlignment.natural
  public var truncation = TextTruncation.none
  /// Whether lines are wrapped at the layout's width. If false, only the line breaks in the text itself end
  /// lines.
  public var isWrapped = true
  /// The maximum number of lines of the layout; 0 for no limit.
  public var lineLimit = 0
  /// The extra space between lines, in points.
  public var lineSpacing: Scalar = 0
  /// The height of each line in points. If the value is nil, the fonts define the height. The line's text is
  /// centered in the height.
  public var lineHeight: Scalar?
  public var baseDirection = WritingDirection.natural
  /// The distance between tab stops in points. A distance of 0 means the width of eight spaces in the first
  /// style.
  public var tabInterval: Scalar = 0
  /// The language of the text as a BCP 47 tag, such as `zh-Hant` or `sr`. If the language is unknown, the tag
  /// is empty. Some fonts have variant glyphs for a language.
  public var language = ""

  public init() {}
}
