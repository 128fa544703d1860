public import CartoucheRaster

/// A buffer that a ``Display`` lends for drawing one frame.
///
/// A frame is not copyable. A frame cannot be drawn into after it was presented, and cannot be presented
/// twice. If a frame is dropped without being presented, its buffer returns to the display.
public struct Frame: ~Copyable {
  /// The memory of the frame's buffer, which may be written but not read.
  public let pixels: PixelBuffer
  /// The number of frames since the frame's buffer was last shown.
  ///
  /// The age is 1 if the buffer contains the previous frame, and 0 if the buffer's content is unknown.
  public let age: Int
  /// The index of the frame's buffer among the buffers of the display.
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

  /// Consumes the frame without returning its buffer to the owner.
  ///
  /// Implementations of ``Display/present(_:damage:)`` call this method, because they keep the buffer for
  /// scanout.
  ///
  /// - Returns: The index of the buffer.
  public consuming func take() -> Int {
    owner = nil
    return index
  }
}

/// The owner of a ``Frame``'s buffer.
///
/// If a frame is dropped without being presented, the frame returns its buffer to the owner.
public protocol FrameOwner: AnyObject {
  func recycle(buffer index: Int)
}
