import CartoucheRaster

extension AffineTransform {
  /// Parses a list of SVG or CSS transforms. The first transform of the list is the outermost.
  ///
  /// - Returns: nil if a transform of the list is invalid.
  /// - Source: SVG 1.1, section 7.6; CSS Transforms 1, section 8.
  init?(svg text: String) {
    var reader = ValueReader(text)
    self = .identity
    reader.skipSpace()
    while !reader.isAtEnd {
      let name = reader.word()
      if name == "none" && self == .identity {
        reader.skipSpace()
        continue
      }
      reader.skipSpace()
      guard reader.take("("), let numbers = Self.numbers(&reader), let step = Self.step(name, numbers) else { return nil }
      self = step.concatenating(self)
      reader.skipComma()
    }
  }

  /// Parses arguments up to the closing parenthesis. Angles are converted to degrees.
  private static func numbers(_ reader: inout ValueReader) -> [Number]? {
    var numbers: [Number] = []
    reader.skipSpace()
    while !reader.take(")") {
      guard var number = reader.number(), numbers.count < 6 else { return nil }
      let unit = reader.word()
      if unit != "px" {
        guard let degrees = ValueReader.degrees(number, unit) else { return nil }
        number = degrees
      }
      numbers.append(number)
      reader.skipComma()
    }
    return numbers
  }

  private static func step(_ name: String, _ n: [Number]) -> AffineTransform? {
    switch (name, n.count) {
    case ("matrix", 6): return AffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
    case ("translate", 1), ("translatex", 1): return .translation(x: n[0], y: 0)
    case ("translate", 2): return .translation(x: n[0], y: n[1])
    case ("translatey", 1): return .translation(x: 0, y: n[0])
    case ("scale", 1): return .scale(x: n[0], y: n[0])
    case ("scale", 2): return .scale(x: n[0], y: n[1])
    case ("scalex", 1): return .scale(x: n[0], y: 1)
    case ("scaley", 1): return .scale(x: 1, y: n[0])
    case ("rotate", 1): return .rotation(by: Angle(degrees: n[0]))
    case ("rotate", 3):
      return AffineTransform.translation(x: n[1], y: n[2]).rotated(by: Angle(degrees: n[0])).translated(x: -n[1], y: -n[2])
    case ("skewx", 1): return AffineTransform(a: 1, b: 0, c: tangent(n[0]), d: 1, tx: 0, ty: 0)
    case ("skewy", 1): return AffineTransform(a: 1, b: tangent(n[0]), c: 0, d: 1, tx: 0, ty: 0)
    default: return nil
    }
  }

  private static func tangent(_ degrees: Number) -> Number {
    let (sine, cosine) = Angle(degrees: degrees).sineAndCosine
    return sine / cosine
  }
}

extension ValueReader {
  /// Converts an angle to degrees; nil if the unit is unknown.
  static func degrees(_ number: Number, _ unit: String) -> Number? {
    switch unit {
    case "", "deg": number
    case "rad": number * 57.29577951308232
    case "grad": number * 9 / 10
    case "turn": number * 360
    default: nil
    }
  }

  /// Parses a whole value as one angle in degrees.
  static func angle(_ text: String) -> Number? {
    var reader = ValueReader(text)
    reader.skipSpace()
    guard let number = reader.number(), let angle = degrees(number, reader.word()) else { return nil }
    reader.skipSpace()
    return reader.isAtEnd ? angle : nil
  }
}

extension AffineTransform {
  /// The lengths of the transformed unit vectors.
  var scales: (x: Number, y: Number) { (Number.hypotenuse(a, b), Number.hypotenuse(c, d)) }

  /// Creates the transform that maps the unit square to `rect`.
  init(unitSquareTo rect: Rect) {
    self.init(
      a: Number(rounding: rect.width), b: 0, c: 0, d: Number(rounding: rect.height), tx: Number(rounding: rect.minX),
      ty: Number(rounding: rect.minY))
  }
}
