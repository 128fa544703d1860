/// Returns coverage as text, for shapes small enough to read in a test.
///
/// `.` is 0, `#` is 255, and any other value is its upper hexadecimal digit:
///
///     .48.
///     8##8
///     .48.
///
/// - Parameter coverage: Rows of `width` values from the top, without padding.
/// - Returns: One line for each row, without a line break after the last one.
public func asciiArt(of coverage: some Sequence<UInt8>, width: Int) -> String {
  precondition(width > 0)
  let digits = Array("0123456789abcdef")
  var text = ""
  for (index, value) in coverage.enumerated() {
    if index > 0 && index % width == 0 { text.append("\n") }
    switch value {
    case 0: text.append(".")
    case 255: text.append("#")
    default: text.append(digits[Int(value >> 4)])
    }
  }
  return text
}
