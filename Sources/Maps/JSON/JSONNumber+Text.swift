extension JSONNumber {
  /// Returns a number as JavaScript prints it, with the fewest digits that are read as the same number.
  ///
  /// Swift finds the same digits, but places the point and the exponent differently: 1e-07 is 1e-7, and 1e+16
  /// is 10000000000000000. In JSON, numbers that are not finite are null.
  ///
  /// - Source: ECMA-262, `Number::toString`. Its k is the count of digits, its n the position of the point.
  package static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    if number == 0 { return "0" }
    let (digits, point) = shortestDigits(of: number.magnitude)
    let sign = number < 0 ? "-" : ""
    switch point {
    case digits.count...21 where digits.count <= 21: return sign + digits + zeros(point - digits.count)
    case 1...21: return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    case -5...0: return sign + "0." + zeros(-point) + digits
    default:
      let exponent = point - 1
      let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
      return sign + digits.prefix(1) + fraction + (exponent < 0 ? "e-" : "e+") + String(exponent.magnitude)
    }
  }

  /// Returns the digits of a positive number without zeros at the ends, and the position of the point: the
  /// number is 0.DIGITS × 10^point.
  static func shortestDigits(of number: Double) -> (digits: String, point: Int) {
    let parts = number.description.split(separator: "e")
    var point = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    point += mantissa[0].count
    let all = mantissa.joined()
    let leadingZeros = all.prefix { $0 == "0" }.count
    var digits = all.dropFirst(leadingZeros)
    while digits.last == "0" { digits.removeLast() }
    return (String(digits), point - leadingZeros)
  }

  private static func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
}
