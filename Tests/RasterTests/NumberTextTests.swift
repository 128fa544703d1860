import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Numbers as text and as coded values")
struct NumberTextTests {
  @Test("a number is formatted with the digits that are asked for") func digits() {
    #expect(Scalar(2.25).formatted(fractionDigits: 1) == "2.3")
    #expect(Scalar(-2.25).formatted(fractionDigits: 1) == "-2.3")
    #expect(Scalar(2.5).formatted(fractionDigits: 0) == "3")
    #expect(Scalar(2).formatted(fractionDigits: 2) == "2.00")
    #expect(Scalar(-0.001).formatted(fractionDigits: 2) == "0.00")
    #expect(Scalar(0.05).formatted(fractionDigits: 3) == "0.050")
    #expect(Scalar(7).formatted(fractionDigits: -3) == "7")
    #expect(WideFixed<32>.min.formatted(fractionDigits: 99) == "-2147483648.000000000000000000")
    #expect(WideFixed<0>(12).formatted(fractionDigits: 1) == "12.0")
    #expect("\(Scalar(-0.5)) \(Scalar(3)) \(Scalar.zero) \(Angle.degrees(72))" == "-0.5 3 0 72°")
  }

  @Test("formatting rounds as exact decimal arithmetic does") func oracle() {
    var random = SplitMix64(seed: 31)
    for _ in 0..<2000 {
      let raw = Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<60, using: &random)
      let digits = Int.random(in: 0...8, using: &random)
      var exact = Decimal(raw) / Decimal(65536)
      var rounded = Decimal()
      NSDecimalRound(&rounded, &exact, digits, .plain)
      let text = Scalar(rawValue: raw).formatted(fractionDigits: digits)
      #expect(Decimal(string: text) == rounded)
    }
  }

  @Test("every number is read back from eighteen digits") func roundTrip() {
    var random = SplitMix64(seed: 32)
    for _ in 0..<5000 {
      let raw = Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<63, using: &random)
      #expect(Scalar(Scalar(rawValue: raw).formatted(fractionDigits: 18))?.rawValue == raw)
      #expect(WideFixed<32>(WideFixed<32>(rawValue: raw).formatted(fractionDigits: 18))?.rawValue == raw)
    }
  }

  @Test("text that is no decimal number is refused, and large numbers are clamped")
  func parsing() {
    #expect(Scalar("12.5") == 12.5)
    #expect(Scalar("+.25") == 0.25)
    #expect(Scalar("-3.") == -3)
    #expect(Scalar("0.0000000000000000000000000000000000001") == 0)
    #expect(Scalar("999999999999999999999999999999999999999999999") == .max)
    #expect(Scalar("-999999999999999999999999999999999999999999999") == .min)
    for text in ["", "-", ".", "+-1", "1e3", "1.2.3", " 1", "NaN", "١"] { #expect(Scalar(text) == nil, "\(text)") }
  }

  private func coded<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test("numbers are encoded as numbers, and every one is decoded to itself") func codedNumbers() throws {
    #expect(String(decoding: try JSONEncoder().encode([Scalar(12.5), -3]), as: UTF8.self) == "[12.5,-3]")
    var random = SplitMix64(seed: 33)
    var values: [WideFixed<32>] = [.min, .max, 0, 1, WideFixed(rawValue: -1), WideFixed(rawValue: (1 << 62) + 1)]
    for _ in 0..<500 {
      values.append(
        WideFixed(rawValue: Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<63, using: &random)))
    }
    #expect(try coded(values) == values)
    #expect(try JSONDecoder().decode([Scalar].self, from: Data(#"["0.5", 1e300, -1e300]"#.utf8)) == [0.5, .max, .min])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Scalar.self, from: Data(#""much""#.utf8)) }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Scalar.self, from: Data("true".utf8)) }
  }

  @Test("the value types of geometry are decoded to themselves") func codedShapes() throws {
    let rect = Rect(x: 1.5, y: -2, width: 300, height: 0.25)
    #expect(try coded(rect) == rect)
    #expect(try JSONDecoder().decode(Point.self, from: Data(#"{"x": 3, "y": 0.5}"#.utf8)) == Point(x: 3, y: 0.5))
    #expect(try coded(Angle.degrees(-72.5)) == .degrees(-72.5))
    #expect(try coded(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)) == EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(try coded(CornerRadii(4)) == CornerRadii(4))
    #expect(try coded(Color.purple.withAlpha(0.5)) == Color.purple.withAlpha(0.5))
    let turned = AffineTransform.rotation(by: .degrees(33)).translated(x: 3, y: 4)
    #expect(try coded(turned) == turned)
    #expect(try coded(Transform3D(turned)) == Transform3D(turned))
    #expect(try coded(PixelRect(minX: 1, minY: 2, maxX: 3, maxY: 4)) == PixelRect(minX: 1, minY: 2, maxX: 3, maxY: 4))
    #expect(Set([rect, rect, .zero]).count == 2)
  }
}
