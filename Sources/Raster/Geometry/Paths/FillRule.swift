/// The rule that decides whether a point is inside a filled path.
///
/// The rule tests the winding number: how many times the path runs around the point. A clockwise turn and a
/// counterclockwise turn cancel each other.
public enum FillRule: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// A point is inside if the path's winding number around the point is not 0.
  case nonZero
  /// A point is inside if the path's winding number around the point is odd.
  case evenOdd
}
