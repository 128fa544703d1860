public import CartoucheRaster

// Open transactions belong to a stage, which a layer finds through its superlayers: several stages may live
// on several threads.
extension Stage {
  /// Opens a transaction, which animates the following changes of this stage's layers.
  ///
  /// Close the transaction with ``commitTransaction()``. Transactions may be nested. The innermost open
  /// transaction determines how a change is animated.
  public func beginTransaction(_ transaction: Transaction) {
    transactions.append(
      OpenTransaction(
        settings: transaction, completionGroup: CompletionGroup(transaction.completion, in: transactions.last?.completionGroup)))
  }

  /// Commits the innermost open transaction of this stage.
  ///
  /// Later changes do not belong to the transaction. If no transaction is open, this call has no effect.
  public func commitTransaction() {
    transactions.popLast()?.completionGroup.leave(.finished)
  }

  /// Calls `changes`, and animates the layer changes that this closure makes.
  ///
  /// - Parameters:
  ///   - duration: The duration of each animation, in seconds.
  ///   - delay: The delay before each animation starts, in seconds.
  ///   - timing: The pacing of each animation: a timing curve or a spring.
  ///   - changes: The closure that changes layers of this stage.
  ///   - completion: A handler that is called when all of the animations have ended; see
  ///     ``Transaction/completion``.
  public func animate(
    duration: Seconds = 0.25, delay: Seconds = 0, timing: Transaction.Timing = .curve(.default), _ changes: () -> Void,
    completion: ((AnimationEnd) -> Void)? = nil
  ) {
    beginTransaction(Transaction(duration: duration, delay: delay, timing: timing, completion: completion))
    changes()
    commitTransaction()
  }

  /// Calls `changes`, and applies the layer changes that this closure makes without animation.
  ///
  /// An open transaction does not animate these changes either.
  public func withoutAnimation(_ changes: () -> Void) {
    beginTransaction(Transaction(duration: 0, disablesActions: true))
    changes()
    commitTransaction()
  }
}
