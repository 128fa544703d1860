public import CartoucheRaster
public import CartoucheScene

/// A display that an event loop can serve: it may have events, a deadline, and known times of vertical
/// blanks.
///
///     descriptor readable, or deadline reached ▶ handleEvents() ▶ a buffer is free again
///
/// Every property and method has a default implementation. So a display without events, deadlines, vertical
/// blanks or readable memory need not implement the corresponding property or method.
public protocol LiveDisplay: Display {
  /// Whether frames are drawn to memory only. If so, no real clock paces the frames.
  var isHeadless: Bool { get }

  /// The file descriptor that becomes readable when the display has events for ``handleEvents()``.
  ///
  /// The display owns the file descriptor. nil means that the display never has events.
  var descriptor: Int32? { get }

  /// The time on the monotonic clock at which ``handleEvents()`` must be called even if there is no event.
  ///
  /// nil means that there is no such time.
  var deadline: Timestamp? { get }

  /// The time on the monotonic clock of the last vertical blank that the display reported.
  ///
  /// nil means that the display has reported no vertical blank.
  var lastVerticalBlank: Timestamp? { get }

  /// Handles the display's events that have arrived, and gives up on a page flip that is overdue. Never
  /// waits.
  ///
  /// - Throws: The errors of ``Display/present(_:damage:)``, for a frame that was queued behind a page flip.
  func handleEvents() throws(DisplayError)

  /// The most recently presented frame in the panel's orientation, for snapshots.
  ///
  /// The pixels are valid while the display lives, until ``Display/nextFrame()`` returns their buffer again.
  /// The value is nil before the first frame, and for a display whose memory must not be read.
  var frontBuffer: PixelBuffer? { get }
}

extension LiveDisplay {
  public var isHeadless: Bool { false }
  public var descriptor: Int32? { nil }
  public var deadline: Timestamp? { nil }
  public var lastVerticalBlank: Timestamp? { nil }
  public var frontBuffer: PixelBuffer? { nil }
  public func handleEvents() throws(DisplayError) {}
}
