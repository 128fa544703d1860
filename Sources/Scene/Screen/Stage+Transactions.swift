public import CartoucheRaster

// Open transactions belong to a stage, which a layer finds through its superlayers: several stages may live
// on several threads.
extension Stage {
  /// Opens a transaction for all layers of this stage. Transactions nest; the innermost applies.
  public func beginTransaction(_ transaction: Transaction) {
    transactions.append(
      OpenTransaction(
        settings: transaction, completionGroup: CompletionGroup(transaction.completion, in: transactions.last?.completionGroup)))
  }

  /// Commits the transaction that was opened last, if any.
  public func commitTransaction() {
    transactions.popLast()?.completionGroup.leave(.finished)
  }

  /// Animates the changes made by `changes`.
  ///
  /// - Parameter completion: Called when all of the animations have ended; see ``Transaction/completion``.
  public func animate(
    duration: Seconds = 0.25, delay: Seconds = 0, timing: Transaction.Timing = .curve(.default), _ changes: () -> Void,
    completion: ((AnimationEnd) -> Void)? = nil
  ) {
    beginTransaction(Transaction(duration: duration, delay: delay, timing: timing, completion: completion))
    changes()
    commitTransaction()
  }

  /// Applies the changes made by `changes` at once, even within a transaction.
  public func withoutAnimation(_ changes: () -> Void) {
    beginTransaction(Transaction(duration: 0, disablesActions: true))
    changes()
    commitTransaction()
  }
}
