public import CartoucheRaster

/// Somewhere a finished frame can be shown: a DRM plane, an fbdev node, a window, or memory.
public protocol Display: AnyObject {
  var mode: DisplayMode { get }

  /// Hands out a buffer that the panel is not reading.
  ///
  /// - Throws: ``DisplayError/frameStillInFlight`` if every buffer is queued for scanout; ask again when the loop reports that a
  ///   flip is done.
  func nextFrame() throws(DisplayError) -> Frame

  /// Queues `frame` for the next vertical blank. `damage` is what changed since the last frame, in the buffer's pixels.
  func present(_ frame: consuming Frame, damage: [PixelRect]) throws(DisplayError)
}

/// What a display shows: the buffer's size and format, and how often it is scanned out.
public struct DisplayMode: Hashable, Sendable {
  /// The buffer's size, before any rotation.
  public var size: PixelSize
  public var format: PixelFormat
  /// Vertical blanks in 1000 seconds: 60 Hz is 60 000.
  public var refreshMillihertz: Int

  public init(size: PixelSize, format: PixelFormat, refreshMillihertz: Int = 60_000) {
    self.size = size
    self.format = format
    self.refreshMillihertz = refreshMillihertz
  }
}

/// Why a display gave no frame or took none. Opening a display has errors of its own, where it is opened.
public enum DisplayError: Error, Hashable, Sendable {
  /// Every buffer is queued for scanout.
  case frameStillInFlight
  /// The display is not ours at present: another console is shown, or another program is its master.
  case notActive
  /// The kernel refused with this `errno`.
  case failed(errno: Int32)
}

/// Where a ``Frame`` came from and goes back to when it is dropped unpresented.
public protocol FrameOwner: AnyObject {
  func recycle(buffer index: Int)
}

/// A buffer on loan from a ``Display``. Not copyable: it cannot be drawn into after it was presented, nor presented twice;
/// dropped unpresented, it goes back.
public struct Frame: ~Copyable {
  /// The memory to draw into; write only.
  public let pixels: PixelBuffer
  /// Frames since this buffer was last shown: 0, its content is unknown; 1, it is the last one.
  public let age: Int
  /// Which of its owner's buffers this is.
  public let index: Int
  private var owner: (any FrameOwner)?

  public init(pixels: PixelBuffer, age: Int, index: Int, owner: (any FrameOwner)?) {
    self.pixels = pixels
    self.age = age
    self.index = index
    self.owner = owner
  }

  deinit {
    owner?.recycle(buffer: index)
  }

  /// Ends the loan without giving the buffer back: for ``Display/present(_:damage:)``.
  ///
  /// - Returns: which buffer it was.
  public consuming func take() -> Int {
    owner = nil
    return index
  }
}
