/// A queue that performs work on other threads, and reports the end of the work on the thread of a stage.
///
///     submit ▶ work, on a worker ▶ completion, on the stage's thread ▶ the next frame
///
/// A layer uses the queue of its stage for work that takes too long for a frame, such as reading files. If
/// there is no queue, the layer performs the work immediately. So frames on a virtual clock do not depend on
/// the speed of threads.
///
///     guard let queue = backgroundQueue else { return show(decode(bytes)) }
///     queue.compute { decode(bytes) } completion: { [weak self] tile in self?.show(tile) }
///
/// Work begins in the order of submission, as soon as a worker is free. Several workers perform work at the
/// same time, so completions may be called in another order. To choose the most urgent work as late as
/// possible, keep a list of work, and submit closures that take their work from the list.
///
/// A queue belongs to the thread of its stage. Call its methods only on that thread, for instance in a
/// completion, but not in work.
public protocol BackgroundQueue: AnyObject {
  /// The number of workers, which is the maximum number of closures that run at the same time. At least 1.
  var workerCount: Int { get }

  /// Performs `work` on a worker, and then calls `completion` on the thread of the stage.
  ///
  /// This method does not wait for the work. The queue releases `work` before it calls `completion`, and
  /// releases `completion` on the thread of the stage. If the queue is closed before the work begins, neither
  /// closure is called. If the queue is closed while the work runs, the completion is not called.
  ///
  /// - Parameters:
  ///   - work: The closure that a worker calls. Everything that it writes is visible to `completion`.
  ///   - completion: A closure that is called outside of layout and drawing, never during this call. It may
  ///     change layers. If it does, a frame follows.
  func submit(_ work: @escaping @Sendable () -> Void, completion: @escaping () -> Void)
}

extension BackgroundQueue {
  /// Computes a value on a worker, and then passes the value to `completion` on the thread of the stage.
  ///
  /// - Parameters:
  ///   - work: The closure that a worker calls to compute the value. The value need not be `Sendable` if
  ///     nothing else refers to it.
  ///   - completion: A closure that receives the value; see ``submit(_:completion:)``.
  public func compute<Value>(_ work: @escaping @Sendable () -> sending Value, completion: @escaping (Value) -> Void) {
    let result = ComputedValue<Value>()
    submit {
      result.value = work()
    } completion: {
      guard let value = result.value else { return }
      result.value = nil
      completion(value)
    }
  }
}

/// A value that work leaves for its completion.
///
/// The two never run at the same time, and the queue orders them, so the value needs no lock.
private final class ComputedValue<Value>: @unchecked Sendable {
  var value: Value?
}

extension Layer {
  /// The queue of the layer's stage for work on other threads.
  ///
  /// If the layer is on no stage, or the stage has no queue, this property is nil. In this case, perform the
  /// work immediately.
  public final var backgroundQueue: (any BackgroundQueue)? { owningStage?.backgroundQueue }
}
