/// How a buffer's pixel is laid out in memory, little-endian; the names are the kernel's (`drm_fourcc.h`).
public enum PixelFormat: UInt8, Hashable, Sendable, CaseIterable {
  /// 32 bits: unused, red, green, blue. Written with the unused byte at 255.
  case xrgb8888
  /// 16 bits: 5 of red, 6 of green, 5 of blue.
  case rgb565
  /// 32 bits: alpha, and red, green and blue multiplied by it.
  case argb8888

  /// Bytes a pixel takes.
  public var bytesPerPixel: Int { self == .rgb565 ? 2 : 4 }

  /// The name on the command line and in board files.
  public var name: String {
    switch self {
    case .xrgb8888: "xrgb8888"
    case .rgb565: "rgb565"
    case .argb8888: "argb8888"
    }
  }

  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
    self = found
  }
}

/// How far the picture is turned clockwise on its way to the panel.
public enum Rotation: Int, Hashable, Sendable, CaseIterable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  /// Whether width and height change places.
  public var swapsAxes: Bool { self == .quarter || self == .threeQuarters }
}
