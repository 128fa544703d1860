/// An sRGB color with four 8-bit components: red, green, blue and alpha.
///
/// Red, green and blue are not premultiplied by alpha.
public struct Color: Hashable, Sendable, BitwiseCopyable {
  /// The red component in sRGB, 0…255.
  public var red: UInt8
  /// The green component in sRGB, 0…255.
  public var green: UInt8
  /// The blue component in sRGB, 0…255.
  public var blue: UInt8
  /// The color's opacity, from 0 (transparent) to 255 (opaque).
  public var alpha: UInt8

  /// Creates a color from its components.
  ///
  /// - Parameters:
  ///   - red: The red component, 0…255, not premultiplied by `alpha`.
  ///   - green: The green component, 0…255, not premultiplied by `alpha`.
  ///   - blue: The blue component, 0…255, not premultiplied by `alpha`.
  ///   - alpha: The opacity, from 0 (transparent) to 255 (opaque).
  @inlinable
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates an opaque color from a number of the form `0xRRGGBB`.
  ///
  /// - Parameter hex: The red, green and blue components, 8 bits each. The highest 8 bits of the number are
  ///   ignored.
  @inlinable
  public init(hex: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8), blue: UInt8(truncatingIfNeeded: hex))
  }

  /// Creates a gray color, like UIKit's `UIColor(white:alpha:)`.
  ///
  /// - Parameters:
  ///   - white: The brightness in sRGB, from 0 (black) to 1 (white). Values outside are clamped to this
  ///     range.
  ///   - alpha: The opacity, from 0 (transparent) to 1 (opaque). Values outside are clamped to this range.
  public init(white: Scalar, alpha: Scalar = 1) {
    let component = UInt8((white.clamped(from: 0, to: 1) * 255).rounded)
    self = Color(red: component, green: component, blue: component).withAlpha(alpha)
  }

  /// Returns a color with this color's red, green and blue and with a new opacity.
  ///
  /// - Parameter alpha: The new opacity, from 0 (transparent) to 1 (opaque). A value outside this range is
  ///   clamped to the range. The opacity is rounded to the nearest multiple of 1/255.
  public func withAlpha(_ alpha: Scalar) -> Color {
    Color(red: red, green: green, blue: blue, alpha: UInt8((alpha.clamped(from: 0, to: 1) * 255).rounded))
  }

  /// The color as a number `0xAARRGGBB` in which red, green and blue are premultiplied by alpha.
  ///
  /// For example, premultiplied red is `red × alpha / 255`, rounded to the nearest integer.
  @inlinable
  public var premultiplied: UInt32 {
    func scaled(_ component: UInt8) -> UInt32 {
      let product = UInt32(component) &* UInt32(alpha) &+ 128  // ≤ 65153
      return (product &+ (product >> 8)) >> 8
    }
    return UInt32(alpha) << 24 | scaled(red) << 16 | scaled(green) << 8 | scaled(blue)
  }

  /// Opaque black, `0x000000`.
  public static let black = Color(hex: 0x000000)
  /// Opaque white, `0xffffff`.
  public static let white = Color(hex: 0xffffff)
  /// Opaque red, `0xff0000`.
  public static let red = Color(hex: 0xff0000)
  /// Opaque green, `0x00ff00`.
  public static let green = Color(hex: 0x00ff00)
  /// Opaque blue, `0x0000ff`.
  public static let blue = Color(hex: 0x0000ff)
  /// Opaque yellow, `0xffff00`.
  public static let yellow = Color(hex: 0xffff00)
  /// Opaque orange, `0xff8000`.
  public static let orange = Color(hex: 0xff8000)
  /// UIKit's opaque purple, `0x800080`: red and blue at half intensity, and no green.
  public static let purple = Color(hex: 0x800080)
  /// Opaque gray, `0x808080`.
  public static let gray = Color(hex: 0x808080)
  /// A fully transparent color, in which red, green and blue are 0 too.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
}

#if !hasFeature(Embedded)
  extension Color: Codable {}
#endif
