import Cartouche
import Testing

@Suite("The pace of frames")
struct FramePacerTests {
  private static let interval: Int64 = 16_666_666

  private func time(_ intervals: Int64, late: Int64 = 0) -> Timestamp {
    Timestamp(nanoseconds: 1_000_000_000 + intervals * Self.interval + late)
  }

  @Test("late wake-ups do not add up")
  func jitter() {
    var pacer = FramePacer(interval: Self.interval)
    for frame in 0..<600 {
      #expect(frame == 0 || pacer.due == time(Int64(frame)))
      pacer.frameBegan(at: time(Int64(frame), late: frame == 0 ? 0 : Int64(frame * 7919 % 2_000_000)))
    }
  }

  @Test("a refresh that passed is left out, and the grid keeps its phase")
  func longFrame() {
    var pacer = FramePacer(interval: Self.interval)
    pacer.frameBegan(at: time(0))
    pacer.frameBegan(at: time(2, late: 300_000))
    #expect(pacer.due == time(3))
  }

  @Test("after a rest the first frame begins at once and starts a new grid")
  func rest() {
    var pacer = FramePacer(interval: Self.interval)
    #expect(pacer.due == .zero)
    pacer.frameBegan(at: time(0))
    pacer.frameBegan(at: time(50, late: 1234))
    #expect(pacer.due == time(51, late: 1234))
  }
}
