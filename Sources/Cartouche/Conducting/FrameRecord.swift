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
  public var commitDuration: Duration
  public var drawDuration: Duration
  public var presentDuration: Duration
}
