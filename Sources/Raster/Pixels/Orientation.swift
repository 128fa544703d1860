/// The clockwise rotation of a frame on its way to the panel, in degrees.
public enum Rotation: Int, Hashable, Sendable, CaseIterable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  /// Whether the rotation exchanges width and height.
  public var swapsAxes: Bool { self == .quarter || self == .threeQuarters }
}

/// Whether a frame is mirrored before it is rotated, for panels seen in a mirror or from behind.
public enum Mirroring: UInt8, Hashable, Sendable, CaseIterable {
  case none
  /// Exchanges left and right. Together with half a turn it exchanges top and bottom.
  case horizontal
}

/// How a frame is arranged in the panel's memory: optionally mirrored, then rotated. There are eight
/// orientations.
public struct Orientation: Hashable, Sendable {
  public var rotation: Rotation
  public var mirroring: Mirroring

  public init(rotation: Rotation = .none, mirroring: Mirroring = .none) {
    (self.rotation, self.mirroring) = (rotation, mirroring)
  }

  /// Neither mirrored nor rotated.
  public static let upright = Orientation()

  /// Returns the rectangle of a target of `size` that shows `rect` of the frame.
  public func targetRect(for rect: PixelRect, in size: PixelSize) -> PixelRect {
    guard mirroring == .horizontal else { return rotation.targetRect(for: rect, in: size) }
    let width = rotation.logicalSize(for: size).width
    let mirrored = PixelRect(minX: width &- rect.maxX, minY: rect.minY, maxX: width &- rect.minX, maxY: rect.maxY)
    return rotation.targetRect(for: mirrored, in: size)
  }
}

extension Rotation {
  /// Returns the frame's size for a target of `size`.
  public func logicalSize(for size: PixelSize) -> PixelSize {
    swapsAxes ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Returns the rectangle of a target of `size` that shows `rect` of the frame after rotation.
  public func targetRect(for rect: PixelRect, in size: PixelSize) -> PixelRect {
    switch self {
    case .none:
      rect
    case .quarter:
      PixelRect(
        minX: size.width.saturatingSubtract(rect.maxY), minY: rect.minX, maxX: size.width.saturatingSubtract(rect.minY),
        maxY: rect.maxX)
    case .half:
      PixelRect(
        minX: size.width.saturatingSubtract(rect.maxX), minY: size.height.saturatingSubtract(rect.maxY),
        maxX: size.width.saturatingSubtract(rect.minX), maxY: size.height.saturatingSubtract(rect.minY))
    case .threeQuarters:
      PixelRect(
        minX: rect.minY, minY: size.height.saturatingSubtract(rect.maxX), maxX: rect.maxY,
        maxY: size.height.saturatingSubtract(rect.minX))
    }
  }
}

/// The order in which the target's rows visit the pixels of a frame's rectangle.
struct SourceScanOrder {
  /// The source of the target's first pixel, relative to the rectangle's top left pixel.
  var x: Int, y: Int
  /// The steps in the frame for one pixel to the right in the target, and for one pixel down.
  var rightX: Int, rightY: Int
  var downX: Int, downY: Int

  /// Creates the order for a rectangle of `width` × `height` pixels of the frame.
  init(_ orientation: Orientation, width: Int, height: Int) {
    let (lastX, lastY) = (width &- 1, height &- 1)
    (x, y, rightX, rightY, downX, downY) =
      switch orientation.rotation {
      case .none: (0, 0, 1, 0, 0, 1)
      case .quarter: (0, lastY, 0, -1, 1, 0)
      case .half: (lastX, lastY, -1, 0, 0, -1)
      case .threeQuarters: (lastX, 0, 0, 1, -1, 0)
      }
    if orientation.mirroring == .horizontal { (x, rightX, downX) = (lastX &- x, 0 &- rightX, 0 &- downX) }
  }
}
