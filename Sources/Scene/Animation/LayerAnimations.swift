import CartoucheRaster

/// The animations of one layer, and the values that these animations show in place of the layer's own values.
final class LayerAnimations {
  /// An animation that was added to the layer.
  ///
  ///     added ──first frame on a stage──▶ begun ──its end──▶ removed, or retained for its fill mode
  ///       └───────removed, replaced, off the stage───┴──────▶ cancelled
  struct Entry {
    let key: String?
    let animation: ResolvedAnimation
    /// The time at which the animation began, in the layer's time; nil before its first frame.
    var begin: Timestamp?
    /// Whether the animation has ended but is retained for its fill mode.
    var hasEnded = false
    var completion: ((AnimationEnd) -> Void)?
    var completionGroup: CompletionGroup?
  }

  var entries: [Entry] = []
  var clock = LayerClock()
  /// Whether the layer's clock resumes with the next frame.
  var isResuming = false
  /// Whether the layer is in a stage's ``AnimatedLayers``.
  var isListed = false
  /// The values presented in the last frame.
  private(set) var shown = PresentationValues()
  private var next = PresentationValues()

  var hasBegun: Bool { entries.contains { $0.begin != nil } }
  var isIdle: Bool { entries.isEmpty && shown.slots.isEmpty }

  func index(of key: String) -> Int? {
    // Compare bytes: canonical equivalence needs Unicode tables, which bare-metal targets lack.
    entries.firstIndex { $0.key.map { $0.utf8.elementsEqual(key.utf8) } ?? false }
  }

  // MARK: Time

  /// Sets the begin time of new animations, and reports animations that do not fit the layer's properties.
  func begin(at now: Timestamp, of layer: Layer, _ report: (AnimationDiagnostic) -> Void) {
    for index in entries.indices where entries[index].begin == nil {
      let animation = entries[index].animation
      let timing = animation.timing
      let start = timing.beginTime == 0 ? now : Timestamp(seconds: timing.beginTime)
      entries[index].begin = timing.delay == 0 ? start : start.advanced(by: timing.delay)
      animation.forEachProperty { property, value in
        if let model = layer.value(for: property.baseProperty) {
          guard let value, let part = model.part(property), !part.isCompatible(with: value) else { return }
          report(AnimationDiagnostic(property: property, problem: .typeMismatch))
        } else {
          report(AnimationDiagnostic(property: property, problem: .noSuchProperty))
        }
      }
    }
  }

  /// Removes animations that have ended, and passes each to `end` in the order in which they were added.
  func removeEnded(at now: Timestamp, _ end: (Entry) -> Void) {
    var index = 0
    while index < entries.count {
      // Entries are not copied while they play.
      let length = entries[index].animation.length
      guard !entries[index].hasEnded, let begin = entries[index].begin, length != .infinity, now.seconds(since: begin) >= length
      else {
        index += 1
        continue
      }
      end(entries[index])
      if entries[index].animation.timing.isRemovedOnCompletion {
        entries.remove(at: index)
      } else {
        entries[index].hasEnded = true
        (entries[index].completion, entries[index].completionGroup) = (nil, nil)
        index += 1
      }
    }
  }

  /// Removes all animations, passing those that had not ended to `end`.
  func removeAll(_ end: (Entry) -> Void) {
    let all = entries
    entries.removeAll(keepingCapacity: true)
    for entry in all where !entry.hasEnded { end(entry) }
  }

  /// Returns when the next frame is due for these animations.
  ///
  /// - Parameters:
  ///   - isVisible: Whether the layer may be visible.
  ///   - hasOwnTime: Whether the layer's clock differs from the stage's.
  func nextFrame(after now: Timestamp, isVisible: Bool, hasOwnTime: Bool) -> NextFrameTime {
    var next = NextFrameTime.never
    for index in entries.indices where !entries[index].hasEnded {
      guard let begin = entries[index].begin else { return .nextRefresh }
      let length = entries[index].animation.length
      if now < begin {
        next = min(next, hasOwnTime ? .nextRefresh : .at(begin))
      } else if isVisible && entries[index].animation.timing.speed != 0 {
        return .nextRefresh
      } else if length != .infinity {
        next = min(next, hasOwnTime ? .nextRefresh : .at(begin.advanced(by: length)))
      }
    }
    return next
  }

  // MARK: Presentation

  /// Computes the values that the animations show at `now`, in the layer's time.
  ///
  /// - Returns: Whether the values differ from those of the last frame.
  func update(at now: Timestamp, of layer: Layer) -> Bool {
    next.removeAll()
    // Entries are not copied. A layer's property may change them, so their number is read in each round.
    var index = 0
    while index < entries.count {
      if let begin = entries[index].begin { entries[index].animation.apply(at: now.seconds(since: begin), to: &next, of: layer) }
      index += 1
    }
    var isChanged = false
    for index in next.slots.indices where next.differs(at: index, from: shown) {
      isChanged = true
      layer.invalidatePresentation(next.slots[index].property)
    }
    for index in shown.slots.indices {
      let property = shown.slots[index].property
      guard next.index(of: property) == nil, shown.slots[index].value != layer.value(for: property) else { continue }
      isChanged = true
      layer.invalidatePresentation(property)
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
  /// Calls the completion handler and leaves the transaction's completion group.
  func notify(_ end: AnimationEnd) {
    completion?(end)
    completionGroup?.leave(end)
  }
}
