internal import CLinux
public import CartoucheScene
internal import Glibc

/// A timer of an ``EventLoop``, on the monotonic clock. Unarmed it costs no wake-up.
public final class LoopTimer {
  let descriptor: Int32
  var token: EventLoop.Watch?
  private weak var loop: EventLoop?

  init(descriptor: Int32, loop: EventLoop) {
    self.descriptor = descriptor
    self.loop = loop
  }

  deinit {
    if let token { loop?.unwatch(token) }
    close(descriptor)
  }

  /// Whether it is going to fire.
  public var isArmed: Bool {
    cartouche_timer_is_armed(descriptor) != 0
  }

  /// Fires once at `time`, at once if that has passed.
  public func arm(at time: Timestamp) {
    // All zero would disarm.
    cartouche_arm_timer(descriptor, max(time.nanoseconds, 1), 0)
  }

  /// Fires once, `nanoseconds` from now.
  public func arm(after nanoseconds: Int64) {
    let (time, overflow) = EventLoop.now.nanoseconds.addingReportingOverflow(max(nanoseconds, 0))
    arm(at: Timestamp(nanoseconds: overflow ? .max : time))
  }

  /// Fires at `time` and every `nanoseconds` from then on. Turns missed while the loop was busy are not made up for.
  public func arm(at time: Timestamp, every nanoseconds: Int64) {
    cartouche_arm_timer(descriptor, max(time.nanoseconds, 1), max(nanoseconds, 1))
  }

  public func disarm() {
    cartouche_arm_timer(descriptor, 0, 0)
  }

  /// How often it fired since this was last asked; reading it makes the descriptor silent again.
  func readExpirationCount() -> UInt64 {
    var count: UInt64 = 0
    return Glibc.read(descriptor, &count, 8) == 8 ? count : 0
  }
}
