import CartoucheRaster

/// The labels that are visible, and those that are becoming visible or invisible.
struct LabelFades {
  /// The time in seconds in which a label appears or disappears.
  static let duration = 0.3

  private var entries: [LabelDrawing.Item] = []
  /// The labels in the order of drawing.
  var items: [LabelDrawing.Item] { entries }
  /// The labels of the latest placement that are visible, or are to be.
  var placed: [PlacedLabel] {
    var labels: [PlacedLabel] = []
    labels.reserveCapacity(entries.count)
    for entry in entries where entry.isPlaced { labels.append(entry.label) }
    return labels
  }
  /// Whether a label is becoming visible or invisible.
  private(set) var isFading = false

  /// The labels that the last placement changed or made disappear, where the map is to be redrawn.
  private(set) var changed: [PlacedLabel] = []
  /// Memory of ``show(_:isAnimated:position:)``, which is empty between two calls.
  private var matcher = LabelMatcher()
  private var next: [LabelDrawing.Item] = []
  private var previous: [LabelDrawing.Item] = []
  /// The glyphs of labels that are gone, whose memory new labels use.
  private var spareGlyphs: [[PlacedGlyphs.Glyph]] = []
  private static let maximumSpareCount = 128

  /// Replaces the labels by those of a new placement.
  ///
  /// - Parameters:
  ///   - isAnimated: Whether labels appear and disappear gradually. Otherwise the picture may change
  ///     everywhere.
  ///   - position: The position of a label in the view; nil if it is out of sight.
  mutating func show(_ labels: [PlacedLabel], isAnimated: Bool, position: (PlacedLabel) -> SIMD2<Double>?) {
    changed.removeAll(keepingCapacity: true)
    guard isAnimated else {
      entries.removeAll(keepingCapacity: true)
      for label in labels { entries.append(LabelDrawing.Item(label: label, opacity: 1, isPlaced: true)) }
      isFading = false
      return
    }
    matcher.begin(entries, position: position)
    for label in labels {
      guard let place = position(label) else {
        next.append(LabelDrawing.Item(label: label, opacity: 1, isPlaced: true))
        continue
      }
      guard let same = matcher.match(label, at: place) else {
        var item = LabelDrawing.Item(label: label, opacity: 0, isPlaced: true)
        item.spareGlyphs = spareGlyphs.popLast() ?? []
        next.append(item)
        continue
      }
      if label.looksLike(entries[same].label) {
        // With its glyphs, which need not be found again.
        next.append(entries[same])
        (next[next.count - 1].label, next[next.count - 1].isPlaced) = (label, true)
        _ = entries[same].takeGlyphs()
      } else {
        changed.append(entries[same].label)
        changed.append(label)
        var item = LabelDrawing.Item(label: label, opacity: entries[same].opacity, isPlaced: true)
        item.spareGlyphs = entries[same].takeGlyphs()
        next.append(item)
      }
    }
    merge()
    // They hold the contents of tiles.
    next.removeAll(keepingCapacity: true)
    previous.removeAll(keepingCapacity: true)
    matcher.end()
    isFading = entries.contains { $0.opacity != ($0.isPlaced ? 1 : 0) }
  }

  /// Replaces the labels by the next ones, and by those that disappear. These are below those that stay, each
  /// in its layer.
  private mutating func merge() {
    swap(&entries, &previous)
    var index = 0
    func addLeaving(upTo layer: Int) {
      while index < previous.count, previous[index].label.content.layer <= layer {
        if matcher.isUnmatched(index), previous[index].opacity > 0 {
          previous[index].isPlaced = false
          changed.append(previous[index].label)
          entries.append(previous[index])
        } else {
          keepGlyphs(previous[index].takeGlyphs())
        }
        index += 1
      }
    }
    for item in next {
      addLeaving(upTo: item.label.content.layer)
      entries.append(item)
    }
    addLeaving(upTo: .max)
  }

  /// Keeps the memory of a label's glyphs for a new label: in a pan, some enter with each placement.
  private mutating func keepGlyphs(_ glyphs: [PlacedGlyphs.Glyph]) {
    if glyphs.capacity > 0, spareGlyphs.count < Self.maximumSpareCount { spareGlyphs.append(glyphs) }
  }

  /// Forgets ``changed``, which retains the contents of tiles.
  mutating func forgetChanged() { changed.removeAll(keepingCapacity: true) }

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
    for index in entries.indices where !entries[index].isPlaced && entries[index].opacity == 0 {
      keepGlyphs(entries[index].takeGlyphs())
    }
    entries.removeAll { !$0.isPlaced && $0.opacity == 0 }
  }

  /// Passes the labels to a closure, which may turn their texts.
  mutating func withItems(_ body: (inout [LabelDrawing.Item]) -> Void) { body(&entries) }
}
