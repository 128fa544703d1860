import CartoucheMaps
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Elementary functions compared with the C library")
struct ElementaryFunctionTests {
  typealias F = ElementaryFunctions

  @Test("sine and cosine are within 1e-14 over many turns")
  func circular() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<20_000 {
      let x = random.double(in: -100...100)
      #expect(abs(F.sine(x) - sin(x)) < 1e-14)
      #expect(abs(F.cosine(x) - cos(x)) < 1e-14)
    }
    for quarter in -8...8 {
      #expect(abs(F.sine(Double(quarter) * .pi / 2) - sin(Double(quarter) * .pi / 2)) < 1e-15)
    }
  }

  @Test("the tangent is within a relative 1e-12 up to 85 degrees")
  func tangent() {
    for step in -850...850 {
      let x = Double(step) / 10 * .pi / 180
      #expect(abs(F.tangent(x) - tan(x)) <= 1e-12 * max(1, abs(tan(x))))
    }
  }

  @Test("exponential and logarithm are within a relative 1e-14, and defined for every argument")
  func exponential() {
    var random = SplitMix64(seed: 2)
    for _ in 0..<20_000 {
      let x = random.double(in: -30...30)
      #expect(abs(F.exponential(x) / exp(x) - 1) < 1e-14)
      #expect(abs(F.logarithm(exp(x)) - log(exp(x))) < 1e-14 * max(1, abs(x)))
    }
    #expect(F.exponential(0) == 1)
    #expect(F.logarithm(1) == 0)
    #expect(F.exponential(-1e9) == 0)
    #expect(F.exponential(1e9).isFinite)
    #expect(F.logarithm(0) == -.infinity)
    #expect(F.logarithm(-1) == -.infinity)
    #expect(F.exponential(.nan).isNaN && F.logarithm(.nan).isNaN && F.arctangent(.nan).isNaN && F.sine(.infinity).isNaN)
  }

  @Test("the arctangent is within a relative 2e-15 everywhere")
  func arctangent() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<20_000 {
      let x = random.double(in: -5...5) * exp(random.double(in: -10...10))
      #expect(abs(F.arctangent(x) - atan(x)) <= 2e-15 * max(abs(atan(x)), 1e-3))
    }
    #expect(F.arctangent(.infinity) == .pi / 2)
  }

  @Test("rounding to the nearest whole number rounds ties up and does not trap")
  func nearest() {
    #expect(F.nearest(2.5) == 3 && F.nearest(-2.5) == -2 && F.nearest(-2.51) == -3 && F.nearest(0.49) == 0)
    #expect(F.nearest(.nan) == 0 && F.nearest(.infinity) == 1 << 52 && F.nearest(-1e300) == -(1 << 52))
  }

  @Test("powers of two are within 2^-36 for every fraction of a zoom level")
  func powers() {
    for fraction in Int64(0)..<65536 {
      let expected = exp2(Double(fraction) / 65536) * 274_877_906_944
      #expect(abs(Double(PowersOfTwo.mantissa(fraction)) - expected) < 4)
    }
    #expect(PowersOfTwo.mantissa(0) == 1 << 38)
  }
}
