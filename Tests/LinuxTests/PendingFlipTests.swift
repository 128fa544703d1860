import CartoucheLinux
import CartoucheScene
import Testing

@Suite("A page flip that is not reported")
struct PendingFlipTests {
  private func time(_ milliseconds: Int64) -> Timestamp { Timestamp(nanoseconds: milliseconds * 1_000_000) }

  @Test("the buffer is shown again after 100 ms, once, and counts as shown after 100 ms more")
  func repeated() {
    var flip = PendingFlip(buffer: 1, frame: 7, serial: 9, since: time(1000))
    #expect(flip.deadline == time(1100))
    #expect(flip.step(at: time(1099), hasNewerFrame: false) == .wait)
    #expect(flip.step(at: time(1100), hasNewerFrame: false) == .submitAgain)
    flip.submittedAgain(at: time(1103))
    #expect(flip.deadline == time(1203))
    #expect(flip.step(at: time(1202), hasNewerFrame: false) == .wait)
    #expect(flip.step(at: time(1203), hasNewerFrame: false) == .countAsShown)
    #expect((flip.buffer, flip.frame, flip.serial) == (1, 7, 9))
  }

  @Test("a newer frame that waits is shown instead")
  func replaced() {
    let flip = PendingFlip(buffer: 0, frame: 1, serial: 1, since: .zero)
    #expect(flip.step(at: time(99), hasNewerFrame: true) == .wait)
    #expect(flip.step(at: time(100), hasNewerFrame: true) == .countAsShown)
  }
}
