public import CartoucheRaster

/// A group of property changes that are animated: Core Animation's `CATransaction`.
///
///     stage.animate(duration: 0.3, timing: .curve(.easeOut)) { card.position.x += 100 }
///
/// Outside a transaction nothing is animated implicitly. In a transaction with a duration, setting an
/// animatable property of a layer on the stage animates it from the presented value to the new one. Hidden
/// flags, images and a subclass's own properties change at once.
public struct Transaction {
  /// The pacing of a transaction's animations.
  public enum Timing: Hashable, Sendable {
    case curve(TimingFunction)
    /// Lasts as long as the spring takes to settle. The transaction's duration is ignored but must not be 0.
    case spring(Spring)
  }

  /// The duration of the animations, in seconds; 0 disables them.
  public var duration: Seconds
  /// The delay before the animations begin, in seconds.
  public var delay: Seconds
  /// The pacing of the animations.
  public var timing: Timing
  /// Whether changes take effect at once, as they do outside a transaction.
  public var disablesActions: Bool
  /// Called once, when all animations added in this and nested transactions have ended.
  ///
  /// If there are none, it is called when the transaction is committed.
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
  /// The duration of explicit animations that have none.
  var defaultDuration: Seconds { settings.duration > 0 ? settings.duration : 0.25 }
}

/// Counts what a transaction's completion waits for: its commit, its animations and its nested transactions.
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
    let handler = completion
    completion = nil
    handler?(self.end)
    outer?.leave(self.end)
  }
}
