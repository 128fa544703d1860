import CartoucheTestSupport

extension SplitMix64 {
  /// Returns a uniformly distributed integer.
  mutating func int(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// Returns a uniformly distributed number.
  mutating func double(in range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }
}
