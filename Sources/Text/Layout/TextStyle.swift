public import CartoucheRaster

/// The font, size, color and spacing of a span of text.
public struct TextStyle: Hashable, Sendable {
  public var font: FontDescriptor
  /// The font size in points per em, clamped to 0…16384. Text of size 0 has no extent.
  public var fontSize: Scalar
  public var color: Color
  /// Extra space after each letter, in points. It does not apply to scripts with joined letters.
  public var letterSpacing: Scalar

  public init(font: FontDescriptor = .system(), fontSize: Scalar = 17, color: Color = .black, letterSpacing: Scalar = 0) {
    (self.font, self.fontSize, self.color, self.letterSpacing) = (font, fontSize, color, letterSpacing)
  }

  /// The style with its size and spacing clamped to the supported ranges.
  var clamped: TextStyle {
    var style = self
    style.fontSize = fontSize.clamped(from: 0, to: 16_384)
    style.letterSpacing = letterSpacing.clamped(from: -16_384, to: 16_384)
    return style
  }
}

/// A piece of text in one style. Consecutive spans form one text.
public struct TextSpan: Hashable, Sendable {
  public var string: String
  public var style: TextStyle

  public init(_ string: String, style: TextStyle = TextStyle()) {
    (self.string, self.style) = (string, style)
  }
}

/// The horizontal alignment of lines, like Core Animation's `CATextLayerAlignmentMode`.
public enum TextAlignment: UInt8, Hashable, Sendable, CaseIterable {
  /// At the side where the paragraph's writing direction begins.
  case natural
  case left, center, right
  /// Extended to both sides between words and ideographs, except in the last line of a paragraph.
  case justified
}

/// Where text is truncated that does not fit, marked with a `…`; like Core Animation's
/// `CATextLayerTruncationMode`.
///
/// If several lines are allowed, the last of them is truncated.
public enum TextTruncation: UInt8, Hashable, Sendable, CaseIterable {
  case none, start, end, middle
}

/// The writing direction of a paragraph.
public enum WritingDirection: UInt8, Hashable, Sendable, CaseIterable {
  /// The direction of the paragraph's first letter; left to right without letters.
  case natural
  case leftToRight, rightToLeft
}

/// How text is divided into lines.
public struct ParagraphStyle: Hashable, Sendable {
  public var alignment = TextAlignment.natural
  public var truncation = TextTruncation.none
  /// Whether lines are wrapped at the width. If not, only the text's own line breaks end a line.
  public var isWrapped = true
  /// The maximum number of lines; 0 for no limit.
  public var lineLimit = 0
  /// Extra space between lines, in points.
  public var lineSpacing: Scalar = 0
  /// The distance between lines in points, in place of the fonts' own. Text is centered in it.
  public var lineHeight: Scalar?
  public var baseDirection = WritingDirection.natural
  /// The distance between tab stops in points; 0 for the width of eight spaces of the first style.
  public var tabInterval: Scalar = 0
  /// The text's language as a BCP 47 tag (`zh-Hant`, `sr`); empty if unknown. Some fonts have variant glyphs
  /// for a language.
  public var language = ""

  public init() {}
}
