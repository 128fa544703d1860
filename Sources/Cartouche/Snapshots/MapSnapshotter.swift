internal import Synchronization

/// Makes images of maps on a thread of low priority: MapKit's `MKMapSnapshotter`.
///
///     var options = MapSnapshotOptions(size: PixelSize(width: 320, height: 200))
///     options.sources = [archive]
///     options.camera = MapCamera(center: stop, zoom: 15)
///     let snapshot = try await MapSnapshotter(options: options).start()
///     thumbnail.contents = snapshot.image
///
/// The snapshots of all snapshotters are made one after the other, in the order of their starts. Their thread
/// has a lower priority than those of a kiosk, so that a map on the screen stays smooth.
///
/// In a replay, announce the snapshot, so that the virtual clock waits for it:
///
///     kiosk.announce { thumbnail.contents = try await snapshotter.start().image }
///
/// Any thread may use a snapshotter. A snapshotter that is released while it makes a snapshot completes it.
public final class MapSnapshotter: Sendable {
  /// MapKit's name of the options.
  public typealias Options = MapSnapshotOptions
  /// MapKit's name of the result.
  public typealias Snapshot = MapSnapshot

  /// The options of the snapshots.
  public let options: MapSnapshotOptions

  private let current = Mutex<SnapshotRequest?>(nil)
  private static let thread = LowPriorityThread()

  /// Creates a snapshotter.
  public init(options: MapSnapshotOptions) {
    self.options = options
  }

  /// Whether the snapshotter makes a snapshot, or waits for those of other snapshotters.
  public var isLoading: Bool { current.withLock { $0 != nil } }

  /// Makes a snapshot.
  ///
  /// If the task is canceled, the snapshot is canceled.
  ///
  /// - Throws: ``MapSnapshotError``. The error is ``MapSnapshotError/alreadyLoading`` if the snapshotter has
  ///   not completed an earlier snapshot.
  public func start() async throws(MapSnapshotError) -> MapSnapshot {
    let request = SnapshotRequest()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        start(request) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      request.end(.failure(.cancelled))
    }
    return try result.get()
  }

  /// Makes a snapshot, and then calls a closure on the main actor.
  ///
  /// The closure is called once, also after ``cancel()``, and never during this call.
  public func start(completionHandler: @escaping @MainActor @Sendable (Result<MapSnapshot, MapSnapshotError>) -> Void) {
    start(SnapshotRequest()) { result in
      Task { @MainActor in completionHandler(result) }
    }
  }

  /// Cancels the snapshot in progress, which ends at once with ``MapSnapshotError/cancelled``.
  ///
  /// The thread gives up the snapshot before its next tile or 32 rows of pixels. If there is no snapshot in
  /// progress, nothing happens, and the snapshotter can be started later.
  public func cancel() {
    current.withLock { $0 }?.end(.failure(.cancelled))
  }

  private func start(_ request: SnapshotRequest, completion: @escaping SnapshotRequest.Completion) {
    let isFirst = current.withLock { current in
      if current != nil { return false }
      current = request
      return true
    }
    guard isFirst else { return completion(.failure(.alreadyLoading)) }
    request.begin { result in
      self.current.withLock { $0 = nil }
      completion(result)
    }
    let options = options
    let isStarted = Self.thread.perform {
      guard !request.hasEnded else { return }
      do throws(MapSnapshotError) {
        request.end(.success(try MapSnapshotDrawing(options) { request.hasEnded }.draw()))
      } catch {
        request.end(.failure(error))
      }
    }
    if !isStarted { request.end(.failure(.noThread)) }
  }
}

extension MapSnapshotOptions {
  /// Creates options with the standard theme.
  public init(size: PixelSize) {
    self.init(size: size, theme: .standard)
  }
}

/// One snapshot of a snapshotter, which ends once.
///
///     created ──begin──▶ in progress ──end──▶ ended, completion called
///        └──────end──▶ ended ──begin──▶ completion called
private final class SnapshotRequest: Sendable {
  typealias SnapshotResult = Result<MapSnapshot, MapSnapshotError>
  typealias Completion = @Sendable (SnapshotResult) -> Void

  private struct State {
    var completion: Completion?
    var result: SnapshotResult?
  }

  private let state = Mutex(State())

  var hasEnded: Bool { state.withLock { $0.result != nil } }

  /// Sets the completion, and calls it if the request has ended already.
  func begin(_ completion: @escaping Completion) {
    let result = state.withLock { state in
      if state.result == nil { state.completion = completion }
      return state.result
    }
    if let result { completion(result) }
  }

  /// Ends the request, unless it has ended.
  func end(_ result: SnapshotResult) {
    let completion = state.withLock { state in
      guard state.result == nil else { return nil as Completion? }
      state.result = result
      return state.completion.take()
    }
    completion?(result)
  }
}
