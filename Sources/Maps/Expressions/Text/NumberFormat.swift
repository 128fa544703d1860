/// Numbers as people write them: with separators, a limited number of decimals, and a currency or a unit.
///
/// Without ICU, the conventions of English are built in, and the separators of a few other languages.
enum NumberFormat {
  struct Options {
    var locale: String?
    var currency: String?
    var unit: String?
    var minimumFractionDigits: Int?
    var maximumFractionDigits: Int?
  }

  static func text(_ number: Double, _ options: Options) -> String {
    guard number == number else { return "NaN" }
    let usual = options.currency.map { wholeCurrencies.contains($0.uppercased()) ? 0 : 2 }
    let usualMinimum = usual ?? 0
    let minimum = min(max(options.minimumFractionDigits ?? min(usualMinimum, options.maximumFractionDigits ?? 20), 0), 20)
    let maximum = min(max(options.maximumFractionDigits ?? max(usual ?? 3, minimum), minimum), 20)
    let separators = Separators(locale: options.locale)
    let amount = number.magnitude.isFinite ? digits(number.magnitude, minimum, maximum, separators) : "∞"
    let sign = number < 0 && amount.contains { $0 != "0" && $0.isNumber || $0 == "∞" } ? "-" : ""
    if let currency = options.currency?.uppercased() {
      guard separators.hasLeadingCurrency else { return "\(sign)\(amount)\u{a0}\(symbols[currency] ?? currency)" }
      return sign + (symbols[currency] ?? currency + "\u{a0}") + amount
    }
    if let unit = options.unit { return sign + amount + (units[unit] ?? " " + unit) }
    return sign + amount
  }

  /// Returns the digits of a positive number, rounded to `maximum` decimals. Halves are rounded away from
  /// zero.
  private static func digits(_ number: Double, _ minimum: Int, _ maximum: Int, _ separators: Separators) -> String {
    let shortest = JSONNumber.shortestDigits(of: number)
    var (digits, point) = (shortest.digits.utf8.map { $0 - 48 }, shortest.point)
    if point < 1 {
      digits.insert(contentsOf: repeatElement(0, count: min(1 - point, 400)), at: 0)
      point = 1
    }
    while digits.count < point { digits.append(0) }
    if digits.count > point + maximum {
      let roundsUp = digits[point + maximum] >= 5
      digits.removeSubrange((point + maximum)...)
      var index = digits.count - 1
      while roundsUp {
        if index < 0 {
          digits.insert(1, at: 0)
          point += 1
          break
        }
        digits[index] += 1
        if digits[index] < 10 { break }
        digits[index] = 0
        index -= 1
      }
    }
    while digits.count > point + minimum, digits.last == 0 { digits.removeLast() }
    while digits.count < point + minimum { digits.append(0) }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index == point { text += separators.decimal }
      if index > 0, index < point, (point - index).isMultiple(of: 3), point >= separators.fewestGroupedDigits {
        text += separators.group
      }
      text.unicodeScalars.append(UnicodeScalar(digit + 48))
    }
    return text
  }

  /// How a language separates decimals and groups of three digits (Unicode CLDR 45, "Numbers").
  private struct Separators {
    var decimal = "."
    var group = ","
    var fewestGroupedDigits = 4
    var hasLeadingCurrency = true

    init(locale: String?) {
      switch (locale ?? "en").lowercased().prefix(2) {
      case "de", "nl", "da", "id", "tr", "el": (decimal, group) = (",", ".")
      case "es", "it", "pt": (decimal, group, fewestGroupedDigits) = (",", ".", 5)
      case "fr": (decimal, group) = (",", "\u{202f}")
      case "ru", "uk", "cs", "sv", "fi", "nb", "no", "sk", "bg", "hu": (decimal, group) = (",", "\u{a0}")
      case "pl": (decimal, group, fewestGroupedDigits) = (",", "\u{a0}", 5)
      default: return
      }
      hasLeadingCurrency = ["nl", "da", "tr"].contains((locale ?? "").lowercased().prefix(2))
    }
  }

  /// Currencies that have no smaller unit in use (ISO 4217).
  private static let wholeCurrencies: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF",
  ]
  private static let symbols = [
    "AUD": "A$", "BRL": "R$", "CAD": "CA$", "CNY": "CN¥", "EUR": "€", "GBP": "£", "HKD": "HK$", "ILS": "₪", "INR": "₹", "JPY": "¥",
    "KRW": "₩", "MXN": "MX$", "NZD": "NZ$", "PHP": "₱", "TWD": "NT$", "USD": "$", "VND": "₫",
  ]
  /// What follows a number in short English, by the names of ECMA-402, table "sanctioned simple units".
  private static let units = [
    "acre": " ac", "bit": " bit", "byte": " byte", "celsius": "°C", "centimeter": " cm", "day": " days", "degree": " deg",
    "fahrenheit": "°F", "fluid-ounce": " fl oz", "foot": " ft", "gallon": " gal", "gigabit": " Gb", "gigabyte": " GB", "gram": " g",
    "hectare": " ha", "hour": " hr", "inch": " in", "kilobit": " kb", "kilobyte": " kB", "kilogram": " kg", "kilometer": " km",
    "liter": " L", "megabit": " Mb", "megabyte": " MB", "meter": " m", "mile": " mi", "mile-scandinavian": " smi",
    "milliliter": " mL",
    "millimeter": " mm", "millisecond": " ms", "minute": " min", "month": " mths", "ounce": " oz", "percent": "%",
    "petabyte": " PB",
    "pound": " lb", "second": " sec", "stone": " st", "terabit": " Tb", "terabyte": " TB", "week": " wks", "yard": " yd",
    "year": " yrs",
    "kilometer-per-hour": " km/h", "mile-per-hour": " mph", "meter-per-second": " m/s", "mile-per-gallon": " mpg",
    "liter-per-kilometer": " L/km",
  ]
}
