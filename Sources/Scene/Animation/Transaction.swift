public import CartoucheRaster

/// A group of property changes that are animated together: Core Animation's `CATransaction`.
///
///     stage.animate(duration: 0.3, timing: .curve(.easeOut)) { card.position.x += 100 }
///
/// Outside a transaction, a change of a property takes effect at once and starts no animation. In a
/// transaction with a duration, a change of an animatable property starts an animation, if the layer is on
/// the stage. The animation goes from the value that the screen shows to the new value.
///
/// Changes of the following properties are never animated by a transaction: ``Layer/isHidden``,
/// ``Layer/shadow``, images, and the properties that an application's own subclasses define.
public struct Transaction {
  /// A choice of pacing for the animations of a transaction: a timing curve or a spring.
  public enum Timing: Hashable, Sendable {
    /// The animations follow a timing function over the transaction's duration.
    case curve(TimingFunction)
    /// The animations follow a spring and last until the spring has settled.
    ///
    /// ``Transaction/duration`` then does not determine the length of these animations. A duration of 0 still
    /// disables the animations.
    case spring(Spring)
  }

  /// The duration of the transaction's animations, in seconds; 0 if changes are not animated.
  public var duration: Seconds
  /// The delay of the transaction's animations, in seconds.
  ///
  /// The delay is measured from the first frame after the change.
  public var delay: Seconds
  /// The pacing of the transaction's animations.
  public var timing: Timing
  /// Whether property changes within the transaction take effect at once, without animation.
  public var disablesActions: Bool
  /// A handler that is called once, when all animations of the transaction have ended.
  ///
  /// The handler waits for the animations that were added in this transaction and in nested transactions. If
  /// there are no such animations, the handler is called when the transaction is committed. The handler's
  /// argument is ``AnimationEnd/cancelled`` if any of these animations was cancelled.
  public var completion: ((AnimationEnd) -> Void)?

  /// Creates a transaction with the given settings.
  ///
  /// To apply the settings, pass the transaction to ``Stage/beginTransaction(_:)``.
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
  /// The duration of explicit animations that have no duration of their own.
  var defaultDuration: Seconds { settings.duration > 0 ? settings.duration : 0.25 }
}

/// Counts the events for which a transaction's completion waits.
///
/// These are the transaction's commit, the ends of its animations and the ends of its nested transactions.
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
