/// The number, damage and timings of one presented frame. Damage is the part of the screen that changed.
public struct FrameRecord: Hashable, Sendable {
  /// The number of presented frames before this frame, since the kiosk was created. The first frame has the
  /// number 0.
  public var number: Int
  /// The time of the frame on the kiosk's clock.
  ///
  /// In a replay the kiosk's clock is the virtual clock. On a live display the kiosk's clock advances in real
  /// time while the kiosk runs. The clock starts at 0. A later run continues from the time at which the
  /// previous run or replay stopped.
  public var time: Timestamp
  /// The bounding rectangle of all changes in the frame. The rectangle is in pixels of the screen before
  /// frames are rotated to the panel's orientation.
  public var damage: PixelRect
  /// The renderer's counts of the work that drawing the frame took, such as the number of drawn blocks.
  public var statistics: Renderer.Statistics
  /// The real time that the commit of the layer tree took before the frame was drawn.
  public var commitDuration: Duration
  /// The real time from the end of the commit to the end of drawing. This time includes the request for a
  /// buffer.
  public var drawDuration: Duration
  /// The real time that presenting the drawn frame took.
  ///
  /// On a real display, presenting copies the damage to scanout memory, which the panel reads.
  public var presentDuration: Duration
}
