/// The layout of a pixel in memory: which bits of the pixel each color component takes.
///
/// In memory, a pixel is a little-endian number. The formats are named as in the Linux kernel
/// (`drm_fourcc.h`). A name lists the number's components from the highest bits to the lowest.
public enum PixelFormat: UInt8, Hashable, Sendable, CaseIterable {
  /// 32 bits: 8 unused bits, then 8 bits each of red, green and blue. The unused bits are all set if the
  /// frame's background is opaque.
  case xrgb8888
  /// 16 bits: 5 of red, 6 of green and 5 of blue. Colors are dithered to these bits.
  case rgb565
  /// 32 bits: 8 bits each of alpha, red, green and blue. The colors are premultiplied by alpha.
  case argb8888
  /// 32 bits: 8 unused bits, then 8 bits each of blue, green and red. The unused bits are all set if the
  /// frame's background is opaque.
  case xbgr8888
  /// 32 bits: 8 bits each of red, green and blue, then 8 unused bits. The unused bits are all set if the
  /// frame's background is opaque.
  case rgbx8888
  /// 32 bits: 8 bits each of blue, green and red, then 8 unused bits. The unused bits are all set if the
  /// frame's background is opaque.
  case bgrx8888
  /// 24 bits: 8 bits each of red, green and blue. In memory, the blue byte comes first.
  case rgb888
  /// 24 bits: 8 bits each of blue, green and red. In memory, the red byte comes first.
  case bgr888
  /// 16 bits: 5 of blue, 6 of green and 5 of red. Colors are dithered to these bits.
  case bgr565
  /// 16 bits: 1 unused bit, which is set, then 5 bits each of red, green and blue. Colors are dithered to
  /// these bits.
  case xrgb1555
  /// 16 bits: 1 unused bit, which is set, then 5 bits each of blue, green and red. Colors are dithered to
  /// these bits.
  case xbgr1555
  /// 16 bits: 5 bits each of red, green and blue, then 1 unused bit, which is set. Colors are dithered to
  /// these bits.
  case rgbx5551
  /// 32 bits: 2 unused bits, then 10 bits each of red, green and blue.
  ///
  /// Components of 8 bits are widened to 10 bits: the upper 2 bits are repeated at the end. The unused bits
  /// are set.
  case xrgb2101010

  /// The number of bytes of a pixel in this format: 2, 3 or 4.
  public var bytesPerPixel: Int {
    switch self {
    case .xrgb8888, .argb8888, .xbgr8888, .rgbx8888, .bgrx8888, .xrgb2101010: 4
    case .rgb888, .bgr888: 3
    case .rgb565, .bgr565, .xrgb1555, .xbgr1555, .rgbx5551: 2
    }
  }

  /// The name of the pixel format on the command line and in board files.
  ///
  /// A board file is a text file that describes the display and the touch panel.
  public var name: String {
    switch self {
    case .xrgb8888: "xrgb8888"
    case .rgb565: "rgb565"
    case .argb8888: "argb8888"
    case .xbgr8888: "xbgr8888"
    case .rgbx8888: "rgbx8888"
    case .bgrx8888: "bgrx8888"
    case .rgb888: "rgb888"
    case .bgr888: "bgr888"
    case .bgr565: "bgr565"
    case .xrgb1555: "xrgb1555"
    case .xbgr1555: "xbgr1555"
    case .rgbx5551: "rgbx5551"
    case .xrgb2101010: "xrgb2101010"
    }
  }

  /// Creates the pixel format with the given ``name``; nil if no format has that name.
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
    self = found
  }

  /// Returns a pixel of a buffer as premultiplied `0xAARRGGBB`. The pixel is opaque unless the format is
  /// ``argb8888``.
  ///
  /// Components of fewer than 8 bits are widened by repeating their upper bits. Components of more than 8
  /// bits lose their lower bits. Do not call this function for a panel's memory, which must never be read.
  @inline(__always)
  package func color(at pixel: UnsafeRawPointer) -> UInt32 {
    @inline(__always)
    func wide() -> UInt32 { pixel.loadUnaligned(as: UInt32.self) }
    @inline(__always)
    func widened(_ short: UInt16) -> (UInt32, UInt32, UInt32) {
      let (high, middle, low) = (UInt32(short >> 11), UInt32(short >> 5 & 63), UInt32(short & 31))
      return (high << 3 | high >> 2, middle << 2 | middle >> 4, low << 3 | low >> 2)
    }
    @inline(__always)
    func short() -> UInt16 { pixel.loadUnaligned(as: UInt16.self) }
    /// Returns the components of 5 bits each that begin at `shift`, the highest first.
    @inline(__always)
    func fives(_ shift: UInt16) -> (UInt32, UInt32, UInt32) {
      let value = UInt32(short() >> shift)
      let (high, middle, low) = (value >> 10 & 31, value >> 5 & 31, value & 31)
      return (high << 3 | high >> 2, middle << 3 | middle >> 2, low << 3 | low >> 2)
    }
    @inline(__always)
    func opaque(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> UInt32 { 0xff00_0000 | red << 16 | green << 8 | blue }
    switch self {
    case .xrgb8888: return 0xff00_0000 | wide()
    case .argb8888: return wide()
    case .xbgr8888:
      let value = wide()
      return 0xff00_0000 | (value & 255) << 16 | value & 0xff00 | value >> 16 & 255
    case .rgbx8888: return 0xff00_0000 | wide() >> 8
    case .bgrx8888:
      let value = wide()
      return opaque(value >> 8 & 255, value >> 16 & 255, value >> 24)
    case .bgr888:
      let (red, green, blue) = (pixel.load(as: UInt8.self), (pixel + 1).load(as: UInt8.self), (pixel + 2).load(as: UInt8.self))
      return opaque(UInt32(red), UInt32(green), UInt32(blue))
    case .rgb888:
      let (blue, green, red) = (pixel.load(as: UInt8.self), (pixel + 1).load(as: UInt8.self), (pixel + 2).load(as: UInt8.self))
      return opaque(UInt32(red), UInt32(green), UInt32(blue))
    case .xrgb2101010:
      let value = wide()
      return 0xff00_0000 | (value >> 22 & 255) << 16 | (value >> 12 & 255) << 8 | value >> 2 & 255
    case .rgb565:
      let (red, green, blue) = widened(short())
      return opaque(red, green, blue)
    case .bgr565:
      let (blue, green, red) = widened(short())
      return opaque(red, green, blue)
    case .xrgb1555:
      let (red, green, blue) = fives(0)
      return opaque(red, green, blue)
    case .xbgr1555:
      let (blue, green, red) = fives(0)
      return opaque(red, green, blue)
    case .rgbx5551:
      let (red, green, blue) = fives(1)
      return opaque(red, green, blue)
    }
  }
}
