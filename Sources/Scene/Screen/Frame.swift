public import CartoucheRaster

/// A buffer on loan from a ``Display``.
///
/// It is not copyable: it cannot be drawn into after it was presented, nor presented twice. If it is dropped
/// without being presented, it returns to its owner.
public struct Frame: ~Copyable {
  /// The memory to draw into; write only.
  public let pixels: PixelBuffer
  /// The number of frames since this buffer was last shown: 1 if it shows the previous frame, 0 if its
  /// content is unknown.
  public let age: Int
  /// The index of the buffer among its owner's.
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

  /// Ends the loan without returning the buffer: for implementations of ``Display/present(_:damage:)``.
  ///
  /// - Returns: The index of the buffer.
  public consuming func take() -> Int {
    owner = nil
    return index
  }
}

/// The owner of a ``Frame``'s buffer, to which it returns when the frame is dropped without being presented.
public protocol FrameOwner: AnyObject {
  func recycle(buffer index: Int)
}
