internal import CLinux
internal import Glibc
internal import Synchronization

/// A queue to which any thread can post work for the thread that runs an ``EventLoop``.
public final class Mailbox: Sendable {
  /// The eventfd that wakes the event loop. It becomes readable when work is posted to the empty queue.
  let wakeDescriptor: Descriptor
  private let pendingWork = Mutex<[@Sendable () -> Void]>([])

  init(wakeDescriptor: consuming Descriptor) {
    self.wakeDescriptor = wakeDescriptor
  }

  /// Adds `work` to the queue and wakes the event loop. The event loop runs `work` on the event loop's
  /// thread.
  ///
  /// Work is run in the order in which it was posted. After the event loop has ended, posted work is stored
  /// but not run.
  public func post(_ work: @escaping @Sendable () -> Void) {
    let wasEmpty = pendingWork.withLock { pendingWork in
      pendingWork.append(work)
      return pendingWork.count == 1
    }
    if wasEmpty { eventfd_write(wakeDescriptor.number, 1) }
  }

  /// Runs the work that has been posted so far.
  ///
  /// Work that is posted during this call waits for the next turn of the event loop. So posted work that
  /// posts more work cannot block the loop.
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
