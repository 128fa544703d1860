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
    var setting = itimerspec()
    timerfd_gettime(descriptor, &setting)
    return setting.it_value.tv_sec != 0 || setting.it_value.tv_nsec != 0
  }

  /// Fires once at `time`, at once if that has passed.
  public func arm(at time: Timestamp) {
    // All zero would disarm.
    set(value: max(time.nanoseconds, 1), interval: 0)
  }

  /// Fires once, `nanoseconds` from now.
  public func arm(after nanoseconds: Int64) {
    arm(at: Timestamp(nanoseconds: EventLoop.now.nanoseconds.addingReportingOverflow(max(nanoseconds, 0)).partialValue))
  }

  /// Fires at `time` and every `nanoseconds` from then on. Turns missed while the loop was busy are not made up for.
  public func arm(at time: Timestamp, every nanoseconds: Int64) {
    set(value: max(time.nanoseconds, 1), interval: max(nanoseconds, 1))
  }

  public func disarm() {
    set(value: 0, interval: 0)
  }

  private func set(value: Int64, interval: Int64) {
    func spec(_ nanoseconds: Int64) -> timespec {
      timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
    var setting = itimerspec(it_interval: spec(interval), it_value: spec(value))
    timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }

  /// How often it fired since this was last asked; reading it makes the descriptor silent again.
  func takeCount() -> UInt64 {
    var count: UInt64 = 0
    return Glibc.read(descriptor, &count, 8) == 8 ? count : 0
  }
}
