import CartoucheMaps
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Texts, numbers and colors of style expressions")
struct ExpressionTextTests {
  @Test("numbers are written as JavaScript writes them, and read back")
  func numbers() {
    for (number, text) in [
      (0.0, "0"), (-0.0, "0"), (1, "1"), (-2.5, "-2.5"), (1e21, "1e+21"), (123_456_789_012_345_683_968, "123456789012345680000"),
      (1e-6, "0.000001"), (1.5e-7, "1.5e-7"), (.infinity, "Infinity"), (.nan, "NaN"), (.leastNonzeroMagnitude, "5e-324"),
    ] {
      #expect(NumberText.text(number) == text)
    }
    var random = SplitMix64(seed: 5)
    for _ in 0..<2000 {
      let number = random.double(in: -1...1) * pow(10, random.double(in: -30...30))
      #expect(NumberText.number(NumberText.text(number)) == number)
    }
    #expect(
      NumberText.number("0b101") == 5 && NumberText.number("nan") == nil && NumberText.number("1e") == nil
        && NumberText.number(".5") == 0.5)
  }

  @Test("numbers are formatted with separators, decimals, a currency or a unit")
  func formats() {
    func text(_ number: Double, _ options: String) -> String { evaluate("[\"number-format\", \(number), \(options)]") }
    #expect(text(1234.5678, "{}") == #""1,234.568""# && text(-0.0004, "{}") == #""0""# && text(999.9999, "{}") == #""1,000""#)
    #expect(text(1234.5, #"{"min-fraction-digits": 2}"#) == #""1,234.50""# && text(2.5, #"{"max-fraction-digits": 0}"#) == #""3""#)
    #expect(text(1234.5, #"{"locale": "de"}"#) == #""1.234,5""# && text(1234, #"{"locale": "es"}"#) == #""1234""#)
    #expect(text(-3.999, #"{"currency": "USD"}"#) == #""-$4.00""# && text(3.5, #"{"currency": "JPY"}"#) == #""¥4""#)
    #expect(
      text(3.5, #"{"locale": "de", "currency": "EUR"}"#) == "\"3,50\u{a0}€\"" && text(5, #"{"unit": "kilometer"}"#) == #""5 km""#)
    #expect(text(5, #"{"unit": "meter", "currency": "EUR"}"#) == "invalid at ")
    #expect(text(1e21, "{}") == #""1,000,000,000,000,000,000,000""#)
  }

  @Test("a collator ignores accents or case, or respects both")
  func collation() {
    let base = Collator()
    #expect(base.compare("Ärger", "arger") == 0 && base.compare("a", "b") < 0 && base.compare("résumé", "RESUME") == 0)
    #expect(Collator(isCaseSensitive: true).compare("a", "A") < 0 && Collator(isCaseSensitive: true).compare("ä", "a") == 0)
    #expect(
      Collator(isDiacriticSensitive: true).compare("ä", "a") > 0 && Collator(isDiacriticSensitive: true).compare("a", "A") == 0)
    #expect(base.compare("e\u{301}", "\u{e9}") == 0 && Collator(isDiacriticSensitive: true).compare("e\u{301}", "\u{e9}") == 0)
    #expect(base.compare("Ἀθήνα", "αθηνα") == 0 && base.compare("Йод", "иод") == 0 && base.compare("Straße", "strasse") == 0)
    // An accent matters only where the letters are equal.
    let all = Collator(isCaseSensitive: true, isDiacriticSensitive: true)
    #expect(all.compare("éa", "eb") < 0 && all.compare("éa", "ea") > 0 && all.compare("x", "x") == 0)
  }

  @Test("a language sorts its own letters")
  func languages() {
    func order(_ locale: String, _ texts: [String]) -> [String] {
      let collator = Collator(isDiacriticSensitive: true, locale: locale)
      return texts.sorted { collator.compare($0, $1) < 0 }
    }
    #expect(
      order("sv", ["ö", "z", "ä", "a", "å"]) == ["a", "z", "å", "ä", "ö"] && order("en", ["z", "ä", "b"]) == ["ä", "b", "z"])
    #expect(order("es", ["ñu", "nz", "o"]) == ["nz", "ñu", "o"] && order("de", ["af", "ä", "ad"]) == ["ad", "ä", "af"])
    #expect(
      Collator(isDiacriticSensitive: true, locale: "de").compare("ä", "ae") > 0 && Collator(locale: "de").compare("ä", "ae") == 0)
    #expect(Collator(locale: "de-AT").resolvedLocale == "de-AT" && Collator(locale: "xx").resolvedLocale == "en")
  }

  @Test("colors are read in all notations of CSS that styles use, and nothing else is a color")
  func colors() {
    func parts(_ text: String) -> [Double]? {
      StyleColor(css: text).map { [$0.red * 255, $0.green * 255, $0.blue * 255, $0.alpha] }
    }
    #expect(
      parts("Red") == [255, 0, 0, 1] && parts(" #0f08 ") == [0, 255, 0, 136.0 / 255] && parts("#102030") == [16, 32, 48, 1])
    #expect(
      parts("rgb(1, 2, 3)") == [1, 2, 3, 1] && parts("rgba(1 2 3 / 50%)") == [1, 2, 3, 0.5]
        && parts("rgb(100%, 0%, 0%)") == [255, 0, 0, 1])
    #expect(parts("hsl(120, 100%, 50%)") == [0, 255, 0, 1] && parts("hsla(-240deg 100% 50% / .25)") == [0, 255, 0, 0.25])
    #expect(parts("rgb(300, -5, 0)") == [255, 0, 0, 1] && parts("transparent") == [0, 0, 0, 0])
    for text in [
      "", "#12", "#ggg", "redd", "rgb(1,2)", "rgb(1 2,3)", "rgb(1,2%,3)", "rgb(1,2,3", "hsl(1,2,3)", "rgb(1,2,3,4,5)", "rgb(a,b,c)",
      "rgb(1 2 3 4)",
      "rgb(1,,2)", "rgb(nan,1,2)", "()",
    ] {
      #expect(parts(text) == nil, "\(text)")
    }
  }

  @Test("powers, logarithms, remainders and inverse functions agree with the C library")
  func elementaryFunctions() {
    typealias F = ElementaryFunctions
    var random = SplitMix64(seed: 9)
    for _ in 0..<5000 {
      let (x, y) = (exp(random.double(in: -20...20)), random.double(in: -30...30))
      #expect(abs(F.power(x, y) / pow(x, y) - 1) < 2e-13)
      #expect(abs(F.decimalLogarithm(x) - log10(x)) < 1e-13 && abs(F.binaryLogarithm(x) - log2(x)) < 1e-13)
      #expect(
        F.remainder(y * 1e6, x) == fmod(y * 1e6, x) && F.floor(y) == Foundation.floor(y) && F.rounded(y) == Foundation.round(y))
      let unit = random.double(in: -1...1)
      #expect(abs(F.arcsine(unit) - asin(unit)) < 1e-15 * 4 && abs(F.arccosine(unit) - acos(unit)) < 1e-15 * 4)
      #expect(abs(F.arctangent(y: y, x: unit) - atan2(y, unit)) < 4e-15)
    }
    for exponent in -1074...1023 {
      #expect(F.binaryLogarithm(Double(sign: .plus, exponent: exponent, significand: 1)) == Double(exponent))
    }
    for exponent in -22...22 { #expect(F.decimalLogarithm(F.power(10, Double(exponent))) == Double(exponent)) }
    #expect(
      F.power(-8, 3) == -512 && F.power(-8, 0.5).isNaN && F.power(0, -1) == .infinity && F.power(2, 1e9) == .infinity
        && F.power(2, -1e9) == 0)
    #expect(F.power(10, 308.25) / pow(10, 308.25) > 0.999999999 && F.power(1, .infinity).isNaN && F.power(.nan, 0) == 1)
    #expect(F.rounded(0.49999999999999994) == 0 && F.rounded(-2.5) == -3 && F.floor(-1e300) == -1e300 && F.remainder(1, 0).isNaN)
    #expect(F.arcsine(2).isNaN && F.arccosine(-1) == .pi && F.arccosine(1) == 0 && F.naturalLogarithm(-1).isNaN)
  }
}
