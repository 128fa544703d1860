public import CartoucheRaster

/// An output device that shows finished frames: a DRM plane, an fbdev node, a window, or memory.
public protocol Display: AnyObject {
  var mode: DisplayMode { get }

  /// Returns a frame to draw into, in a buffer that the panel is not reading.
  ///
  /// - Throws: ``DisplayError/frameStillInFlight`` if every buffer is queued for scanout. In this case, call
  ///   this method again when the run loop reports that a page flip is done.
  func nextFrame() throws(DisplayError) -> Frame

  /// Queues `frame` for the next vertical blank.
  ///
  /// - Parameter damage: The rectangles that changed since the last frame, in the buffer's pixels.
  func present(_ frame: consuming Frame, damage: [PixelRect]) throws(DisplayError)
}

/// The size, the pixel format and the refresh rate of a display's buffers.
public struct DisplayMode: Hashable, Sendable {
  /// The size of the display's buffers in pixels, before any rotation.
  public var size: PixelSize
  public var format: PixelFormat
  /// The refresh rate of the display in millihertz.
  ///
  /// This is the number of vertical blanks in 1000 seconds: 60 Hz is 60 000.
  public var refreshMillihertz: Int

  public init(size: PixelSize, format: PixelFormat, refreshMillihertz: Int = 60_000) {
    self.size = size
    self.format = format
    self.refreshMillihertz = refreshMillihertz
  }
}

/// The reason why a ``Display`` provided no frame, or accepted none.
///
/// Opening a display throws errors of other types, which the display's own module declares.
public enum DisplayError: Error, Hashable, Sendable {
  /// Every buffer of the display is queued for scanout.
  case frameStillInFlight
  /// Another program or console owns the display at present.
  ///
  /// This happens if another virtual console is shown, or if another program is DRM master.
  case notActive
  /// The kernel refused a call, with this `errno`.
  case failed(errno: Int32)
}
