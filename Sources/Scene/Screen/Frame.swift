public import CartoucheRaster

/// A buffer that a ``Display`` lends for drawing one frame.
///
/// A frame cannot be copied. ``Display/present(_:damage:)`` consumes the frame. After that call, the program
/// can no longer use the frame. If a frame is dropped without being presented, its buffer returns to the
/// display.
public struct Frame: ~Copyable {
  /// The memory of the frame's buffer. The program may write this memory, but must not read it.
  public let pixels: PixelBuffer
  /// The age of the content of the frame's buffer, in frames.
  ///
  /// The age is 1 if the buffer contains the last presented frame. The age is 2 if the buffer contains the
  /// frame before that one, and so on. The age is 0 if the content is unknown.
  public let age: Int
  /// The index of the frame's buffer among the buffers of the display.
  public let index: Int
  private var owner: (any FrameOwner)?

  /// Creates a frame that lends a buffer of a display.
  ///
  /// - Parameters:
  ///   - pixels: The memory of the buffer.
  ///   - age: The age of the buffer's content, as in ``Frame/age``.
  ///   - index: The index of the buffer among the buffers of the display.
  ///   - owner: The object to which the buffer returns if the frame is dropped; nil for no such object.
  public init(pixels: PixelBuffer, age: Int, index: Int, owner: (any FrameOwner)?) {
    self.pixels = pixels
    self.age = age
    self.index = index
    self.owner = owner
  }

  deinit {
    owner?.recycle(buffer: index)
  }

  /// Consumes the frame without returning its buffer for another frame.
  ///
  /// Implementations of ``Display/present(_:damage:)`` call this method, because the display still needs the
  /// buffer to show the frame.
  ///
  /// - Returns: The index of the buffer.
  public consuming func take() -> Int {
    owner = nil
    return index
  }
}

/// An object that lends the buffers of frames, such as a ``Display``.
///
/// If a frame is dropped without being presented, the frame returns its buffer to this owner.
public protocol FrameOwner: AnyObject {
  /// Takes back the buffer of a frame that was dropped without being presented.
  ///
  /// - Parameter index: The index of the buffer, as in ``Frame/index``.
  func recycle(buffer index: Int)
}
