import CartoucheRaster
import CartoucheTestSupport
import Glibc
import Testing

/// Returns the number in units in its last place, as a floating-point number.
private func units<let bits: Int>(_ value: WideFixed<bits>) -> Double { Double(value.rawValue) }

private let one32 = 4_294_967_296.0

@Suite("Fixed-point functions")
struct FixedNumberTests {
  @Test("sine and cosine are within 0.51 units in the last place") func sines() {
    var random = SplitMix64(seed: 1)
    for index in 0..<200_000 {
      let range: Range<Int64> = index % 2 == 0 ? -(720 << 32)..<(720 << 32) : 0..<(360 << 32)
      let raw = Int64.random(in: range, using: &random)
      let (sine, cosine) = Angle(degrees: WideFixed(rawValue: raw)).sineAndCosine
      let radians = Double(raw) / one32 / 180 * .pi
      // The reference's own error: two roundings of an argument ≤ 13, and half a unit in its last place.
      #expect(abs(units(sine) - sin(radians) * one32) <= 0.51 + 2e-5)
      #expect(abs(units(cosine) - cos(radians) * one32) <= 0.51 + 2e-5)
    }
  }

  @Test("sine and cosine are exact at multiples of 90°, and on the unit circle at the ends of the range") func quarters() {
    for turn in -100_000...100_000 where turn % 997 == 0 {
      let (sine, cosine) = Angle.degrees(WideFixed(turn * 90)).sineAndCosine
      let quarter = ((turn % 4) + 4) % 4
      #expect(sine == [0, 1, 0, -1][quarter])
      #expect(cosine == [1, 0, -1, 0][quarter])
    }
    for raw in [Int64.min, .min + 1, .max, -1, 1] {
      let (sine, cosine) = Angle(degrees: WideFixed(rawValue: raw)).sineAndCosine
      #expect(abs(units(sine * sine + cosine * cosine) - one32) < 4)
    }
  }

