import CartoucheRaster

extension Color {
  /// Returns this color interpolated toward `other` by `share`, from 0 to 1, with its own alpha.
  func mixed(with other: Color, _ share: Scalar) -> Color {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(clamping: (Scalar(Int(a)) + (Scalar(Int(b)) - Scalar(Int(a))) * share).rounded)
    }
    return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue), alpha: alpha)
  }
}
