import CartoucheRaster

extension Color {
  /// This colour with so much of `other` in it, 0 to 1; as opaque as it was.
  func mixed(with other: Color, _ share: Scalar) -> Color {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(clamping: (Scalar(Int(a)) + (Scalar(Int(b)) - Scalar(Int(a))) * share).rounded)
    }
    return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue), alpha: alpha)
  }
}
