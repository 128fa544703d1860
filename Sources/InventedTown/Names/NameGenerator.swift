/// Generates invented names, so that nobody takes the town for a real one.
///
/// The random stream of a generator is its own. Names can therefore change while the plan stays the same.
struct NameGenerator {
  private var random: SeededGenerator
  private let first: Int
  private let stride: Int
  /// The number of names of streets so far.
  private var count: Int

  /// Creates a generator.
  ///
  /// - Parameters:
  ///   - seed: Generators with the same seed give the same names.
  ///   - skipping: The number of names of streets that another generator with the same seed may take. The
  ///     two generators then share no names.
  init(seed: UInt64, skipping: Int = 0) {
    random = SeededGenerator(seed, 0x4E)
    let roots = NameList.roots.count
    first = random.below(roots)
    var stride = 1 + random.below(roots - 1)
    while !Self.isCoprime(stride, roots) { stride = stride % (roots - 1) + 1 }
    self.stride = stride
    count = skipping
  }

  /// Returns the name of another street.
  ///
  /// All roots are used once before any is used again, and then with another ending. So a town's streets have
  /// different names.
  mutating func street(_ form: StreetForm = .street) -> String {
    let roots = NameList.roots
    let index = (first + count * stride) % roots.count
    let endings = form.endings
    let ending = endings[(index * 7 + count / roots.count) % endings.count]
    count += 1
    return roots[index] + " " + ending
  }

  /// Returns the name of a settlement.
  mutating func town() -> String { random.pick(NameList.townStems) + random.pick(NameList.townEndings) }

  /// Returns the name of a part of a town.
  mutating func quarter() -> String {
    random.chance(0.3)
      ? random.pick(NameList.townStems) + random.pick(["gate", "side", "end", "hithe", "cross"]) : named(NameList.quarters)
  }

  /// Returns the name of a lake.
  mutating func lake() -> String { named(["Mere", "Water", "Lake", "Tarn"]) }

  /// Returns the name of a pond in a park.
  mutating func pond() -> String { named(["Pond", "Pool"]) }

  /// Returns the name of a stream.
  mutating func stream() -> String { named(["Brook", "Beck", "Burn"]) }

  /// Returns the name of an island.
  mutating func island() -> String { named(["Island", "Eyot", "Holm"]) }

  /// Returns the name of a wood that is protected.
  mutating func reserve() -> String { named(["Wood", "Forest", "Chase"]) }

  /// Returns the name of an isolated farm.
  mutating func farm() -> String { named(["Farm", "Grange", "Barn"]) }

  /// Returns the name of a point of interest.
  mutating func place(of kind: PointOfInterestKind) -> String {
    let (before, words, after) = random.pick(kind.patterns)
    return before + random.pick(words) + after
  }

  private mutating func named(_ endings: [String]) -> String { random.pick(NameList.roots) + " " + random.pick(endings) }

  private static func isCoprime(_ a: Int, _ b: Int) -> Bool {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a == 1
  }
}

/// The importance of a street, which its name's ending shows.
enum StreetForm {
  case avenue, street, lane, walk, quay

  var endings: [String] {
    switch self {
    case .avenue: ["Avenue", "Road", "Boulevard", "Parade"]
    case .street: ["Street", "Road", "Avenue", "Street"]
    case .lane: ["Street", "Lane", "Way", "Close", "Grove", "Drive", "Terrace", "Crescent", "Gardens", "Rise", "Mews"]
    case .walk: ["Row", "Walk", "Passage", "Alley", "Court"]
    case .quay: ["Quay", "Embankment", "Wharf"]
    }
  }
}
