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
    if let known = value(key) { return known }
    let made = make()
    insert(made, key)
    return made
  }

  /// Returns the value for a key if it is known.
  mutating func value(_ key: Key) -> Value? {
    if let value = young[key] { return value }
    guard let value = old[key] else { return nil }
    insert(value, key)
    return value
  }

  private mutating func insert(_ value: Value, _ key: Key) {
    let added = cost(value)
    if used + added > limit {
      (old, young) = (young, [:])
      used = 0
    }
    used += added
    young[key] = value
  }
}
