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

// The open transactions stand on the stage, and a layer finds them by way of its superlayers: several stages may live on several threads.
extension Stage {
  /// Opens a transaction on all layers of this stage; those that are open already wait.
  public func beginTransaction(_ transaction: Transaction) {
    transactions.append(
      OpenTransaction(
        settings: transaction, completionGroup: CompletionGroup(transaction.completion, in: transactions.last?.completionGroup)))
  }

  /// Closes the transaction that was opened last; where none is open, nothing happens.
  public func commitTransaction() {
    transactions.popLast()?.completionGroup.leave(.finished)
  }

  /// Lets the changes that `changes` makes be movements.
  ///
  /// - Parameter completion: called when all of them have ended, see ``Transaction/completion``.
  public func animate(
    duration: Seconds = 0.25, delay: Seconds = 0, timing: Transaction.Timing = .curve(.default), _ changes: () -> Void,
    completion: ((AnimationEnd) -> Void)? = nil
  ) {
    beginTransaction(Transaction(duration: duration, delay: delay, timing: timing, completion: completion))
    changes()
    commitTransaction()
  }

  /// Lets the changes that `changes` makes be none, even within a transaction.
  public func withoutAnimation(_ changes: () -> Void) {
    beginTransaction(Transaction(duration: 0, disablesActions: true))
    changes()
    commitTransaction()
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

extension Layer {
  /// Begins the movement that a change of `property` from `old` is in the transaction at hand, if any.
  func animateChange(of property: AnimatableProperty, from old: AnimatableValue) {
    guard let transaction = owningStage?.transactions.last, transaction.settings.duration > 0, !transaction.settings.disablesActions
    else { return }
    var from = animations?.shown.shown(property) ?? old
    if let own = animations, let index = own.index(of: property.name), own.entries[index].begin == nil {
      // Not begun yet: nothing of this turn has been shown.
      switch own.entries[index].animation {
      case .basic(let animation): from = animation.from ?? from
      case .spring(let animation): from = animation.basic.from ?? from
      case .keyframe, .group: break
      }
    }
    let settings = transaction.settings
    var basic = BasicAnimation(property, from: from, duration: settings.duration)
    basic.delay = settings.delay
    basic.fillMode = .backwards
    let animation: Animation
    switch settings.timing {
    case .curve(let function):
      basic.timingFunction = function
      animation = .basic(basic)
    case .spring(let spring):
      basic.duration = 0
      var springing = SpringAnimation(property, spring: spring)
      springing.basic = basic
      animation = .spring(springing)
    }
    transaction.completionGroup.enter()
    add(
      animation, forKey: property.name, defaultDuration: settings.duration, completionGroup: transaction.completionGroup,
      completion: nil)
  }
}
