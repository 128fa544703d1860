import CartoucheRaster
import CartoucheTestSupport
import Glibc
import Testing

private typealias Wide = WideFixed<32>

/// Returns the number as a floating-point number, which is exact below 2^53 units.
private func double<let bits: Int>(_ value: WideFixed<bits>) -> Double { Double(value.rawValue) / exp2(Double(bits)) }

@Suite("Arithmetic of scalars and angles")
struct NumberArithmeticTests {
  private func randomScalar(_ random: inout SplitMix64) -> Scalar {
    let shift = Int64.random(in: 16..<62, using: &random)
    return Scalar(rawValue: Int64.random(in: .min ... .max, using: &random) >> shift)
  }

  @Test("products and quotients of different types equal those in floating point, to half a unit") func mixedTypes() {
    var random = SplitMix64(seed: 21)
    for _ in 0..<20_000 {
      let scalar = randomScalar(&random)
      let wide = Wide(rawValue: Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 10..<60, using: &random))
      let exact = double(scalar) * double(wide)
      let product = scalar * wide
      if exact.magnitude < 0x1p46 { #expect(abs(double(product) - exact) <= 0x1p-17 + exact.magnitude * 0x1p-50) }
      if wide != 0 {
        let ratio = double(scalar) / double(wide)
        if ratio.magnitude < 0x1p46 { #expect(abs(double(scalar / wide) - ratio) <= 0x1p-17 + ratio.magnitude * 0x1p-50) }
      }
    }
    #expect(Scalar.max * Wide.max == .max)
    #expect(Scalar.min * Wide.max == .min)
    #expect(Scalar(3) / Wide.zero == .max)
    #expect(Scalar(-3) / Wide.zero == .min)
    #expect(Scalar.zero / Wide.zero == 0)
    #expect(Scalar(120) * Wide(0.25) == 30)
  }

  @Test("the remainder has the sign of the dividend and is exact") func remainders() {
    var random = SplitMix64(seed: 22)
    for _ in 0..<20_000 {
      let (a, b) = (randomScalar(&random), randomScalar(&random))
      if b != 0 { #expect(double(a % b) == fmod(double(a), double(b))) }
      #expect(a % 0 == 0)
    }
    #expect(Scalar(7.5) % 2 == 1.5)
    #expect(Scalar(-7.5) % 2 == -1.5)
    #expect(Scalar.min % Scalar(rawValue: -1) == 0)
    #expect(Scalar(5).truncatingRemainder(dividingBy: 3) == 2)
  }

  @Test("Int(_:) drops the fraction, as it does for a Double") func integers() {
    var random = SplitMix64(seed: 23)
    for _ in 0..<20_000 {
      let value = randomScalar(&random)
      #expect(Int(value) == Int(double(value)))
    }
    #expect(Int(Scalar(-2.75)) == -2)
    #expect(Int(Scalar.max) == 140_737_488_355_327)
    #expect(Int(Scalar.min) == -140_737_488_355_328)
  }

  @Test("integers of any type become numbers, clamped; exact conversions are refused out of range") func integerTypes() {
    #expect(Scalar(UInt8(200)) == 200)
    #expect(Scalar(UInt64.max) == .max)
    #expect(Scalar(Int128.min) == .min)
    #expect(Scalar(exactly: 5) == 5)
    #expect(Scalar(exactly: Int.max) == nil)
    #expect(Wide(exactly: UInt128.max) == nil)
    #expect(Wide(exactly: 1 << 31) == nil)
    #expect(Wide(exactly: -(1 << 31)) == .min)
  }

  @Test("abs, stride and reduce take scalars, and saturate") func standardLibrary() {
    #expect(abs(Scalar(-2.5)) == 2.5)
    #expect(abs(Scalar.min) == .max)
    #expect(Array(stride(from: Scalar(0), to: 1, by: 0.25)) == [0, 0.25, 0.5, 0.75])
    #expect(Array(stride(from: Scalar(1), through: -1, by: -1)) == [1, 0, -1])
    #expect(Array(stride(from: Scalar.max - 1, through: .max, by: 5)) == [.max - 1, .max])
    #expect([Scalar(1), 2.5, -1].reduce(0, +) == 2.5)
    #expect(Scalar(3).distance(to: .min) == .min)
  }

  @Test("an angle times a scalar is the same in both orders, and equals floating point") func angleProducts() {
    var random = SplitMix64(seed: 24)
    for _ in 0..<10_000 {
      let angle = Angle(degrees: Wide(rawValue: Int64.random(in: -(1 << 42)..<(1 << 42), using: &random)))
      let factor = Scalar(rawValue: Int64.random(in: -(1 << 24)..<(1 << 24), using: &random))
      let exact = double(angle.degrees) * double(factor)
      #expect(angle * factor == factor * angle)
      #expect(abs(double((angle * factor).degrees) - exact) <= 0x1p-33 + exact.magnitude * 0x1p-50)
      if factor != 0, exact.magnitude < 0x1p30 {
        let back = (angle * factor) / factor
        #expect(abs(double(back.degrees) - double(angle.degrees)) <= 0x1p-32 + 0x1p-32 / double(factor).magnitude)
      }
    }
    #expect(3 * Angle.degrees(20) == .degrees(60))
    #expect(Int(3) * Angle.degrees(20) == Angle.degrees(20) * Int(3))
    #expect(Angle.degrees(.max) * Scalar(2) == .degrees(.max))
    var angle = Angle.degrees(30)
    angle *= 2.5
    angle /= 3
    #expect(angle == .degrees(25))
  }

  @Test("angles divide into a scalar, and leave a remainder") func angleQuotients() {
    #expect(Angle.degrees(90) / .degrees(360) == 0.25)
    #expect(Angle.degrees(90) / .zero == .max)
    #expect(Angle.degrees(-90) / .zero == .min)
    #expect(Angle.zero / .zero == 0)
    #expect(Angle.degrees(800) % .degrees(360) == .degrees(80))
    #expect(Angle.degrees(-800) % .degrees(360) == .degrees(-80))
    #expect(Angle.degrees(10) % .zero == .zero)
    #expect(Array(stride(from: Angle.zero, to: .degrees(90), by: 30)) == [.zero, .degrees(30), .degrees(60)])
    #expect(abs(Angle.degrees(-12)) == .degrees(12))
    #expect([Angle.degrees(1), .degrees(2)].reduce(.zero, +) == .degrees(3))
  }

  @Test("points are scaled, moved and transformed") func points() {
    var point = Point(x: 3, y: -4) * 2.5
    #expect(point == Point(x: 7.5, y: -10))
    point += Point(x: 0.5, y: 1)
    point -= Point(x: 1, y: 1)
    #expect(point / 2 == Point(x: 3.5, y: -5))
    #expect(Point(x: .max, y: .min) * 2 == Point(x: .max, y: .min))
    #expect(Point(x: 2, y: 0).applying(.rotation(by: .degrees(90))) == Point(x: 0, y: 2))
  }

  @Test("transforms take coordinates in scalars, and literals still mean the transform's own numbers") func transforms() {
    let (x, y): (Scalar, Scalar) = (12.5, -3)
    #expect(AffineTransform.translation(x: x, y: y) == .translation(x: 12.5, y: -3))
    #expect(AffineTransform.identity.scaled(x: x, y: y) == .scale(x: 12.5, y: -3))
    #expect(Transform3D.identity.translated(z: x) == .translation(z: 12.5))
    #expect(Transform3D.scale(x: x, y: y) == .scale(x: 12.5, y: -3))
    #expect(AffineTransform.scale(x: 0.001, y: 1).a == Wide(0.001))
    #expect(AffineTransform.scale(x: 0.001, y: 1).a != Wide(rounding: Scalar(0.001)))
  }
}
