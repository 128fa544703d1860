public import CartoucheRaster
public import CartoucheScene

/// A display that works with an event loop. The display may report events, and may have a deadline.
///
///     descriptor readable, or deadline reached ▶ handleEvents() ▶ a buffer is free again
///
/// The event loop calls ``handleEvents()`` when the file descriptor ``descriptor`` is readable, or when the
/// time ``deadline`` is reached. Every property and method of this protocol has a default implementation. For
/// example, a display without events need not implement ``descriptor``.
public protocol LiveDisplay: Display {
  /// Whether frames are drawn only to memory, without a screen. If so, no real clock determines the times of
  /// frames.
  var isHeadless: Bool { get }

  /// The file descriptor that becomes readable when the display has events. ``handleEvents()`` reads these
  /// events.
  ///
  /// The display owns the file descriptor, so the caller must not close the file descriptor. nil means that
  /// the display never has events.
  var descriptor: Int32? { get }

  /// The time on the monotonic clock at which ``handleEvents()`` must be called even if the display has no
  /// events.
  ///
  /// nil means that there is no such time.
  var deadline: Timestamp? { get }

  /// The time of the last vertical blank that the display reported, on the monotonic clock.
  ///
  /// nil means that the display has reported no vertical blank.
  var lastVerticalBlank: Timestamp? { get }

  /// The width and height of the screen's visible area in millimeters, in the panel's orientation. nil if the
  /// screen reports no plausible size.
  var millimeters: Size? { get }

  /// The clockwise rotation of frames that makes them upright on a panel that is mounted turned, as the
  /// driver reports it. nil if the driver does not tell.
  var panelRotation: Rotation? { get }

  /// The frames that were presented and those that page flips have shown. nil if the display has no page
  /// flips.
  var flipProgress: FlipProgress? { get }

  /// Handles the display's events that have arrived, and gives up a page flip that is overdue. The method
  /// never waits for events.
  ///
  /// A frame may be queued behind a page flip. After the page flip is done or given up, the method submits
  /// the newest queued frame.
  ///
  /// - Throws: The errors of ``Display/present(_:damage:)`` for the queued frame.
  func handleEvents() throws(DisplayError)

  /// The pixels of the frame that was presented last, in the panel's orientation. Snapshots of the screen are
  /// copied from these pixels.
  ///
  /// The pixels are valid until ``Display/nextFrame()`` returns their buffer again, and only while the
  /// display exists. The value is nil before the first frame. The value is also nil for a display whose
  /// memory must not be read.
  var frontBuffer: PixelBuffer? { get }
}

/// A display whose screen can be unplugged, plugged in again, or replaced while the program runs.
public protocol PluggableDisplay: LiveDisplay {
  /// Whether a screen is plugged in. If not, the display is not active.
  var isConnected: Bool { get }

  /// The time on the monotonic clock at which a frame that was refused should be drawn again. nil leaves the
  /// time to the caller.
  var retryTime: Timestamp? { get }

  /// Finds out whether a screen was plugged in, unplugged or replaced.
  ///
  /// The call may close ``LiveDisplay/descriptor``, so the caller first stops watching it.
  ///
  /// - Parameter probing: Whether to ask the hardware, which takes longer. If false, only the states that the
  ///   kernel knows are read.
  /// - Throws: ``DisplayError/failed(errno:)`` if the graphics card is gone.
  func updateConnection(probing: Bool) throws(DisplayError) -> ConnectionChange

  /// Returns the sentences about the connection for the user since the last call.
  func takeDiagnostics() -> [String]
}

/// A result of ``PluggableDisplay/updateConnection(probing:)``.
public enum ConnectionChange: Hashable, Sendable {
  /// The screen is the same, in the same mode.
  case none
  /// The screen was unplugged.
  case disconnected
  /// A screen was plugged in, or its mode changed. ``Display/mode`` is the new mode. The content of all
  /// buffers is unknown.
  case connected
}

extension LiveDisplay {
  public var isHeadless: Bool { false }
  public var descriptor: Int32? { nil }
  public var deadline: Timestamp? { nil }
  public var lastVerticalBlank: Timestamp? { nil }
  public var millimeters: Size? { nil }
  public var panelRotation: Rotation? { nil }
  public var flipProgress: FlipProgress? { nil }
  public var frontBuffer: PixelBuffer? { nil }
  public func handleEvents() throws(DisplayError) {}
}
