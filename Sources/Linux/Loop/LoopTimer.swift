internal import CLinux
public import CartoucheRaster
public import CartoucheScene
internal import Glibc

/// A timer of an ``EventLoop`` that calls a handler once or repeatedly, at times on the monotonic clock.
///
/// ``EventLoop/makeTimer(_:)`` creates a timer. A timer that is not armed does not wake the event loop.
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

  /// Whether the timer is armed. An armed timer will fire.
  public var isArmed: Bool {
    cartouche_timer_is_armed(descriptor.number) != 0
  }

  /// Arms the timer to fire once, at `time` on the monotonic clock. If the timer is already armed, the new
  /// time replaces the old time.
  ///
  /// If `time` has passed, the timer fires immediately.
  public func arm(at time: Timestamp) {
    // A value of zero would disarm the timer.
    cartouche_arm_timer(descriptor.number, max(time.nanoseconds, 1), 0)
  }

  /// Arms the timer to fire once, `delay` seconds after this call. A negative delay counts as 0.
  public func arm(after delay: Seconds) {
    arm(at: EventLoop.now.advanced(by: max(delay, 0)))
  }

  /// Arms the timer to fire first at `time` on the monotonic clock, and then every `interval` seconds.
  ///
  /// If the event loop is late, the timer may expire several times before the loop can call the handler. The
  /// handler is then called once, with the number of expirations.
  ///
  /// - Parameter interval: The time between two expirations in seconds. An interval of less than one
  ///   nanosecond counts as one nanosecond.
  public func arm(at time: Timestamp, every interval: Seconds) {
    cartouche_arm_timer(descriptor.number, max(time.nanoseconds, 1), max(Timestamp(seconds: interval).nanoseconds, 1))
  }

  /// Disarms the timer. A disarmed timer does not fire, and can be armed again.
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
