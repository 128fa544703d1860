/// A record of one presented frame: its number, its damage and its timings. Damage is the part of the screen
/// that changed.
public struct FrameRecord: Hashable, Sendable {
  /// The number of the frame, counted from 0 since the kiosk was created. Only presented frames are counted.
  public var number: Int
  /// The time of the frame on the kiosk's clock, which starts at 0.
  ///
  /// In a replay, the clock is virtual. On a live display, the clock advances in real time while the kiosk
  /// runs. When a run on a live display starts, the clock continues from the end of the previous run or
  /// replay.
  public var time: Timestamp
  /// The bounding rectangle of all changes in the frame, in pixels. The rectangle is in the coordinates of
  /// the screen, before frames are rotated to the panel's orientation.
  public var damage: PixelRect
  /// The renderer's statistics of the frame, such as the number of bytes that were written.
  public var statistics: Renderer.Statistics
  /// The duration of the layer tree's commit, measured in real time. The commit runs before the frame is
  /// drawn, and finds the changed pixels.
  public var commitDuration: Duration
  /// The duration of drawing the frame, measured in real time. The duration includes the request for a buffer
  /// to draw into.
  public var drawDuration: Duration
  /// The duration of presenting the drawn frame, measured in real time.
  ///
  /// On a real display, presenting copies the changed pixels to the memory that the panel shows.
  public var presentDuration: Duration
  /// The duration of the turn until the frame was presented, measured in real time.
  ///
  /// A turn also handles touches, calls the handlers of ticks and display links, and runs posted work.
  public var turnDuration: Duration

  // MARK: The pace of a live run

  /// The time at which the frame should have begun, on the kiosk's clock. nil after a rest, when a frame
  /// begins at once, and in a replay.
  public var dueTime: Timestamp?
  /// The time by which the run loop woke too late for the frame. nil in a replay.
  public var wakeUpDelay: Duration?
  /// The time at which the frame was expected on the panel, on the kiosk's clock; nil if it was unknown.
  public var targetTime: Timestamp?
  /// The time of the newest touch in the frame, on the kiosk's clock; nil without a new touch.
  public var touchTime: Timestamp?
  /// The time of the page flip that showed the frame, on the kiosk's clock.
  ///
  /// nil if the display reported none, if a newer frame replaced this one, or as long as the flip is pending.
  public var flipTime: Timestamp?
}
