/// The clockwise rotation, in degrees, of a frame when it is written to the panel's memory.
public enum Rotation: Int, Hashable, Sendable, CaseIterable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  /// Whether the rotation exchanges width and height, as a quarter turn and three quarter turns do.
  public var swapsAxes: Bool { self == .quarter || self == .threeQuarters }
}

/// The mirroring of a frame before the frame is rotated, for panels seen in a mirror or from behind.
public enum Mirroring: UInt8, Hashable, Sendable, CaseIterable {
  case none
  /// Exchanges left and right. Together with a rotation by half a turn, this mirroring exchanges top and
  /// bottom.
  case horizontal
}

/// The arrangement of a frame in the panel's memory: the frame is optionally mirrored, then rotated.
///
/// There are eight orientations.
public struct Orientation: Hashable, Sendable {
  public var rotation: Rotation
  public var mirroring: Mirroring

  public init(rotation: Rotation = .none, mirroring: Mirroring = .none) {
    (self.rotation, self.mirroring) = (rotation, mirroring)
  }

  /// The orientation of a frame that is neither mirrored nor rotated.
  public static let upright = Orientation()

  /// Returns the rectangle of a render target in which a rectangle of the frame appears.
  ///
  /// - Parameters:
  ///   - rect: A rectangle of the frame, in pixels, before mirroring and rotation.
  ///   - size: The render target's size in pixels.
  public func targetRect(for rect: PixelRect, in size: PixelSize) -> PixelRect {
    guard mirroring == .horizontal else { return rotation.targetRect(for: rect, in: size) }
    let width = rotation.logicalSize(for: size).width
    let mirrored = PixelRect(minX: width &- rect.maxX, minY: rect.minY, maxX: width &- rect.minX, maxY: rect.maxY)
    return rotation.targetRect(for: mirrored, in: size)
  }
}

extension Rotation {
  /// Returns the size of the frame, before rotation, that fills a render target.
  ///
  /// - Parameter size: The render target's size in pixels.
  public func logicalSize(for size: PixelSize) -> PixelSize {
    swapsAxes ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Returns the rectangle of a render target in which a rectangle of the frame appears after the rotation.
  ///
  /// - Parameters:
  ///   - rect: A rectangle of the frame, in pixels, before the rotation.
  ///   - size: The render target's size in pixels.
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

/// The order in which the rows of a render target visit the pixels of a frame's rectangle.
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
