internal import Glibc

/// Returns the C library's message for an `errno` value, such as "Permission denied".
func message(ofError number: Int32) -> String {
  String(cString: strerror(number))
}
