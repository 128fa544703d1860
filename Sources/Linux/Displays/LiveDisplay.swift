public import CartoucheRaster
public import CartoucheScene

/// A display that a run loop can serve: it may report events through a descriptor and know when the panel
/// refreshed.
///
///     descriptor readable, or deadline reached ▶ handleEvents() ▶ a buffer is free again
///
/// Every requirement has a default: a display without events, a deadline, vertical blanks or readable memory
/// conforms as it is.
public protocol LiveDisplay: Display {
  /// Whether frames go to memory only, so that no real clock paces them.
  var isHeadless: Bool { get }

  /// The file descriptor that becomes readable when the display has events for ``handleEvents()``.
  ///
  /// The display owns it. nil: the display never has events.
  var descriptor: Int32? { get }

  /// The time on the monotonic clock at which ``handleEvents()`` must be called even without an event; nil:
  /// never.
  var deadline: Timestamp? { get }

  /// The time on the monotonic clock of the last vertical blank that the display reported; nil if it reported
  /// none.
  var lastVerticalBlank: Timestamp? { get }

  /// Handles the events that have arrived, and gives up on a flip that is overdue. Never waits.
  ///
  /// - Throws: As ``Display/present(_:damage:)`` does, for a frame that was queued behind a flip.
  func handleEvents() throws(DisplayError)

  /// The frame that was presented last, in the panel's orientation, for snapshots.
  ///
  /// Valid while the display lives and until its buffer is on loan again. nil before the first frame, and for
  /// displays whose memory must not be read.
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
