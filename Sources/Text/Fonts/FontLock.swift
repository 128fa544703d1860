internal import Glibc
internal import Synchronization

/// A lock that the thread which holds it may take again.
///
/// All fonts of a collection share one lock, since FreeType and the cache of glyph shapes change while a
/// glyph is looked up. Taking a lock that no other thread holds costs some 20 ns.
final class FontLock: Sendable {
  // The mutex must not move in memory.
  private nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() {
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Calls `body` while no other thread holds the lock.
  func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// A number that identifies the calling thread while it lives.
  static var currentThread: UInt { UInt(pthread_self()) }
}

/// A flag that another thread sets when it adds faces to a font collection.
final class FontChange: Sendable {
  private let flag = Atomic(false)
  private static let setCount = Atomic(0)

  /// The number of times that any flag was set.
  static var count: Int { setCount.load(ordering: .acquiring) }

  /// Sets the flag.
  func set() {
    flag.store(true, ordering: .releasing)
    Self.setCount.add(1, ordering: .releasing)
  }

  /// Returns whether the flag was set, and clears it.
  func take() -> Bool { flag.exchange(false, ordering: .acquiring) }
}
