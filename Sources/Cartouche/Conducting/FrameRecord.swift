/// What one presented frame took.
public struct FrameRecord: Hashable, Sendable {
  /// Counted from 0.
  public var number: Int
  /// The frame's time: on the virtual clock, or since the kiosk began to run.
  public var time: Timestamp
  /// The smallest rectangle that holds all that changed.
  public var damage: PixelRect
  public var statistics: Renderer.Statistics
  /// Bringing the scene up to date.
  public var settling: Duration
  public var drawing: Duration
  public var presenting: Duration
}

extension PixelRect {
  /// The rectangle where it lies once the picture of `size` has been turned.
  func turned(_ rotation: Rotation, within size: PixelSize) -> PixelRect {
    switch rotation {
    case .none: self
    case .quarter: PixelRect(minX: size.height - maxY, minY: minX, maxX: size.height - minY, maxY: maxX)
    case .half: PixelRect(minX: size.width - maxX, minY: size.height - maxY, maxX: size.width - minX, maxY: size.height - minY)
    case .threeQuarters: PixelRect(minX: minY, minY: size.width - maxX, maxX: maxY, maxY: size.width - minX)
    }
  }
}
