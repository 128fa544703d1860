public import CartoucheRaster
public import CartoucheScene
internal import Glibc

/// A display in ordinary memory: for dumped frames, replays, tests, and machines without a screen.
///
/// A presented frame is shown at once, so ``nextFrame()`` fails only while every buffer is on loan. With one buffer each frame is drawn over
/// the last; with more they take turns, so that drawing meets the buffer ages of a real panel.
public final class HeadlessDisplay: Display, FrameOwner {
  /// The most pixels a side may have.
  public static let maximumSide = 16_384

  public let mode: DisplayMode

  private let memory: UnsafeMutableRawPointer
  private let bytesPerBuffer: Int
  private let byteCount: Int
  private var turns: BufferQueue
  private var frontBufferIndex: Int?

  /// - Parameters:
  ///   - mode: any size and format.
  ///   - buffers: how many frames there are memory for; held to 1…8.
  /// - Throws: ``DisplayOpeningError/unsupportedSize(_:limit:)`` when a side is less than 1 or more than ``maximumSide``;
  ///   ``DisplayOpeningError/noMemory(_:bytes:)`` when there is no memory for such frames.
  public init(mode: DisplayMode, buffers: Int = 1) throws(DisplayOpeningError) {
    guard (1...Self.maximumSide).contains(mode.size.width), (1...Self.maximumSide).contains(mode.size.height) else {
      throw .unsupportedSize(mode.size, limit: Self.maximumSide)
    }
    let buffers = min(max(buffers, 1), 8)
    bytesPerBuffer = mode.size.width * mode.size.height * mode.format.bytesPerPixel  // ≤ 2^30
    byteCount = bytesPerBuffer * buffers
    let mapped = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapped, mapped != MAP_FAILED else { throw .outOfMemory(mode.size, bytes: byteCount) }
    memory = mapped
    turns = BufferQueue(count: buffers)
    self.mode = mode
  }

  deinit {
    munmap(memory, byteCount)
  }

  public func nextFrame() throws(DisplayError) -> Frame {
    guard let (index, age) = turns.acquire() else { throw .frameStillInFlight }
    return Frame(pixels: pixels(of: index), age: age, index: index, owner: self)
  }

  public func present(_ frame: consuming Frame, damage: [PixelRect]) throws(DisplayError) {
    let index = frame.take()
    turns.present(index)
    frontBufferIndex = index
  }

  public func recycle(buffer index: Int) {
    turns.release(index)
  }

  /// The frame presented last; nil before the first. Valid while the display lives and until its buffer is on loan again.
  public var frontBuffer: PixelBuffer? {
    frontBufferIndex.map { pixels(of: $0) }
  }

  /// A copy of the frame presented last: rows from the top, without gaps, in the mode's format; nil before the first.
  public func frontBufferBytes() -> [UInt8]? {
    frontBuffer.map { [UInt8](UnsafeRawBufferPointer(start: $0.baseAddress, count: bytesPerBuffer)) }
  }

  private func pixels(of index: Int) -> PixelBuffer {
    PixelBuffer(
      baseAddress: memory + index * bytesPerBuffer, size: mode.size, bytesPerRow: mode.size.width * mode.format.bytesPerPixel,
      format: mode.format)
  }
}
