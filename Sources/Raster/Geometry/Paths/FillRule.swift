/// The rule that decides which points are inside a path, from the path's winding number around them.
public enum FillRule: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Inside where the winding number is not 0.
  case nonZero
  /// Inside where the winding number is odd.
  case evenOdd
}
