/// The rule that decides which points are inside a filled path, from the path's winding number around a
/// point.
///
/// The winding number counts how often the path runs around the point. Turns in opposite directions cancel.
public enum FillRule: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Points where the winding number is not 0 are inside.
  case nonZero
  /// Points where the winding number is odd are inside.
  case evenOdd
}
