/// The number, damage and timings of one presented frame. Damage is the part of the screen that changed.
public struct FrameRecord: Hashable, Sendable {
  /// The number of the frame, counted from 0.
  public var number: Int
  /// The time of the frame on the kiosk's clock.
  ///
  /// In a replay the kiosk's clock is the virtual clock. Otherwise the kiosk's clock counts from the moment
  /// when the kiosk started to run.
  public var time: Timestamp
  /// The bounding rectangle of the frame's changes, in pixels of the screen before its rotation to the panel.
  public var damage: PixelRect
  /// The counts of the renderer's work for the frame.
  public var statistics: Renderer.Statistics
  /// The time that the commit of the layer tree took.
  public var commitDuration: Duration
  /// The time that drawing the frame took, including the wait for a buffer.
  public var drawDuration: Duration
  /// The time that presenting the frame took. On a real display this is the copy of the damage to scanout
  /// memory.
  public var presentDuration: Duration
}
