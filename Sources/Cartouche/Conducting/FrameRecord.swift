/// The damage and timings of one presented frame.
public struct FrameRecord: Hashable, Sendable {
  /// The frame's number, counted from 0.
  public var number: Int
  /// The frame's time: on the virtual clock of a replay, or since the kiosk started to run.
  public var time: Timestamp
  /// The bounding rectangle of all changes, in pixels of the screen before rotation.
  public var damage: PixelRect
  /// Counts of the renderer's work.
  public var statistics: Renderer.Statistics
  /// The time that the commit of the layer tree took.
  public var commitDuration: Duration
  /// The time that drawing took, including waiting for a buffer.
  public var drawDuration: Duration
  /// The time that presenting took: for a real display, copying the damage to scanout memory.
  public var presentDuration: Duration
}
