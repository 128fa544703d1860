/// A `data:` URL, which contains a file's bytes.
///
/// - Source: RFC 2397.
struct DataURL {
  /// The declared media type in lower case.
  let mediaType: String
  private let isBase64: Bool
  private let content: Substring.UTF8View

  /// Parses a URL. If the URL has another scheme than `data:`, the result is nil.
  init?(_ address: String) {
    let bytes = address.utf8
    guard bytes.count >= 5, String(address.prefix(5)).lowercasedASCII == "data:",
      let comma = bytes.firstIndex(of: UInt8(ascii: ","))
    else {
      return nil
    }
    let parts = address[bytes.index(bytes.startIndex, offsetBy: 5)..<comma].utf8.split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
    ).map { String(Substring($0)).trimmed.lowercasedASCII }
    mediaType = parts.first ?? ""
    isBase64 = parts.count > 1 && parts.last == "base64"
    content = address[bytes.index(after: comma)...].utf8
  }

  /// The decoded bytes. If the URL declares base64 and its data are not base64, the property is nil.
  var bytes: [UInt8]? { isBase64 ? base64 : percentEncoded }

  /// The bytes in base64. White space between letters is ignored.
  ///
  /// - Source: RFC 4648, section 4.
  private var base64: [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(content.count / 4 * 3)
    var (bits, count) = (UInt32(0), 0)
    func take(_ value: UInt8) {
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    var letters = content.makeIterator()
    while var letter = letters.next() {
      // Base64 letters may be percent-encoded.
      if letter == UInt8(ascii: "%") {
        guard let high = letters.next().flatMap(Self.digit), let low = letters.next().flatMap(Self.digit) else { return nil }
        letter = high << 4 | low
      }
      switch letter {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): take(letter - UInt8(ascii: "A"))
      case UInt8(ascii: "a")...UInt8(ascii: "z"): take(letter - UInt8(ascii: "a") + 26)
      case UInt8(ascii: "0")...UInt8(ascii: "9"): take(letter - UInt8(ascii: "0") + 52)
      case UInt8(ascii: "+"): take(62)
      case UInt8(ascii: "/"): take(63)
      case UInt8(ascii: "="): continue
      default: if !ValueReader.isSpace(letter) { return nil }
      }
    }
    return bytes
  }

  /// The bytes with percent-encoding removed. A percent sign without two hexadecimal digits is literal.
  private var percentEncoded: [UInt8] {
    let text = Array(content)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var at = 0
    while at < text.count {
      if text[at] == UInt8(ascii: "%"), at + 2 < text.count, let high = Self.digit(text[at + 1]), let low = Self.digit(text[at + 2])
      {
        bytes.append(high << 4 | low)
        at += 3
      } else {
        bytes.append(text[at])
        at += 1
      }
    }
    return bytes
  }

  private static func digit(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"): (letter | 0x20) - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
