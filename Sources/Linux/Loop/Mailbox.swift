internal import CLinux
internal import Glibc
internal import Synchronization

/// Where any thread leaves work for the thread that runs an ``EventLoop``.
public final class Mailbox: Sendable {
  let wakeDescriptor: Int32
  private let pendingWork = Mutex<[@Sendable () -> Void]>([])

  /// - Parameter wakeDescriptor: an eventfd; the mailbox closes it.
  init(wakeDescriptor: Int32) {
    self.wakeDescriptor = wakeDescriptor
  }

  deinit {
    close(wakeDescriptor)
  }

  /// Has `work` run on the loop's thread, in the order of posting, and wakes the loop for it. After the loop has ended it is kept and not run.
  public func post(_ work: @escaping @Sendable () -> Void) {
    let wasEmpty = pendingWork.withLock { pendingWork in
      pendingWork.append(work)
      return pendingWork.count == 1
    }
    if wasEmpty { eventfd_write(wakeDescriptor, 1) }
  }

  /// Runs what has been posted so far; what that posts comes in the next turn, so that nobody can hold the loop up for ever.
  func deliver() {
    var count: eventfd_t = 0
    eventfd_read(wakeDescriptor, &count)
    let work = pendingWork.withLock { pendingWork in
      defer { pendingWork = [] }
      return pendingWork
    }
    for letter in work { letter() }
  }
}
