internal import Glibc

/// Returns the value of an environment variable of this process.
///
/// - Returns: nil if the variable is not set.
package func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
