import CartoucheRaster

extension Color {
  /// Parses a CSS color: a name, `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`, `hsl()` or
  /// `hsla()`.
  ///
  /// After the color and a space, other text is ignored, because SVG 1.1 allows an ICC color there.
  ///
  /// - Returns: nil if the text does not begin with a CSS color.
  /// - Source: CSS Color 4, sections 4 to 7.
  init?(css text: String) {
    var reader = ValueReader(text)
    reader.skipSpace()
    if reader.take("#") {
      self.init(hexDigits: reader.upTo(" "))
      return
    }
    let name = reader.word()
    reader.skipSpace()
    guard reader.take("(") else {
      if name == "transparent" {
        self = .clear
        return
      }
      guard let hex = ColorNames.hex[name], reader.isAtEnd || reader.word().hasPrefix("icc") else { return nil }
      self.init(hex: hex)
      return
    }
    switch name {
    case "rgb", "rgba": self.init(rgb: &reader)
    case "hsl", "hsla": self.init(hsl: &reader)
    default: return nil
    }
  }

  private init?(hexDigits text: String) {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue ?? -1 }
    guard !digits.contains(-1) else { return nil }
    let isShort = digits.count < 6
    guard [3, 4, 6, 8].contains(digits.count) else { return nil }
    func component(_ index: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: isShort ? digits[index] * 17 : digits[index * 2] * 16 + digits[index * 2 + 1])
    }
    let hasAlpha = digits.count == 4 || digits.count == 8
    self.init(red: component(0), green: component(1), blue: component(2), alpha: hasAlpha ? component(3) : 255)
  }

  /// Parses three numbers up to 255 or three percentages, and an opacity, separated by commas or by spaces
  /// and a slash.
  private init?(rgb reader: inout ValueReader) {
    var components: [Number] = []
    var kind: Bool?
    for index in 0..<3 {
      reader.skipSpace()
      if index > 0 { reader.skipComma() }
      guard let value = reader.number() else { return nil }
      let isPercentage = reader.take("%")
      guard kind == nil || kind == isPercentage else { return nil }
      kind = isPercentage
      components.append(isPercentage ? value * 255 / 100 : value)
    }
    guard let alpha = Self.opacity(&reader) else { return nil }
    self.init(
      red: Self.byte(components[0]), green: Self.byte(components[1]), blue: Self.byte(components[2]), alpha: Self.byte(alpha * 255))
  }

  /// Parses a hue in degrees, saturation and lightness in percent, and an opacity.
  private init?(hsl reader: inout ValueReader) {
    reader.skipSpace()
    guard var hue = reader.number() else { return nil }
    switch reader.word() {
    case "", "deg": break
    case "rad": hue = hue * 57.29577951308232
    case "grad": hue = hue * 9 / 10
    case "turn": hue = hue * 360
    default: return nil
    }
    var fractions: [Number] = []
    for _ in 0..<2 {
      reader.skipComma()
      guard let value = reader.number() else { return nil }
      _ = reader.take("%")
      fractions.append((value / 100).clamped(from: 0, to: 1))
    }
    guard let alpha = Self.opacity(&reader) else { return nil }
    let (saturation, lightness) = (fractions[0], fractions[1])
    let sixth = Angle(degrees: hue).normalized.degrees / 30  // 0..<12
    let amplitude = saturation * min(lightness, 1 - lightness)
    func component(_ offset: Number) -> UInt8 {
      var position = offset + sixth
      if position >= 12 { position = position - 12 }
      return Self.byte((lightness - amplitude * max(min(position - 3, 9 - position, 1), -1)) * 255)
    }
    self.init(red: component(0), green: component(8), blue: component(4), alpha: Self.byte(alpha * 255))
  }

  /// Parses an optional opacity and the closing parenthesis; nil if they are invalid.
  private static func opacity(_ reader: inout ValueReader) -> Number? {
    reader.skipComma()
    if reader.take("/") { reader.skipSpace() }
    if reader.take(")") { return 1 }
    guard var value = reader.number() else { return nil }
    if reader.take("%") { value /= 100 }
    reader.skipSpace()
    return reader.take(")") ? value.clamped(from: 0, to: 1) : nil
  }

  private static func byte(_ value: Number) -> UInt8 { UInt8(clamping: value.rounded) }
}
