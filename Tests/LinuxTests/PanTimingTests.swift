import CartoucheLinux
import Testing

@Suite("The timing of panning")
struct PanTimingTests {
  private let interval: Int64 = 16_666_667

  /// Returns whether panning waits for blanks, after calls of these durations in milliseconds.
  private func waits(_ durations: [Double]) -> Bool {
    var timing = PanTiming(interval: interval)
    for duration in durations { timing.panned(in: Int64(duration * 1_000_000)) }
    return timing.waitsForBlank
  }

  @Test("a driver that waits is known after its first long call, and stays known by calls just before a blank")
  func waiting() {
    #expect(!waits([]))
    #expect(waits([9]))
    #expect(waits([9, 12, 0.8, 1.9, 0.5, 2.2]))
    #expect(waits([9, 12, 8, 0.1, 0.1]), "twice by chance at the very end of a refresh")
  }

  @Test("a driver that returns at once is not taken for one that waits because the machine stood still once")
  func immediate() {
    #expect(!waits([0.02, 0.03, 0.02]))
    #expect(!waits([0.02, 0.03, 0.02, 20]))
    #expect(!waits([20, 0.02]))
    #expect(!waits([20, 0.02, 0.03, 0.02, 0.02, 20, 20, 20, 0.02]), "after three delays in a row")
  }
}
