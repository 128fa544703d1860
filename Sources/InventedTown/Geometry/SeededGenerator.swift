/// A seeded stream of random numbers that is the same on every machine (SplitMix64).
///
/// Each part of the plan seeds its stream with its own coordinates, so a village does not depend on the
/// order in which villages are generated.
/// - Source: Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators (2014), figure 17.
package struct SeededGenerator {
  private var state: UInt64

  /// Creates the stream for the part of the plan that `path` identifies, such as a lattice position.
  package init(_ seed: UInt64, _ path: Int...) {
    state = seed
    for step in path { state = next() ^ UInt64(bitPattern: Int64(step)) }
    _ = next()
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a number in 0..<1.
  package mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  package mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

  /// Returns a number from −1 to 1 with a triangular distribution around 0.
  package mutating func triangular() -> Double { unit() + unit() - 1 }

  package mutating func chance(_ probability: Double) -> Bool { unit() < probability }

  /// Returns an integer in 0..<count.
  package mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  package mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }
}
