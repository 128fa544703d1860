internal import Glibc

/// A file descriptor with one owner. The file descriptor is closed when this value's lifetime ends.
struct Descriptor: ~Copyable {
  let number: Int32

  /// Takes ownership of the open file descriptor `number`.
  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }
}
