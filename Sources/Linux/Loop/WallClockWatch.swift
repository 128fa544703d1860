internal import CLinux
public import CartoucheScene
internal import Glibc

extension EventLoop {
  /// The date by the machine's clock, which users and time servers set.
  public static var wallTime: WallTime { WallTime(nanosecondsSince1970: cartouche_wall_time()) }

  /// Calls `handler` whenever the machine's clock was set, until the result is released.
  ///
  /// A machine without a battery for its clock has a wrong date until a time server answers. Clocks that are
  /// only made faster or slower are not reported.
  ///
  /// - Throws: ``EventLoopError`` if the kernel refuses to create a file descriptor.
  public func watchWallClock(_ handler: @escaping () -> Void) throws(EventLoopError) -> WallClockWatch {
    let flags = Int32(TFD_CLOEXEC | TFD_NONBLOCK)
    let number = try EventLoopError.check(timerfd_create(CLOCK_REALTIME, flags), "timerfd_create")
    let watch = WallClockWatch(descriptor: Descriptor(number), loop: self)
    watch.token = try self.watch(number) { [weak watch] in
      guard let watch else { return }
      watch.rearm()
      handler()
    }
    return watch
  }
}

/// A watch of the machine's clock; see ``EventLoop/watchWallClock(_:)``.
public final class WallClockWatch {
  private let descriptor: Descriptor
  fileprivate var token: EventLoop.Watch?
  private weak var loop: EventLoop?

  fileprivate init(descriptor: consuming Descriptor, loop: EventLoop) {
    self.descriptor = descriptor
    self.loop = loop
    cartouche_watch_wall_clock(self.descriptor.number)
  }

  deinit {
    if let token { loop?.unwatch(token) }
  }

  /// Reads the report of a change, and waits for the next one.
  fileprivate func rearm() {
    var count: UInt64 = 0
    _ = Glibc.read(descriptor.number, &count, 8)
    cartouche_watch_wall_clock(descriptor.number)
  }
}
