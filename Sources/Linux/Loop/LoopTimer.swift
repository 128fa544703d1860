internal import CLinux
public import CartoucheRaster
public import CartoucheScene
internal import Glibc

/// A timer of an ``EventLoop``, on the monotonic clock.
///
/// Made by ``EventLoop/makeTimer(_:)``. While it is not armed it causes no wake-ups.
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

  /// Whether the timer is going to fire.
  public var isArmed: Bool {
    cartouche_timer_is_armed(descriptor.number) != 0
  }

  /// Fires once at `time`, or immediately if that time has passed.
  public func arm(at time: Timestamp) {
    // A value of zero would disarm the timer.
    cartouche_arm_timer(descriptor.number, max(time.nanoseconds, 1), 0)
  }

  /// Fires once, `delay` from now; a negative delay counts as 0.
  public func arm(after delay: Seconds) {
    arm(at: EventLoop.now.advanced(by: max(delay, 0)))
  }

  /// Fires at `time` and then once every `interval`.
  ///
  /// Expirations that were missed while the loop was busy arrive as one call with their count.
  ///
  /// - Parameter interval: At least one nanosecond.
  public func arm(at time: Timestamp, every interval: Seconds) {
    cartouche_arm_timer(descriptor.number, max(time.nanoseconds, 1), max(Timestamp(seconds: interval).nanoseconds, 1))
  }

  /// Stops the timer; it can be armed again.
  public func disarm() {
    cartouche_arm_timer(descriptor.number, 0, 0)
  }

  /// Returns how often the timer fired since the last call, and makes the descriptor unreadable until it
  /// fires again.
  func readExpirationCount() -> UInt64 {
    var count: UInt64 = 0
    return Glibc.read(descriptor.number, &count, 8) == 8 ? count : 0
  }
}
