public import CartoucheRaster

/// Changes of properties that are shown as movements: Core Animation's `CATransaction`.
///
///     stage.animate(duration: 0.3, timing: .curve(.easeOut)) { card.position.x += 100 }
///
/// Nothing is animated implicitly outside of a transaction. In one with a duration, setting a property that can be animated, of a layer that is on the stage, lets it go from
/// what is *shown* now to the new value; hidden flags, pictures and a subclass's own properties jump.
public struct Transaction {
  public enum Timing: Hashable, Sendable {
    case curve(TimingFunction)
    /// As long as the spring needs; the duration does not count, but must not be 0.
    case spring(Spring)
  }

  /// 0: nothing moves.
  public var duration: Seconds
  public var delay: Seconds
  public var timing: Timing
  /// Whether changes in it jump, as outside of any.
  public var disablesActions: Bool
  /// Called once, when all animations that were added in it, those of transactions within it included, have ended; at once where there are none.
  public var completion: ((AnimationEnd) -> Void)?

  public init(
    duration: Seconds = 0.25, delay: Seconds = 0, timing: Timing = .curve(.default), disablesActions: Bool = false,
    completion: ((AnimationEnd) -> Void)? = nil
  ) {
    (self.duration, self.delay, self.timing) = (duration, delay, timing)
    (self.disablesActions, self.completion) = (disablesActions, completion)
  }
}

/// A transaction that has not been committed.
struct OpenTransaction {
  let settings: Transaction
  let completionGroup: CompletionGroup
  /// Of explicit animations that name none.
  var defaultDuration: Seconds { settings.duration > 0 ? settings.duration : 0.25 }
}

/// Counts what a transaction waits for: itself until it is committed, its animations, and the transactions within it.
final class CompletionGroup {
  private var count = 1
  private var end = AnimationEnd.finished
  private var completion: ((AnimationEnd) -> Void)?
  private let outer: CompletionGroup?

  init(_ completion: ((AnimationEnd) -> Void)?, in outer: CompletionGroup?) {
    (self.completion, self.outer) = (completion, outer)
    outer?.enter()
  }

  func enter() { count += 1 }

  func leave(_ end: AnimationEnd) {
    if end == .cancelled { self.end = end }
    count -= 1
    guard count == 0 else { return }
    let told = completion
    completion = nil
    told?(self.end)
    outer?.leave(self.end)
  }
}
