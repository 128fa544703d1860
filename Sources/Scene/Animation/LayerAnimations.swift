import CartoucheRaster

/// The animations of one layer, and what they show of it.
final class LayerAnimations {
  /// One animation on its way.
  ///
  ///     added ──first frame on a stage──▶ begun ──its end──▶ removed, or held by its fill mode
  ///       └───────removed, replaced, off the stage───┴──────▶ cancelled
  struct Entry {
    let key: String?
    let animation: Animation
    let played: ResolvedAnimation
    /// In the layer's time; nil before its first frame.
    var begin: Timestamp?
    /// Whether it has ended and is held.
    var hasEnded = false
    var completion: ((AnimationEnd) -> Void)?
    var completionGroup: CompletionGroup?
  }

  var entries: [Entry] = []
  var clock = LayerClock()
  /// Whether the clock is to go on with the next frame.
  var isResuming = false
  /// Whether a stage looks at them.
  var isListed = false
  /// What was shown in the last frame.
  private(set) var shown = PresentationValues()
  private var next = PresentationValues()

  var hasBegun: Bool { entries.contains { $0.begin != nil } }
  var isIdle: Bool { entries.isEmpty && shown.slots.isEmpty }

  func index(of key: String) -> Int? {
    // By bytes: canonical equivalence needs Unicode's tables, which a bare board has not.
    entries.firstIndex { $0.key.map { $0.utf8.elementsEqual(key.utf8) } ?? false }
  }

  // MARK: Time

  /// Gives those that have not begun their begin, and tells `remark` what cannot be animated.
  func begin(at now: Timestamp, of layer: Layer, _ remark: (AnimationDiagnostic) -> Void) {
    for index in entries.indices where entries[index].begin == nil {
      let entry = entries[index]
      let timing = entry.played.timing
      let start = timing.beginTime == 0 ? now : Timestamp(seconds: timing.beginTime)
      entries[index].begin = timing.delay == 0 ? start : start.advanced(by: timing.delay)
      entry.played.forEachProperty { property, value in
        if let model = layer.value(for: property.baseProperty) {
          guard let value, let part = model.part(property), !part.isCompatible(with: value) else { return }
          remark(AnimationDiagnostic(property: property, problem: .typeMismatch))
        } else {
          remark(AnimationDiagnostic(property: property, problem: .noSuchProperty))
        }
      }
    }
  }

  /// Takes those off that have ended, giving them to `end` in the order in which they were added.
  func removeEnded(at now: Timestamp, _ end: (Entry) -> Void) {
    var index = 0
    while index < entries.count {
      let entry = entries[index]
      let length = entry.played.length
      guard !entry.hasEnded, let begin = entry.begin, length != .infinity, now.seconds(since: begin) >= length else {
        index += 1
        continue
      }
      end(entry)
      if entry.played.timing.isRemovedOnCompletion {
        entries.remove(at: index)
      } else {
        entries[index].hasEnded = true
        (entries[index].completion, entries[index].completionGroup) = (nil, nil)
        index += 1
      }
    }
  }

  /// Takes all off, giving those that had not ended to `end`.
  func removeAll(_ end: (Entry) -> Void) {
    let all = entries
    entries.removeAll(keepingCapacity: true)
    for entry in all where !entry.hasEnded { end(entry) }
  }

  /// When the next frame is due, as far as these animations know.
  ///
  /// - Parameters:
  ///   - isSeen: whether anything of the layer can be on the screen.
  ///   - hasOwnTime: whether the layer's time runs otherwise than the stage's.
  func nextFrame(after now: Timestamp, isSeen: Bool, hasOwnTime: Bool) -> NextFrame {
    var next = NextFrame.never
    for entry in entries where !entry.hasEnded {
      guard let begin = entry.begin else { return .nextRefresh }
      let length = entry.played.length
      if now < begin {
        next = min(next, hasOwnTime ? .nextRefresh : .at(begin))
      } else if isSeen && entry.played.timing.speed != 0 {
        return .nextRefresh
      } else if length != .infinity {
        next = min(next, hasOwnTime ? .nextRefresh : .at(begin.advanced(by: length)))
      }
    }
    return next
  }

  // MARK: What is shown

  /// Works out what is shown at `now`, in the layer's time.
  ///
  /// - Returns: whether it differs from what the screen shows.
  func update(at now: Timestamp, of layer: Layer) -> Bool {
    next.removeAll()
    for entry in entries {
      if let begin = entry.begin { entry.played.apply(at: now.seconds(since: begin), to: &next, of: layer) }
    }
    var isChanged = false
    for slot in next.slots where slot.value != shown.shown(slot.property) ?? slot.model {
      isChanged = true
      layer.invalidatePresentation(slot.property)
    }
    for slot in shown.slots where next.shown(slot.property) == nil && slot.value != layer.value(for: slot.property) {
      isChanged = true
      layer.invalidatePresentation(slot.property)
    }
    swap(&shown, &next)
    return isChanged
  }

  func clearPresentation() { shown.removeAll() }

  func enter(_ layer: Layer) {
    layer.dirtyFlags.isPresenting = true
    shown.enter(layer)
    layer.dirtyFlags.isPresenting = false
  }

  func leave(_ layer: Layer) {
    layer.dirtyFlags.isPresenting = true
    shown.leave(layer)
    layer.dirtyFlags.isPresenting = false
  }
}

extension LayerAnimations.Entry {
  /// Tells whoever wants to know that it is over.
  func notify(_ end: AnimationEnd) {
    completion?(end)
    completionGroup?.leave(end)
  }
}
