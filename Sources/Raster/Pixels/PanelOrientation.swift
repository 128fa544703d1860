/// The angles by which a frame can be rotated clockwise when it is written to the panel's memory: 0, 90, 180
/// or 270 degrees.
public enum Rotation: Int, Hashable, Sendable, CaseIterable {
  /// The frame is not rotated.
  case none = 0
  /// The frame is rotated clockwise by a quarter turn.
  case quarter = 90
  /// The frame is rotated by half a turn.
  case half = 180
  /// The frame is rotated clockwise by three quarters of a turn.
  case threeQuarters = 270

  /// Whether the rotation exchanges width and height. The rotations by 90 and by 270 degrees do.
  public var swapsAxes: Bool { self == .quarter || self == .threeQuarters }
}

/// The ways in which a frame can be mirrored before it is rotated. Mirroring is for panels that are seen in a
/// mirror or from behind.
public enum Mirroring: UInt8, Hashable, Sendable, CaseIterable {
  /// The frame is not mirrored.
  case none
  /// The frame is mirrored so that left and right are exchanged. Combined with a rotation by half a turn,
  /// this mirroring exchanges top and bottom instead.
  case horizontal
}

/// The orientation in which a frame is written to the panel's memory: a mirroring, followed by a rotation.
///
/// There are eight orientations: four rotations, each with and without mirroring.
public struct PanelOrientation: Hashable, Sendable {
  /// The rotation of the frame, after the mirroring.
  public var rotation: Rotation
  /// The mirroring of the frame, before the rotation.
  public var mirroring: Mirroring

  /// Creates an orientation from a rotation and a mirroring.
  public init(rotation: Rotation = .none, mirroring: Mirroring = .none) {
    (self.rotation, self.mirroring) = (rotation, mirroring)
  }

  /// The orientation of a frame that is neither mirrored nor rotated.
  public static let upright = PanelOrientation()

  /// Converts a rectangle of the frame to a rectangle of the render target, by mirroring and then rotating
  /// it.
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
  /// Returns the size that a frame must have before this rotation in order to fill a render target.
  ///
  /// - Parameter size: The render target's size in pixels.
  public func logicalSize(for size: PixelSize) -> PixelSize {
    swapsAxes ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Converts a rectangle of the frame to a rectangle of the render target, by rotating it.
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
  init(_ orientation: PanelOrientation, width: Int, height: Int) {
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
