/// A place in a file: line and column count from 1, the column in bytes.
public struct SVGLocation: Hashable, Sendable, CustomStringConvertible {
  public var line: Int
  public var column: Int

  public var description: String { "line \(line), column \(column)" }
}
