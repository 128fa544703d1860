extension Comparable {
  /// Returns the value limited to the range from `lower` to `upper`.
  ///
  /// If `lower` exceeds `upper`, the result is `upper`. A Swift range with such bounds would trap.
  @inlinable
  @inline(__always)
  package func clamped(from lower: Self, to upper: Self) -> Self {
    min(max(self, lower), upper)
  }
}
