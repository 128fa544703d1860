/// A record of one presented frame: its number, its damage and its timings. Damage is the part of the screen
/// that changed.
public struct FrameRecord: Hashable, Sendable {
  /// The number of the frame, counted from 0 since the kiosk was created. Only presented frames are counted.
  public var number: Int
  /// The time of the frame on the kiosk's clock, which starts at 0.
  ///
  /// In a replay, the clock is virtual. On a live display, the clock advances in real time while the kiosk
  /// runs. A later run continues from the time at which the previous run or replay stopped.
  public var time: Timestamp
  /// The bounding rectangle of all changes in the frame, in pixels. The rectangle is in the coordinates of
  /// the screen, before frames are rotated to the panel's orientation.
  public var damage: PixelRect
  /// The renderer's statistics of the frame, such as the number of drawn blocks.
  public var statistics: Renderer.Statistics
  /// The duration of the commit of the layer tree, in real time. The commit finds the changed pixels before
  /// the frame is drawn.
  public var commitDuration: Duration
  /// The duration of drawing the frame, in real time. This time includes the request for a buffer to draw
  /// into.
  public var drawDuration: Duration
  /// The duration of presenting the drawn frame, in real time.
  ///
  /// On a real display, presenting copies the damage to scanout memory, which the panel reads.
  public var presentDuration: Duration
}
