/// A location in an SVG file. The first line and the first column have the number 1. Columns count bytes.
public struct SVGLocation: Hashable, Sendable, CustomStringConvertible {
  public var line: Int
  public var column: Int

  public var description: String { "line \(line), column \(column)" }
}
