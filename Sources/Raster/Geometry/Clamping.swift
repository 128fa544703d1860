extension Comparable {
  /// Returns the value limited to `lower` and `upper`.
  ///
  /// Unlike a range's bounds, limits that cross do not trap: `upper` wins.
  @inlinable
  @inline(__always)
  package func clamped(from lower: Self, to upper: Self) -> Self {
    min(max(self, lower), upper)
  }
}
