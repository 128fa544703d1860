public import CartoucheRaster

/// An output device that shows finished frames: a Linux display (DRM or fbdev), a window, or memory.
public protocol Display: AnyObject {
  /// The display mode: the size and the pixel format of the buffers, and the refresh rate.
  var mode: DisplayMode { get }

  /// Returns a frame to draw into. The display is not showing the frame's buffer at present.
  ///
  /// A display that copies frames from a buffer in ordinary memory does not wait for a page flip: this buffer
  /// is free as soon as its frame was presented.
  ///
  /// - Throws: ``DisplayError/frameStillInFlight`` if every buffer is queued for scanout, or if a frame was
  ///   not presented yet. In the first case, call this method again when the run loop reports that a page
  ///   flip is done.
  func nextFrame() throws(DisplayError) -> Frame

  /// Queues `frame` to be shown from the next vertical blank on.
  ///
  /// While an earlier page flip is pending, the frame waits for it. Of several frames that wait, only the
  /// newest is shown. The damage of the others is kept, so that nothing is missing from the newest.
  ///
  /// - Parameter damage: The rectangles that changed since the last presented frame, in pixels of the frame's
  ///   buffer.
  func present(_ frame: consuming Frame, damage: [PixelRect]) throws(DisplayError)
}

/// A display mode: the size and the pixel format of a display's buffers, and the refresh rate.
public struct DisplayMode: Hashable, Sendable {
  /// The size of the display's buffers in pixels. A rotation of the displayed image does not change this
  /// size.
  public var size: PixelSize
  /// The format of the pixels in the display's buffers.
  public var format: PixelFormat
  /// The refresh rate of the display in millihertz, such as 60 000 for 60 Hz.
  public var refreshMillihertz: Int

  /// Creates a display mode from its size, pixel format and refresh rate.
  public init(size: PixelSize, format: PixelFormat, refreshMillihertz: Int = 60_000) {
    self.size = size
    self.format = format
    self.refreshMillihertz = refreshMillihertz
  }
}

/// An error of a ``Display`` that did not provide a frame, or did not accept a frame.
///
/// The functions that open a display throw errors of other types.
public enum DisplayError: Error, Hashable, Sendable {
  /// Every buffer of the display is queued for scanout.
  case frameStillInFlight
  /// Another program or console owns the display at present.
  ///
  /// This happens if another virtual console is shown, or if another program is DRM master.
  case notActive
  /// The kernel refused a system call, with this `errno`.
  case failed(errno: Int32)
}
