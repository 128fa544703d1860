/// The names of images that a map's style names and does not have.
struct MissingImages {
  private var new: Set<String> = []
  private var reported: Set<String> = []

  /// Whether there are names that were not taken.
  var isEmpty: Bool { new.isEmpty }

  /// Adds names, and returns those that are new, in order.
  mutating func add(_ names: Set<String>) -> [String] {
    // Sorting allocates, so known names are not sorted again.
    guard !names.allSatisfy({ reported.contains($0) || new.contains($0) }) else { return [] }
    return names.sorted().filter { !reported.contains($0) && new.insert($0).inserted }
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
