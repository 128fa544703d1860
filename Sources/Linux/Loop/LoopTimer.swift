internal import CLinux
public import CartoucheRaster
public import CartoucheScene
internal import Glibc

/// A timer of an ``EventLoop`` that calls a handler once or repeatedly, on the monotonic clock.
///
/// ``EventLoop/makeTimer(_:)`` makes a timer. A timer that is not armed causes no wake-ups.
public final class LoopTimer {
  private let descriptor: Descriptor
  var token: EventLoop.Watch?
  private weak var loop: EventLoop?

  init(descriptor: consuming Descriptor, loop: EventLoop) {
    self.descriptor = descriptor
    self.loop = loop
  }

  deinit {
    if let token { loop?.unwatch(token) }
  }

  /// Whether the timer is armed, so that it will fire.
  public var isArmed: Bool {
    cartouche_timer_is_armed(descriptor.number) != 0
  }

  /// Arms the timer to fire once, at `time` on the monotonic clock.
  ///
  /// If `time` has passed, the timer fires immediately.
  public func arm(at time: Timestamp) {
    // A value of zero would disarm the timer.
    cartouche_arm_timer(descriptor.number, max(time.nanoseconds, 1), 0)
  }

  /// Arms the timer to fire once, `delay` seconds from now. A negative delay counts as 0.
  public func arm(after delay: Seconds) {
    arm(at: EventLoop.now.advanced(by: max(delay, 0)))
  }

  /// Arms the timer to fire at `time` on the monotonic clock, and after that once every `interval` seconds.
  ///
  /// If the event loop is late, the timer may have expired several times. The handler is then called once,
  /// with the number of expirations.
  ///
  /// - Parameter interval: The time between two expirations in seconds. A time of less than one nanosecond
  ///   counts as one nanosecond.
  public func arm(at time: Timestamp, every interval: Seconds) {
    cartouche_arm_timer(descriptor.number, max(time.nanoseconds, 1), max(Timestamp(seconds: interval).nanoseconds, 1))
  }

  /// Disarms the timer, so that it does not fire. A disarmed timer can be armed again.
  public func disarm() {
    cartouche_arm_timer(descriptor.number, 0, 0)
  }

  /// Returns the number of times that the timer expired since the last call of this method.
  ///
  /// The timer's file descriptor then stays unreadable until the timer fires again.
  func readExpirationCount() -> UInt64 {
    var count: UInt64 = 0
    return Glibc.read(descriptor.number, &count, 8) == 8 ? count : 0
  }
}
