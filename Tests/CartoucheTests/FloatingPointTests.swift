import Cartouche
import Testing

@Suite("Fixed-point numbers and floating point")
struct FloatingPointTests {
  @Test("floating-point values of every type become the nearest number") func conversions() {
    #expect(Scalar(0.1 as Double) == Scalar(rawValue: 6554))
    #expect(Scalar(0.5 as Float) == 0.5)
    #expect(Scalar(Double.infinity) == .max)
    #expect(Scalar(-Float.infinity) == .min)
    #expect(Scalar(Double.nan) == 0)
    #expect(Double(Scalar(-12.25)) == -12.25)
    #expect(Double(Angle.degrees(0.5).degrees) == 0.5)
    #expect(Int(Scalar(9.99)) == 9)
  }
}
