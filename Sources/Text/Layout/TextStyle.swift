public import CartoucheRaster

/// How a stretch of text looks.
public struct TextStyle: Hashable, Sendable {
  public var font: FontDescriptor
  /// Points an em, held to 0…16384; nothing is laid out at 0.
  public var fontSize: Scalar
  public var color: Color
  /// Added behind each letter, in points; not in scripts whose letters join.
  public var letterSpacing: Scalar

  public init(font: FontDescriptor = .system(), fontSize: Scalar = 17, color: Color = .black, letterSpacing: Scalar = 0) {
    (self.font, self.fontSize, self.color, self.letterSpacing) = (font, fontSize, color, letterSpacing)
  }

  /// The same with the size and the spacing in the ranges that are computed with.
  var clamped: TextStyle {
    var style = self
    style.fontSize = fontSize.clamped(from: 0, to: 16_384)
    style.letterSpacing = letterSpacing.clamped(from: -16_384, to: 16_384)
    return style
  }
}

/// A stretch of text in one style; several behind each other are one text.
public struct TextSpan: Hashable, Sendable {
  public var string: String
  public var style: TextStyle

  public init(_ string: String, style: TextStyle = TextStyle()) {
    (self.string, self.style) = (string, style)
  }
}

/// Where a line stands between the sides; Core Animation's `CATextLayerAlignmentMode`.
public enum TextAlignment: UInt8, Hashable, Sendable, CaseIterable {
  /// On the side where the paragraph's writing begins.
  case natural
  case left, center, right
  /// Stretched to both sides between words and ideographs, but for the last line of a paragraph.
  case justified
}

/// Where a text that does not fit is cut, a `…` in its place; Core Animation's `CATextLayerTruncationMode`.
///
/// Where several lines are allowed it is the last of them that is cut.
public enum TextTruncation: UInt8, Hashable, Sendable, CaseIterable {
  case none, start, end, middle
}

/// To which side a paragraph is written.
public enum WritingDirection: UInt8, Hashable, Sendable, CaseIterable {
  /// As its first letter is; to the right without letters.
  case natural
  case leftToRight, rightToLeft
}

/// How lines are made of a text.
public struct ParagraphStyle: Hashable, Sendable {
  public var alignment = TextAlignment.natural
  public var truncation = TextTruncation.none
  /// Whether lines are broken where the width ends; otherwise only where the text says.
  public var isWrapped = true
  /// How many lines there are at most; 0, as many as it takes.
  public var lineLimit = 0
  /// Points between lines, beside what the fonts ask for.
  public var lineSpacing: Scalar = 0
  /// Points from line to line in place of what the fonts ask for; text stands in the middle of it.
  public var lineHeight: Scalar?
  public var baseDirection = WritingDirection.natural
  /// Points between tab stops; 0, eight spaces of the first style.
  public var tabInterval: Scalar = 0
  /// The text's language as BCP 47 writes it (`zh-Hant`, `sr`); empty, unknown. Some fonts have other letters for it.
  public var language = ""

  public init() {}
}
