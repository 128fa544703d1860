internal import CLinux
internal import Glibc
internal import Synchronization

/// Where any thread leaves work for the thread that runs an ``EventLoop``.
public final class Mailbox: Sendable {
  let bell: Int32
  private let letters = Mutex<[@Sendable () -> Void]>([])

  /// - Parameter bell: an eventfd; the mailbox closes it.
  init(bell: Int32) {
    self.bell = bell
  }

  deinit {
    close(bell)
  }

  /// Has `work` run on the loop's thread, in the order of posting, and wakes the loop for it. After the loop has ended it is kept and not run.
  public func post(_ work: @escaping @Sendable () -> Void) {
    let wasEmpty = letters.withLock { letters in
      letters.append(work)
      return letters.count == 1
    }
    if wasEmpty { eventfd_write(bell, 1) }
  }

  /// Runs what has been posted so far; what that posts comes in the next turn, so that nobody can hold the loop up for ever.
  func deliver() {
    var count: eventfd_t = 0
    eventfd_read(bell, &count)
    let work = letters.withLock { letters in
      defer { letters = [] }
      return letters
    }
    for letter in work { letter() }
  }
}