  @Test("the arctangent in degrees is within 0.52 units in the last place") func arctangents() {
    var random = SplitMix64(seed: 2)
    for index in 0..<200_000 {
      let shift = Int64(index % 60)
      let y = Int64.random(in: .min ... .max, using: &random) >> shift
      let x = Int64.random(in: .min ... .max, using: &random) >> Int64((index / 60) % 60)
      let angle = Angle.arctangent(y: WideFixed<16>(rawValue: y), x: WideFixed<16>(rawValue: x))
      let exact = atan2(Double(y), Double(x)) * 180 / .pi * one32
      // The reference's own error: 180 × 2^32 in three roundings of 2^-53.
      if !(x < 0 && y == 0) { #expect(abs(units(angle.degrees) - exact) <= 0.52 + 3e-4) }
    }
    #expect(Angle.arctangent(y: 0 as Scalar, x: 0 as Scalar) == .zero)
    #expect(Angle.arctangent(y: 0 as Scalar, x: -1) == .degrees(180))
    #expect(Angle.arctangent(y: 1 as Scalar, x: 0) == .degrees(90))
    #expect(Angle.arctangent(y: Scalar.min, x: .min) == .degrees(-135))
    #expect(Angle.arctangent(y: Scalar(3), x: 3) == .degrees(45))
  }

  @Test("integer square roots are rounded down") func integerRoots() {
    var random = SplitMix64(seed: 3)
    var values: [UInt64] = [
      0, 1, 2, 3, 4, 8, 9, .max, .max - 1, 1 << 62, (1 << 62) - 1, 0xffff_fffe_0000_0001, 0xffff_fffe_0000_0000,
    ]
    for index in 0..<20_000 { values.append(UInt64.random(in: 0 ... .max, using: &random) >> UInt64(index % 64)) }
    for value in values {
      let root = squareRoot(of: value)
      #expect(UInt128(root) * UInt128(root) <= UInt128(value))
      #expect(UInt128(root + 1) * UInt128(root + 1) > UInt128(value))
      let wide = UInt128(value) << UInt128(value % 65) | UInt128(value)
      let wideRoot = UInt128(squareRoot(of: wide))
      #expect(wideRoot * wideRoot <= wide)
      #expect(wide - wideRoot * wideRoot <= 2 * wideRoot)
    }
    #expect(squareRoot(of: UInt128.max) == .max)
    #expect(squareRoot(of: Int64.max) == 3_037_000_499)
    #expect(squareRoot(of: Int64.min) == 0)
  }

  @Test("fixed-point square roots and hypotenuses are rounded to nearest") func roots() {
    var random = SplitMix64(seed: 4)
    for index in 0..<50_000 {
      let raw = Int64.random(in: 0 ... .max, using: &random) >> Int64(index % 63)
      let root = WideFixed<32>(rawValue: raw).squareRoot()
      #expect(abs(units(root) - (Double(raw) * one32).squareRoot()) <= 0.5 + units(root) * 0x1p-52)
      let other = Int64.random(in: .min ... .max, using: &random) >> Int64(index % 63)
      let length = Scalar.hypotenuse(Scalar(rawValue: raw), Scalar(rawValue: other))
      #expect(abs(units(length) - min(hypot(Double(raw), Double(other)), 0x1p63)) <= 0.5 + units(length) * 0x1p-52)
    }
    #expect(WideFixed<32>(-1).squareRoot() == 0)
    #expect(WideFixed<32>(2).squareRoot().rawValue == 6_074_001_000)
    #expect(Scalar.hypotenuse(.min, .min) == .max)
    #expect(Scalar.hypotenuse(3, -4) == 5)
  }

  @Test("logarithms are within 0.51 units in the last place") func logarithms() {
    var random = SplitMix64(seed: 5)
    var raws: [Int64] = [1, 2, 3, .max, .max - 1, 1 << 32, (1 << 32) + 1, (1 << 32) - 1]
    for index in 0..<100_000 { raws.append(max(Int64.random(in: 0 ... .max, using: &random) >> Int64(index % 63), 1)) }
    for raw in raws {
      let value = WideFixed<32>(rawValue: raw)
      let natural = (log(Double(raw)) - 32 * log(2.0)) * one32
      let binary = (log2(Double(raw)) - 32) * one32
      // The reference's own error: 45 × 2^32 in three roundings of 2^-53.
      #expect(abs(units(value.naturalLogarithm()) - natural) <= 0.51 + 1e-4)
      #expect(abs(units(value.binaryLogarithm()) - binary) <= 0.51 + 1e-4)
    }
    for power in -32...30 { #expect(WideFixed<32>.powerOfTwo(WideFixed(power)).binaryLogarithm() == WideFixed(power)) }
    #expect(Scalar(1).naturalLogarithm() == 0)
    #expect(Scalar(1024).binaryLogarithm() == 10)
    #expect(WideFixed<32>.zero.naturalLogarithm() == .min)
    #expect(WideFixed<32>(-3).binaryLogarithm() == .min)
  }

  @Test("powers of two are within half a unit in the last place plus 2^-51 of the value") func powers() {
    var random = SplitMix64(seed: 6)
    for _ in 0..<100_000 {
      let exponent = Int64.random(in: -(40 << 32)..<(31 << 32), using: &random)
      let power = WideFixed<32>.powerOfTwo(WideFixed(rawValue: exponent))
      let exact = exp2(Double(exponent) / one32) * one32
      #expect(abs(units(power) - exact) <= 0.5 + exact * 0x1p-51)
    }
    for whole in -32..<31 { #expect(WideFixed<32>.powerOfTwo(WideFixed(whole)).rawValue == 1 << Int64(whole + 32)) }
    #expect(WideFixed<32>.powerOfTwo(31) == .max)
    #expect(WideFixed<32>.powerOfTwo(.max) == .max)
    #expect(WideFixed<32>.powerOfTwo(.min) == 0)
  }

  @Test("angles are normalized to one turn and converted to radians") func angles() {
    #expect(Angle.degrees(-90).normalized == .degrees(270))
    #expect(Angle.degrees(720).normalized == .zero)
    #expect(abs(units(Angle.degrees(180).radians) - .pi * one32) <= 0.51)
    var random = SplitMix64(seed: 7)
    for _ in 0..<10_000 {
      let raw = Int64.random(in: -(1 << 50)..<(1 << 50), using: &random)
      #expect(abs(units(Angle(degrees: WideFixed(rawValue: raw)).radians) - Double(raw) / 180 * .pi) <= 0.51)
    }
  }
}
