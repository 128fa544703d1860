import CartoucheRaster

/// The labels that are visible, and those that are becoming visible or invisible.
struct LabelFades {
  /// The time in seconds in which a label appears or disappears.
  static let duration = 0.3

  private var entries: [LabelDrawing.Item] = []
  /// The labels in the order of drawing.
  var items: [LabelDrawing.Item] { entries }
  /// The labels of the latest placement that are visible, or are to be.
  var placed: [PlacedLabel] { entries.filter(\.isPlaced).map(\.label) }
  /// Whether a label is becoming visible or invisible.
  private(set) var isFading = false

  private struct Name: Hashable {
    var layer: Int
    var name: String
    var icon: String

    init(_ label: PlacedLabel) { (layer, name, icon) = (label.key.layer, label.key.name, label.key.icon) }
  }

  /// Replaces the labels by those of a new placement.
  ///
  /// - Parameters:
  ///   - isAnimated: Whether labels appear and disappear gradually.
  ///   - position: The position of a label in the view; nil if it is out of sight.
  /// - Returns: The labels where the picture changes at once; nil if it may change everywhere.
  mutating func show(_ labels: [PlacedLabel], isAnimated: Bool, position: (PlacedLabel) -> SIMD2<Double>?) -> [PlacedLabel]? {
    guard isAnimated else {
      entries = labels.map { LabelDrawing.Item(label: $0, opacity: 1, isPlaced: true) }
      isFading = false
      return nil
    }
    var changed: [PlacedLabel] = []
    var known: [Name: [(index: Int, position: SIMD2<Double>)]] = [:]
    for (index, entry) in entries.enumerated() {
      if let place = position(entry.label) { known[Name(entry.label), default: []].append((index, place)) }
    }
    var next: [LabelDrawing.Item] = []
    next.reserveCapacity(labels.count)
    var taken: Set<Int> = []
    for label in labels {
      guard let place = position(label) else {
        next.append(LabelDrawing.Item(label: label, opacity: 1, isPlaced: true))
        continue
      }
      // The data of another zoom may have the place a little beside.
      let same = known[Name(label)]?.first { !taken.contains($0.index) && ($0.position - place).length < 8 }
      if let same {
        taken.insert(same.index)
        if !label.looksLike(entries[same.index].label) { changed += [entries[same.index].label, label] }
      }
      next.append(LabelDrawing.Item(label: label, opacity: same.map { entries[$0.index].opacity } ?? 0, isPlaced: true))
    }
    let leaving = entries.indices.compactMap { index -> LabelDrawing.Item? in
      var entry = entries[index]
      guard !taken.contains(index), entry.opacity > 0, position(entry.label) != nil else { return nil }
      entry.isPlaced = false
      changed.append(entry.label)
      return entry
    }
    // Labels that disappear are below those that stay, each in its layer.
    entries = Self.merged(leaving, next)
    isFading = entries.contains { $0.opacity != ($0.isPlaced ? 1 : 0) }
    return changed
  }

  private static func merged(_ a: [LabelDrawing.Item], _ b: [LabelDrawing.Item]) -> [LabelDrawing.Item] {
    guard !a.isEmpty else { return b }
    var result: [LabelDrawing.Item] = []
    result.reserveCapacity(a.count + b.count)
    var index = 0
    for entry in b {
      while index < a.count, a[index].label.content.layer <= entry.label.content.layer {
        result.append(a[index])
        index += 1
      }
      result.append(entry)
    }
    return result + a[index...]
  }

  /// Makes all labels disappear gradually.
  mutating func fadeOut() {
    for index in entries.indices { entries[index].isPlaced = false }
    isFading = entries.contains { $0.opacity > 0 }
  }

  /// Makes labels more or less visible.
  ///
  /// - Parameter isInSight: Takes note of a label that changes, and returns whether it is in sight. Other
  ///   labels change at once: a pan has labels placed beyond the edges, and for each step of a fade all
  ///   labels are recorded.
  mutating func advance(by seconds: Double, isInSight: (inout LabelDrawing.Item) -> Bool) {
    guard isFading else { return }
    let step = seconds / Self.duration
    isFading = false
    for index in entries.indices {
      let target = entries[index].isPlaced ? 1.0 : 0.0
      guard entries[index].opacity != target else { continue }
      let opacity = isInSight(&entries[index]) ? entries[index].opacity + (target > 0 ? step : -step) : target
      entries[index].opacity = opacity.clamped(from: 0, to: 1)
      if entries[index].opacity != target { isFading = true }
    }
    entries.removeAll { !$0.isPlaced && $0.opacity == 0 }
  }

  /// Passes the labels to a closure, which may turn their texts.
  mutating func withItems(_ body: (inout [LabelDrawing.Item]) -> Void) { body(&entries) }
}
