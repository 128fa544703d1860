import CartoucheLinux
import Glibc
import Testing

/// A buffer that the compiler cannot leave out.
nonisolated(unsafe) private var freed: UnsafeMutableRawPointer?

@Suite("Large buffers")
struct LargeBuffersTests {
  @Test("a large buffer has memory of its own even after a larger one was freed")
  func ownMemory() async {
    // A process of its own: memory that other tests have freed would serve these buffers too.
    await #expect(processExitsWith: .success) {
      // After this, glibc by itself would take smaller buffers from memory that others share.
      freed = malloc(28 << 20)
      free(freed)
      LargeBuffers.fixMmapThreshold()
      let buffers = try (0..<2).map { _ in try #require(malloc(24 << 20)) }
      defer { for buffer in buffers { free(buffer) } }
      // Memory of its own begins at a page, with a header of two words.
      for buffer in buffers { #expect(UInt(bitPattern: buffer) % 4096 == 2 * UInt(MemoryLayout<Int>.size)) }
    }
  }
}
