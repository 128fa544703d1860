import CartoucheImages
import CartoucheRaster

/// Colors in the notations of CSS: names, `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`, `hsl()`
/// and `hsla()`, the functions with commas or with spaces and a slash.
extension StyleColor {
  /// Creates a color from a text; nil if the text is no color.
  package init?(css text: String) {
    let text = Self.trimmedLowercase(text)
    if let hex = ColorNames.hex[text] {
      self.init(hex: hex)
    } else if text == "transparent" {
      self = .transparent
    } else if text.utf8.first == UInt8(ascii: "#") {
      self.init(hexDigits: Array(text.utf8.dropFirst()))
    } else {
      self.init(function: text)
    }
  }

  private init?(hexDigits digits: [UInt8]) {
    let values = digits.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard values.count == digits.count else { return nil }
    var bytes: [Int]
    switch values.count {
    case 3, 4: bytes = values.map { $0 * 17 }
    case 6, 8: bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] * 16 + values[$0 + 1] }
    default: return nil
    }
    if bytes.count == 3 { bytes.append(255) }
    self.init(
      red: Double(bytes[0]) / 255, green: Double(bytes[1]) / 255, blue: Double(bytes[2]) / 255, alpha: Double(bytes[3]) / 255)
  }

  private init?(function text: String) {
    guard let open = text.firstIndex(of: "("), text.last == ")" else { return nil }
    let name = text[..<open]
    guard let arguments = CSSArguments(text[text.index(after: open)..<text.index(before: text.endIndex)]) else { return nil }
    let values = arguments.values
    guard values.count == 3 || values[3].unit != .degree else { return nil }
    let alpha = values.count == 4 ? (values[3].unit == .percent ? values[3].number / 100 : values[3].number) : 1
    switch name {
    case "rgb", "rgba":
      guard values[0].unit != .degree, values[1].unit == values[0].unit, values[2].unit == values[0].unit else { return nil }
      let largest = values[0].unit == .percent ? 100.0 : 255
      self.init(
        red: Self.unit(values[0].number / largest), green: Self.unit(values[1].number / largest),
        blue: Self.unit(values[2].number / largest), alpha: Self.unit(alpha))
    case "hsl", "hsla":
      guard values[0].unit != .percent, values[1].unit == .percent, values[2].unit == .percent else { return nil }
      self.init(
        hue: values[0].number, saturation: Self.unit(values[1].number / 100), lightness: Self.unit(values[2].number / 100),
        alpha: Self.unit(alpha))
    default: return nil
    }
  }

  /// Creates a color from a hue in degrees, and from a saturation and a lightness from 0 to 1 (CSS Color 4,
  /// section 7.1).
  package init(hue: Double, saturation: Double, lightness: Double, alpha: Double) {
    let turned = ElementaryFunctions.remainder(hue, 360)
    let hue = turned < 0 ? turned + 360 : turned
    let chroma = saturation * min(lightness, 1 - lightness)
    func component(_ offset: Double) -> Double {
      let position = ElementaryFunctions.remainder(offset + hue / 30, 12)
      return lightness - chroma * max(-1, min(position - 3, 9 - position, 1))
    }
    self.init(red: component(0), green: component(8), blue: component(4), alpha: alpha)
  }

  private static func unit(_ value: Double) -> Double { value == value ? value.clamped(from: 0, to: 1) : 0 }

  private static func trimmedLowercase(_ text: String) -> String {
    let spaces: Set<Character> = [" ", "\t", "\n", "\r"]
    guard let first = text.firstIndex(where: { !spaces.contains($0) }), let last = text.lastIndex(where: { !spaces.contains($0) })
    else { return "" }
    return text[first...last].lowercased()
  }
}

/// The three or four arguments of a color function.
private struct CSSArguments {
  enum Unit { case none, percent, degree }

  var values: [(number: Double, unit: Unit)] = []

  /// Reads arguments separated by commas, or by spaces with a slash before the fourth.
  init?(_ text: Substring) {
    var scanner = Scanner(bytes: Array(text.utf8))
    var hasCommas = false
    scanner.skipSpaces()
    while let value = scanner.number() {
      values.append(value)
      let hasSpace = scanner.skipSpaces()
      guard let separator = scanner.peek else { break }
      let index = values.count
      guard index < 4 else { return nil }
      switch separator {
      case UInt8(ascii: ","):
        guard index == 1 || hasCommas else { return nil }
        hasCommas = true
        scanner.position += 1
      case UInt8(ascii: "/"):
        guard index == 3, !hasCommas else { return nil }
        scanner.position += 1
      default:
        guard hasSpace, index < 3, !hasCommas else { return nil }
      }
      scanner.skipSpaces()
    }
    guard values.count >= 3, scanner.peek == nil else { return nil }
  }

  private struct Scanner {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    @discardableResult
    mutating func skipSpaces() -> Bool {
      let start = position
      while let byte = peek, byte == 32 || (9...13).contains(byte) { position += 1 }
      return position > start
    }

    mutating func number() -> (number: Double, unit: Unit)? {
      let start = position
      while let byte = peek, isOfNumber(byte) {
        position += 1
      }
      guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)), number.isFinite else { return nil }
      if peek == UInt8(ascii: "%") {
        position += 1
        return (number, .percent)
      }
      if bytes[position...].starts(with: "deg".utf8) {
        position += 3
        return (number, .degree)
      }
      return (number, .none)
    }

    private func isOfNumber(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"): true
      // Not the "e" of "deg": an exponent follows a digit, and a unit never begins with "e".
      case UInt8(ascii: "e"): true
      default: false
      }
    }
  }
}
