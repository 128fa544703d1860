public import CartoucheRaster

/// Somewhere a finished frame can be shown: a DRM plane, an fbdev node, a window, or memory.
public protocol Display: AnyObject {
  var mode: DisplayMode { get }

  /// Returns a buffer that the panel is not reading.
  ///
  /// - Throws: ``DisplayError/frameStillInFlight`` if every buffer is queued for scanout; call again when the
  ///   run loop reports that a page flip is done.
  func nextFrame() throws(DisplayError) -> Frame

  /// Queues `frame` for the next vertical blank.
  ///
  /// - Parameter damage: What changed since the last frame, in the buffer's pixels.
  func present(_ frame: consuming Frame, damage: [PixelRect]) throws(DisplayError)
}

/// The size, the format and the refresh rate of a display's buffers.
public struct DisplayMode: Hashable, Sendable {
  /// The buffer's size, before any rotation.
  public var size: PixelSize
  public var format: PixelFormat
  /// The number of vertical blanks in 1000 seconds: 60 Hz is 60 000.
  public var refreshMillihertz: Int

  public init(size: PixelSize, format: PixelFormat, refreshMillihertz: Int = 60_000) {
    self.size = size
    self.format = format
    self.refreshMillihertz = refreshMillihertz
  }
}

/// Why a display provided or accepted no frame. Opening a display has errors of its own, declared by its
/// module.
public enum DisplayError: Error, Hashable, Sendable {
  /// Every buffer is queued for scanout.
  case frameStillInFlight
  /// The display belongs to someone else at present: another console is shown, or another program is DRM
  /// master.
  case notActive
  /// The kernel refused with this `errno`.
  case failed(errno: Int32)
}
