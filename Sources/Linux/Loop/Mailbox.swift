internal import CLinux
internal import Glibc
internal import Synchronization

/// A queue in which any thread posts work for the thread that runs an ``EventLoop``.
public final class Mailbox: Sendable {
  /// An eventfd that becomes readable when work was posted to the empty queue.
  let wakeDescriptor: Descriptor
  private let pendingWork = Mutex<[@Sendable () -> Void]>([])

  init(wakeDescriptor: consuming Descriptor) {
    self.wakeDescriptor = wakeDescriptor
  }

  /// Runs `work` on the loop's thread, in the order of posting, and wakes the loop for it.
  ///
  /// Work that is posted after the loop has ended is stored but not run.
  public func post(_ work: @escaping @Sendable () -> Void) {
    let wasEmpty = pendingWork.withLock { pendingWork in
      pendingWork.append(work)
      return pendingWork.count == 1
    }
    if wasEmpty { eventfd_write(wakeDescriptor.number, 1) }
  }

  /// Runs the work that has been posted so far.
  ///
  /// Work posted meanwhile waits for the next turn, so that posted work that posts again cannot block the
  /// loop.
  func deliver() {
    var count: eventfd_t = 0
    eventfd_read(wakeDescriptor.number, &count)
    let batch = pendingWork.withLock { pendingWork in
      defer { pendingWork = [] }
      return pendingWork
    }
    for work in batch { work() }
  }
}
