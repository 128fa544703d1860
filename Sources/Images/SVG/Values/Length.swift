import CartoucheRaster

/// A length as written in the file. The size of a relative unit depends on the element that uses the length.
struct Length: Hashable, Sendable {
  enum Unit: Hashable, Sendable {
    case px, percent, em, ex, rem, vw, vh, vmin, vmax
  }

  var value: Number
  var unit = Unit.px

  static let zero = Length(value: 0)
}

/// The length of the viewport to which a percentage refers.
enum LengthAxis {
  case horizontal, vertical
  /// The diagonal of the viewport divided by √2.
  case diagonal
}

/// The reference lengths for relative units at an element.
struct LengthContext: Sendable {
  /// The viewport's size in user units.
  var width: Number
  var height: Number
  /// The outermost viewport's size in user units.
  var rootWidth: Number
  var rootHeight: Number
  var fontSize: Number = 16
  var rootFontSize: Number = 16

  /// Returns the length in user units.
  func userUnits(_ length: Length, _ axis: LengthAxis) -> Number {
    let value = length.value
    switch length.unit {
    case .px: return value
    case .percent:
      switch axis {
      case .horizontal: return value * width / 100
      case .vertical: return value * height / 100
      case .diagonal: return value * diagonal / 100
      }
    case .em: return value * fontSize
    // Fonts are not consulted: CSS allows 0.5 em for the x-height.
    case .ex: return value * fontSize / 2
    case .rem: return value * rootFontSize
    case .vw: return value * rootWidth / 100
    case .vh: return value * rootHeight / 100
    case .vmin: return value * min(rootWidth, rootHeight) / 100
    case .vmax: return value * max(rootWidth, rootHeight) / 100
    }
  }

  private var diagonal: Number { Number.hypotenuse(width, height) * 0.7071067811865476 }
}

extension ValueReader {
  /// Reads a length or percentage; nil if there is none or its unit is unknown.
  mutating func length() -> Length? {
    guard let value = number() else { return nil }
    if take("%") { return Length(value: value, unit: .percent) }
    switch word() {
    case "", "px": return Length(value: value)
    case "pt": return Length(value: value * 4 / 3)
    case "pc": return Length(value: value * 16)
    case "in": return Length(value: value * 96)
    case "cm": return Length(value: value * 4800 / 127)
    case "mm": return Length(value: value * 480 / 127)
    case "q": return Length(value: value * 120 / 127)
    case "em": return Length(value: value, unit: .em)
    case "ex", "ch": return Length(value: value, unit: .ex)
    case "rem": return Length(value: value, unit: .rem)
    case "vw": return Length(value: value, unit: .vw)
    case "vh": return Length(value: value, unit: .vh)
    case "vmin": return Length(value: value, unit: .vmin)
    case "vmax": return Length(value: value, unit: .vmax)
    default: return nil
    }
  }

  /// Parses a whole value as one length.
  static func length(_ text: String) -> Length? {
    var reader = ValueReader(text)
    reader.skipSpace()
    let length = reader.length()
    reader.skipSpace()
    return reader.isAtEnd ? length : nil
  }

  /// Parses a whole value as lengths separated by spaces or commas; nil if one is invalid.
  static func lengths(_ text: String) -> [Length]? {
    var reader = ValueReader(text)
    var lengths: [Length] = []
    reader.skipSpace()
    while !reader.isAtEnd {
      guard let length = reader.length() else { return nil }
      lengths.append(length)
      reader.skipComma()
    }
    return lengths
  }

  /// Parses a whole value as a number or a percentage.
  static func numberOrPercentage(_ text: String) -> Number? {
    var reader = ValueReader(text)
    reader.skipSpace()
    guard var value = reader.number() else { return nil }
    if reader.take("%") { value /= 100 }
    reader.skipSpace()
    return reader.isAtEnd ? value : nil
  }

  /// Parses a whole value as numbers separated by spaces or commas. Parsing ends at the first invalid number.
  static func numbers(_ text: String) -> (numbers: [Number], isComplete: Bool) {
    var reader = ValueReader(text)
    var numbers: [Number] = []
    reader.skipSpace()
    while !reader.isAtEnd {
      guard let number = reader.number() else { return (numbers, false) }
      numbers.append(number)
      reader.skipComma()
    }
    return (numbers, true)
  }
}

extension Point {
  init(_ x: Number, _ y: Number) { self.init(x: Scalar(rounding: x), y: Scalar(rounding: y)) }
}
