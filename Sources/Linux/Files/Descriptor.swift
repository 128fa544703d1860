internal import Glibc

/// A file descriptor with one owner, closed when the owner is released.
struct Descriptor: ~Copyable {
  let number: Int32

  /// Takes ownership of the open descriptor `number`.
  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }
}
