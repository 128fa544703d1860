public import CartoucheRaster

// Open transactions belong to a stage, which a layer finds through its superlayers: several stages may live
// on several threads.
extension Stage {
  /// Opens a transaction for the changes of all layers of this stage.
  ///
  /// Transactions may be nested. A change is animated as the innermost open transaction says.
  public func beginTransaction(_ transaction: Transaction) {
    transactions.append(
      OpenTransaction(
        settings: transaction, completionGroup: CompletionGroup(transaction.completion, in: transactions.last?.completionGroup)))
  }

  /// Commits the transaction of this stage that was opened last, so that later changes do not belong to the
  /// transaction.
  ///
  /// If there is no open transaction, nothing happens.
  public func commitTransaction() {
    transactions.popLast()?.completionGroup.leave(.finished)
  }

  /// Calls `changes`, and animates the layer changes that the closure makes.
  ///
  /// - Parameter completion: A handler that is called when all of the animations have ended; see
  ///   ``Transaction/completion``.
  public func animate(
    duration: Seconds = 0.25, delay: Seconds = 0, timing: Transaction.Timing = .curve(.default), _ changes: () -> Void,
    completion: ((AnimationEnd) -> Void)? = nil
  ) {
    beginTransaction(Transaction(duration: duration, delay: delay, timing: timing, completion: completion))
    changes()
    commitTransaction()
  }

  /// Calls `changes`, and applies the closure's layer changes at once, even within a transaction.
  public func withoutAnimation(_ changes: () -> Void) {
    beginTransaction(Transaction(duration: 0, disablesActions: true))
    changes()
    commitTransaction()
  }
}
