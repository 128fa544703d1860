/// A location in a file. Line and column count from 1, and columns count bytes.
public struct SVGLocation: Hashable, Sendable, CustomStringConvertible {
  public var line: Int
  public var column: Int

  public var description: String { "line \(line), column \(column)" }
}
