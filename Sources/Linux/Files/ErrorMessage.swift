internal import Glibc

/// Returns the C library's text for an `errno` value: "Permission denied".
func message(ofError number: Int32) -> String {
  String(cString: strerror(number))
}
