extension Comparable {
  /// Returns the value limited to the range from `lower` to `upper`.
  ///
  /// Limits that cross do not trap, unlike the bounds of a range: `upper` wins.
  @inlinable
  @inline(__always)
  package func clamped(from lower: Self, to upper: Self) -> Self {
    min(max(self, lower), upper)
  }
}
