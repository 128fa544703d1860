internal import Glibc

/// A file descriptor with one owner, closed when that goes.
struct Descriptor: ~Copyable {
  let number: Int32

  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }
}

/// What the kernel says of `errno`: "Permission denied".
func message(ofError number: Int32) -> String {
  String(cString: strerror(number))
}
