/// The arbitration between gestures: the rules that decide which of several gestures gets the fingers that
/// they share.
///
///     possible ──would begin──▶ an active gesture shares a finger ────▶ finished
///         │                     a required one was recognized ────────▶ finished
///         │                     a required one may still be recognized ▶ waiting
///         │                     otherwise ─────────────────────────────▶ active, or finished
///         └──fails, or another that can prevent it begins──▶ finished
///     waiting ──the required one fails──▶ active, or finished if it is recognized at once
///     active ──ends or is cancelled──▶ finished
extension GestureArena {
  /// Applies a transition of `recognizer`.
  func apply(_ transition: GestureTransition, of recognizer: GestureRecognizer) {
    switch (recognizer.phase, transition) {
    case (.possible, .begin):
      requestTransition(recognizer, for: .begin)
    case (.possible, .recognize):
      requestTransition(recognizer, for: .recognize)
    case (.possible, .beginAndEnd):
      requestTransition(recognizer, for: .beginAndEnd)
    case (.possible, .fail), (.possible, .end), (.possible, .cancel), (.waiting, .fail), (.waiting, .cancel):
      fail(recognizer)
    case (.waiting(.begin), .end):
      recognizer.phase = .waiting(.beginAndEnd)
    case (.active, .change):
      enqueueAction(recognizer, .changed)
    case (.active, .end), (.active, .recognize):
      recognizer.phase = .finished(hasRecognized: true)
      enqueueAction(recognizer, .ended)
    case (.active, .cancel), (.active, .fail):
      recognizer.phase = .finished(hasRecognized: true)
      enqueueAction(recognizer, .cancelled)
    case (_, .nothing), (.possible, .change), (.waiting, _), (.active, .begin), (.active, .beginAndEnd), (.finished, _):
      break
    }
  }

  private func requestTransition(_ recognizer: GestureRecognizer, for pending: GestureRecognizer.PendingTransition) {
    if let shouldBegin = recognizer.shouldBegin, !shouldBegin(recognizer) { return fail(recognizer) }
    // The closure may have disabled the recognizer.
    guard recognizer.phase == .possible else { return }
    recognizer.phase = .waiting(pending)
    resolve(recognizer)
  }

  /// Lets a gesture begin unless another gesture prevents this.
  private func resolve(_ recognizer: GestureRecognizer) {
    for other in recognizer.requirements where other.arena === self && other.sharesFinger(with: recognizer) {
      switch other.phase {
      case .possible, .waiting: return
      case .active, .finished(hasRecognized: true): return fail(recognizer)
      case .finished(hasRecognized: false): break
      }
    }
    for other in tracking where other.phase == .active && other.excludes(recognizer) { return fail(recognizer) }
    // The closures may have disabled the recognizer.
    guard case .waiting(let pending) = recognizer.phase else { return }
    switch pending {
    case .begin:
      recognizer.phase = .active
      enqueueAction(recognizer, .began)
    case .recognize:
      recognizer.phase = .finished(hasRecognized: true)
      enqueueAction(recognizer, .ended)
    case .beginAndEnd:
      recognizer.phase = .finished(hasRecognized: true)
      enqueueAction(recognizer, .began)
      enqueueAction(recognizer, .ended)
    }
    for other in tracking where other.isUndecided {
      let requiredFailure = other.requirements.contains { $0 === recognizer } && other.sharesFinger(with: recognizer)
      if requiredFailure || (recognizer.canPrevent(other) && recognizer.excludes(other)) { fail(other) }
    }
  }

  /// Fails a gesture that has not begun, and resumes the gestures that waited for this failure.
  ///
  /// If the gesture has begun, it is cancelled instead.
  func fail(_ recognizer: GestureRecognizer) {
    switch recognizer.phase {
    case .finished:
      return
    case .active:
      recognizer.phase = .finished(hasRecognized: true)
      enqueueAction(recognizer, .cancelled)
    case .possible, .waiting:
      recognizer.phase = .finished(hasRecognized: false)
      recognizer.state = .failed
    }
    for other in tracking {
      guard case .waiting = other.phase, other.requirements.contains(where: { $0 === recognizer }) else { continue }
      resolve(other)
    }
  }
}

extension GestureRecognizer {
  /// Whether the gesture may still begin.
  fileprivate var isUndecided: Bool {
    switch phase {
    case .possible, .waiting: true
    case .active, .finished: false
    }
  }

  fileprivate func sharesFinger(with other: GestureRecognizer) -> Bool {
    touchIDs.contains { other.touchIDs.contains($0) }
  }

  /// Returns whether `other` cannot continue when this gesture has the finger that both gestures share.
  fileprivate func excludes(_ other: GestureRecognizer) -> Bool {
    guard other !== self, !isObserver, !other.isObserver, sharesFinger(with: other) else { return false }
    if shouldRecognizeSimultaneously?(other) ?? false { return false }
    return !(other.shouldRecognizeSimultaneously?(self) ?? false)
  }
}
