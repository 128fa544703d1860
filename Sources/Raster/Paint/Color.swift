/// An sRGB color with 8-bit components that are not premultiplied by alpha.
public struct Color: Hashable, Sendable, BitwiseCopyable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  /// The color's opacity, from 0 (transparent) to 255 (opaque).
  public var alpha: UInt8

  @inlinable
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates the opaque color with the components `0xRRGGBB`.
  @inlinable
  public init(hex: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8), blue: UInt8(truncatingIfNeeded: hex))
  }

  /// Returns this color with another opacity.
  ///
  /// - Parameter alpha: The opacity from 0 (transparent) to 1 (opaque). It is clamped to this range and
  ///   rounded to 255ths.
  public func withAlpha(_ alpha: Scalar) -> Color {
    Color(red: red, green: green, blue: blue, alpha: UInt8((alpha.clamped(from: 0, to: 1) * 255).rounded))
  }

  /// The color as a number `0xAARRGGBB` whose components are premultiplied by alpha.
  ///
  /// Each product is divided by 255 and rounded to nearest.
  @inlinable
  public var premultiplied: UInt32 {
    func scaled(_ component: UInt8) -> UInt32 {
      let product = UInt32(component) &* UInt32(alpha) &+ 128  // ≤ 65153
      return (product &+ (product >> 8)) >> 8
    }
    return UInt32(alpha) << 24 | scaled(red) << 16 | scaled(green) << 8 | scaled(blue)
  }

  public static let black = Color(hex: 0x000000)
  public static let white = Color(hex: 0xffffff)
  public static let red = Color(hex: 0xff0000)
  public static let green = Color(hex: 0x00ff00)
  public static let blue = Color(hex: 0x0000ff)
  public static let yellow = Color(hex: 0xffff00)
  public static let orange = Color(hex: 0xff8000)
  /// The purple of UIKit: red and blue at half intensity, without green.
  public static let purple = Color(hex: 0x800080)
  public static let gray = Color(hex: 0x808080)
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
}
