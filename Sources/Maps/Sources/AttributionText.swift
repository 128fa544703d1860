/// Conversion of attributions, which archives store as HTML, to plain text.
enum AttributionText {
  /// The maximum number of characters of an attribution. A screen shows fewer.
  private static let maximumCount = 500

  /// Returns the plain text of `markup`: without tags, with characters in place of their references, and with
  /// single spaces.
  ///
  /// The text is shown and never interpreted, so broken markup does no harm: what is no tag remains.
  static func plain(_ markup: String) -> String {
    var output = ""
    var rest = Substring(markup).unicodeScalars
    var isSpaced = false
    func append(_ scalar: Unicode.Scalar) {
      guard scalar.properties.isWhitespace || scalar.value < 0x20 else {
        if isSpaced, !output.isEmpty { output.append(" ") }
        isSpaced = false
        output.unicodeScalars.append(scalar)
        return
      }
      isSpaced = true
    }
    while let first = rest.first, output.unicodeScalars.count < maximumCount {
      switch first {
      case "<" where isTag(rest.dropFirst().first):
        let tag = rest.prefix { $0 != ">" }
        // Only a tag that breaks the line separates words.
        if ["br", "p", "div", "li"].contains(tagName(tag)) { append(" ") }
        rest = rest.dropFirst(tag.count + 1)
      case "&":
        let (character, count) = reference(rest)
        append(character ?? "&")
        rest = rest.dropFirst(character == nil ? 1 : count)
      default:
        append(first)
        rest = rest.dropFirst()
      }
    }
    return output
  }

  /// Returns the attributions as one text, in which each attribution occurs once.
  static func joined(_ attributions: [String]) -> String {
    var distinct: [String] = []
    for text in attributions where !text.isEmpty && !distinct.contains(text) { distinct.append(text) }
    return distinct.joined(separator: " · ")
  }

  private static func isTag(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    return scalar == "/" || scalar == "!" || (scalar.isASCII && scalar.properties.isAlphabetic)
  }

  /// Returns the name of a tag that begins with "<", in lower case and without a slash.
  private static func tagName(_ tag: Substring.UnicodeScalarView) -> String {
    let name = tag.dropFirst().drop { $0 == "/" }.prefix(8).prefix { $0.isASCII && $0.properties.isAlphabetic }
    return String(String.UnicodeScalarView(name)).lowercased()
  }

  /// Returns the character that a reference such as `&copy;` or `&#169;` at the start of `text` stands for,
  /// and the reference's length.
  private static func reference(_ text: Substring.UnicodeScalarView) -> (character: Unicode.Scalar?, count: Int) {
    let name = text.dropFirst().prefix(10).prefix { $0 != ";" && $0 != "&" && $0 != "<" }
    guard text.dropFirst(name.count + 1).first == ";" else { return (nil, 0) }
    let count = name.count + 2
    let key = String(String.UnicodeScalarView(name))
    guard key.first == "#" else { return (named[key], count) }
    let digits = key.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return (value.flatMap(Unicode.Scalar.init), count)
  }

  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "©", "reg": "®", "trade": "™", "middot": "·",
    "bull": "•", "ndash": "–", "mdash": "—", "hellip": "…", "laquo": "«", "raquo": "»",
  ]
}
