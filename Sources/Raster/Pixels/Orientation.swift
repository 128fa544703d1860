/// How far the picture is turned clockwise on its way to the panel.
public enum Rotation: Int, Hashable, Sendable, CaseIterable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  /// Whether width and height change places.
  public var swapsAxes: Bool { self == .quarter || self == .threeQuarters }
}

/// Whether the picture is mirrored on its way to the panel, before it is turned: for panels seen in a mirror or from behind.
public enum Mirroring: UInt8, Hashable, Sendable, CaseIterable {
  case none
  /// Left and right change places. Top and bottom do with this and half a turn.
  case horizontal
}

/// How the picture lies in the panel's memory: mirrored or not, then turned. There are eight ways.
public struct Orientation: Hashable, Sendable {
  public var rotation: Rotation
  public var mirroring: Mirroring

  public init(rotation: Rotation = .none, mirroring: Mirroring = .none) {
    (self.rotation, self.mirroring) = (rotation, mirroring)
  }

  /// As the picture is.
  public static let upright = Orientation()

  /// Where `rect` of the picture lies in a target of `size`.
  public func targetRect(for rect: PixelRect, in size: PixelSize) -> PixelRect {
    guard mirroring == .horizontal else { return rotation.targetRect(for: rect, in: size) }
    let width = rotation.logicalSize(for: size).width
    let mirrored = PixelRect(minX: width &- rect.maxX, minY: rect.minY, maxX: width &- rect.minX, maxY: rect.maxY)
    return rotation.targetRect(for: mirrored, in: size)
  }
}

extension Rotation {
  /// The picture's size for a target of `size`.
  public func logicalSize(for size: PixelSize) -> PixelSize {
    swapsAxes ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Where `rect` of the picture lies in a target of `size` after turning clockwise.
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

/// The way through the picture that goes along the target's rows.
struct SourceScanOrder {
  /// Where the target's first pixel comes from, relative to the top left of the picture's rectangle.
  var x: Int, y: Int
  /// The step in the picture for one to the right in the target, and for one down.
  var rightX: Int, rightY: Int
  var downX: Int, downY: Int

  /// - Parameter size: the picture's rectangle's.
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
