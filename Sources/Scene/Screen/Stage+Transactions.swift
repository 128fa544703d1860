public import CartoucheRaster

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
