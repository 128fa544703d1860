/// Who wins where several gestures want the same fingers.
///
///     possible ──would begin──▶ something active has its fingers ─▶ over
///         │                     something required has recognized ─▶ over
///         │                     something required may still come ─▶ waiting ──it fails──▶ active, or over if it came at once
///         │                     nothing of all this ───────────────────────────────────▶ active, or over
///         └──fails, or another that canPrevent it begins──▶ over
///     active ──ends or is cancelled──▶ over
extension GestureArena {
  /// Takes in what `recognizer` makes of an event.
  func take(_ step: GestureTransition, of recognizer: GestureRecognizer) {
    switch (recognizer.phase, step) {
    case (.possible, .begin):
      contend(recognizer, for: .begin)
    case (.possible, .recognize):
      contend(recognizer, for: .recognize)
    case (.possible, .fail), (.possible, .end), (.possible, .cancel), (.waiting, .fail), (.waiting, .cancel):
      fail(recognizer)
    case (.waiting(.begin), .end):
      recognizer.phase = .waiting(.beginAndEnd)
    case (.active, .change):
      call(recognizer, .changed)
    case (.active, .end), (.active, .recognize):
      recognizer.phase = .finished(hasRecognized: true)
      call(recognizer, .ended)
    case (.active, .cancel), (.active, .fail):
      recognizer.phase = .finished(hasRecognized: true)
      call(recognizer, .cancelled)
    case (_, .nothing), (.possible, .change), (.waiting, _), (.active, .begin), (.finished, _):
      break
    }
  }

  private func contend(_ recognizer: GestureRecognizer, for want: GestureRecognizer.PendingTransition) {
    if let shouldBegin = recognizer.shouldBegin, !shouldBegin(recognizer) { return fail(recognizer) }
    // Who was asked may have disabled it.
    guard recognizer.phase == .possible else { return }
    recognizer.phase = .waiting(want)
    decide(recognizer)
  }

  /// Lets a gesture that would begin do so, if nothing stands against it.
  private func decide(_ recognizer: GestureRecognizer) {
    for other in recognizer.requirements where other.arena === self && other.sharesFinger(with: recognizer) {
      switch other.phase {
      case .possible, .waiting: return
      case .active, .finished(hasRecognized: true): return fail(recognizer)
      case .finished(hasRecognized: false): break
      }
    }
    for other in tracking where other.phase == .active && other.rules(out: recognizer) { return fail(recognizer) }
    // Those who were asked may have disabled it.
    guard case .waiting(let want) = recognizer.phase else { return }
    switch want {
    case .begin:
      recognizer.phase = .active
      call(recognizer, .began)
    case .recognize:
      recognizer.phase = .finished(hasRecognized: true)
      call(recognizer, .ended)
    case .beginAndEnd:
      recognizer.phase = .finished(hasRecognized: true)
      call(recognizer, .began)
      call(recognizer, .ended)
    }
    for other in tracking where other.isUndecided {
      let gaveWay = other.requirements.contains { $0 === recognizer } && other.sharesFinger(with: recognizer)
      if gaveWay || (recognizer.canPrevent(other) && recognizer.rules(out: other)) { fail(other) }
    }
  }

  /// Ends a gesture that has not begun, and lets go on what waited for that; one that has begun is cancelled.
  func fail(_ recognizer: GestureRecognizer) {
    switch recognizer.phase {
    case .finished:
      return
    case .active:
      recognizer.phase = .finished(hasRecognized: true)
      call(recognizer, .cancelled)
    case .possible, .waiting:
      recognizer.phase = .finished(hasRecognized: false)
      recognizer.state = .failed
    }
    for other in tracking {
      guard case .waiting = other.phase, other.requirements.contains(where: { $0 === recognizer }) else { continue }
      decide(other)
    }
  }
}

extension GestureRecognizer {
  /// Whether it may still begin.
  fileprivate var isUndecided: Bool {
    switch phase {
    case .possible, .waiting: true
    case .active, .finished: false
    }
  }

  fileprivate func sharesFinger(with other: GestureRecognizer) -> Bool {
    touchIDs.contains { other.touchIDs.contains($0) }
  }

  /// Whether `other` may not go on with this one's fingers.
  fileprivate func rules(out other: GestureRecognizer) -> Bool {
    guard other !== self, !isObserver, !other.isObserver, sharesFinger(with: other) else { return false }
    if shouldRecognizeSimultaneously?(other) ?? false { return false }
    return !(other.shouldRecognizeSimultaneously?(self) ?? false)
  }
}
