/// The names of images that a map's style names and does not have.
struct MissingImages {
  private var new: Set<String> = []
  private var reported: Set<String> = []

  /// Whether there are names that were not taken.
  var isEmpty: Bool { new.isEmpty }

  /// Adds a name, and returns whether it is new.
  mutating func add(_ name: String) -> Bool { !reported.contains(name) && new.insert(name).inserted }

  /// Adds names, and returns those that are new, in order.
  mutating func add(_ names: Set<String>) -> [String] {
    // Sorting allocates, so known names are not sorted again.
    guard !names.allSatisfy({ reported.contains($0) || new.contains($0) }) else { return [] }
    return names.sorted().filter { add($0) }
  }

  /// Returns the names that were added since the last call, in order.
  mutating func take() -> [String] {
    guard !new.isEmpty else { return [] }
    let names = new.sorted()
    // Names may come from features, so there may be any number.
    if reported.count < 1000 { reported.formUnion(new) }
    new = []
    return names
  }
}
