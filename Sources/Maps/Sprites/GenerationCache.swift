/// A dictionary of bounded size, which forgets values that were not used for some time.
///
/// There are two generations. If the younger one is full, it becomes the older one, whose values are
/// forgotten. A value of the older one that is used moves to the younger one.
struct GenerationCache<Key: Hashable, Value> {
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]
  private var used = 0
  private let limit: Int
  private let cost: (Value) -> Int

  init(limit: Int, cost: @escaping (Value) -> Int) {
    (self.limit, self.cost) = (limit, cost)
  }

  /// Returns the value for a key, which is made if it is not known.
  mutating func value(_ key: Key, _ make: () -> Value) -> Value {
    if let value = young[key] { return value }
    let value = old[key] ?? make()
    let added = cost(value)
    if used + added > limit {
      (old, young) = (young, [:])
      used = 0
    }
    used += added
    young[key] = value
    return value
  }
}
