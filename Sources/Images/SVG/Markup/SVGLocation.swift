/// A position in an SVG file, as a line number and a column number.
///
/// The first line and the first column have the number 1. Columns count bytes, not characters.
public struct SVGLocation: Hashable, Sendable, CustomStringConvertible {
  /// The number of the line, starting at 1.
  public var line: Int
  /// The number of the column, starting at 1. Columns count bytes.
  public var column: Int

  /// The position as text, such as "line 3, column 17".
  public var description: String { "line \(line), column \(column)" }
}
