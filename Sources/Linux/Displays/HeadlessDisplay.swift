public import CartoucheRaster
public import CartoucheScene
internal import Glibc

/// A display that draws to ordinary memory, without a screen. The display is for replays, for tests, for
/// writing frames to files, and for machines without a screen.
///
/// A presented frame counts as shown immediately. ``nextFrame()`` fails only if every buffer is in use by a
/// frame that was not presented yet.
///
/// With one buffer, each frame is drawn over the previous frame. With several buffers, the display uses the
/// buffers in turn, as a real display does. When a buffer is used again, the buffer still contains an older
/// frame.
public final class HeadlessDisplay: LiveDisplay, FrameOwner {
  /// The largest width and the largest height of a headless display, in pixels.
  public static let maximumSide = 16_384

  public let mode: DisplayMode

  private let memory: UnsafeMutableRawPointer
  private let bytesPerBuffer: Int
  private let byteCount: Int
  private var buffers: BufferQueue
  private var frontBufferIndex: Int?

  /// Creates a headless display and allocates the memory of the display's buffers.
  ///
  /// - Parameters:
  ///   - mode: The size, pixel format and refresh rate that the display reports.
  ///   - buffers: The number of buffers, clamped to 1…8.
  /// - Throws: ``DisplayOpeningError/unsupportedSize(_:limit:)`` if the width or the height is less than 1 or
  ///   more than ``maximumSide``. ``DisplayOpeningError/outOfMemory(_:bytes:)`` if there is not enough memory
  ///   for the buffers.
  public init(mode: DisplayMode, buffers: Int = 1) throws(DisplayOpeningError) {
    guard (1...Self.maximumSide).contains(mode.size.width), (1...Self.maximumSide).contains(mode.size.height) else {
      throw .unsupportedSize(mode.size, limit: Self.maximumSide)
    }
    let count = min(max(buffers, 1), 8)
    bytesPerBuffer = mode.size.width * mode.size.height * mode.format.bytesPerPixel  // ≤ 2^30
    byteCount = bytesPerBuffer * count
    let mapped = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapped, mapped != MAP_FAILED else { throw .outOfMemory(mode.size, bytes: byteCount) }
    memory = mapped
    self.buffers = BufferQueue(count: count)
    self.mode = mode
  }

  deinit {
    munmap(memory, byteCount)
  }

  public func nextFrame() throws(DisplayError) -> Frame {
    guard let (index, age) = buffers.acquire() else { throw .frameStillInFlight }
    return Frame(pixels: pixels(of: index), age: age, index: index, owner: self)
  }

  public func present(_ frame: consuming Frame, damage: [PixelRect]) throws(DisplayError) {
    let index = frame.take()
    buffers.present(index)
    frontBufferIndex = index
  }

  public func recycle(buffer index: Int) {
    buffers.release(index)
  }

  public var isHeadless: Bool { true }

  public var frontBuffer: PixelBuffer? {
    frontBufferIndex.map { pixels(of: $0) }
  }

  /// Returns the bytes of the frame that was presented last, in the display's pixel format.
  ///
  /// - Returns: The rows of pixels from top to bottom, without padding between the rows. nil if no frame was
  ///   presented.
  public func frontBufferBytes() -> [UInt8]? {
    frontBuffer.map { [UInt8](UnsafeRawBufferPointer(start: $0.baseAddress, count: bytesPerBuffer)) }
  }

  private func pixels(of index: Int) -> PixelBuffer {
    PixelBuffer(
      baseAddress: memory + index * bytesPerBuffer, size: mode.size, bytesPerRow: mode.size.width * mode.format.bytesPerPixel,
      format: mode.format, isOrdinaryMemory: true)
  }
}
