import CartoucheRaster

extension Color {
  /// Returns a color interpolated from this color to `other`. The alpha of the result is this color's alpha.
  ///
  /// - Parameter share: The share of `other` in the result, from 0 to 1.
  func mixed(with other: Color, _ share: Scalar) -> Color {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(clamping: (Scalar(Int(a)) + (Scalar(Int(b)) - Scalar(Int(a))) * share).rounded)
    }
    return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue), alpha: alpha)
  }
}
