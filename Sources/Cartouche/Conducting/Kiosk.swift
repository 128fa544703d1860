public import Logging

/// An application's screen: the layers on it, the fingers on them, and the loop that brings both together.
///
///     let kiosk = try Kiosk(board: .current)
///     kiosk.root.addSublayer(card)
///     card.addGestureRecognizer(TapGestureRecognizer { _ in card.zPosition += 1 })
///     kiosk.onPan { pan in card.position = card.position + pan.delta }
///     try kiosk.run()
///
/// Everything happens on the main actor, in turns: see ``Conductor``'s line. Other threads reach it by ``post(_:)``.
@MainActor
public final class Kiosk {
  public let board: Board
  let conductor: Conductor
  let loop: EventLoop
  var replay: Replay?
  let logger: Logger
  private(set) var isStopped = false
  private nonisolated let inbox: MainQueueInbox
  private nonisolated let mailbox: Mailbox

  /// Opens the display that `board` names.
  ///
  /// On a headless display ``run()`` is a ``Replay`` that ends when the screen is settled.
  ///
  /// - Throws: ``KioskError/display(_:)`` when there is none to draw on; the sentence says what to do.
  public convenience init(board: Board) throws(KioskError) {
    try self.init(board: board, replay: nil)
  }

  /// Opens the display that `board` names, for a run that is played and not touched.
  ///
  /// - Parameters:
  ///   - replay: what is played; nil on a live display waits for fingers.
  ///   - logger: who is told which display was chosen and why; on standard error unless the program says otherwise.
  public init(board: Board, replay: Replay?, logger: Logger = Logger(label: "cartouche")) throws(KioskError) {
    self.board = board
    self.logger = logger
    FontCollection.standardGlyphMemory = board.glyphMemory
    do throws(EventLoopError) {
      // Before there are threads: they inherit its signal mask.
      loop = try EventLoop()
    } catch {
      throw .loop(error)
    }
    mailbox = loop.mailbox
    let display = try board.openDisplay(logger: logger)
    self.replay = replay ?? (display is HeadlessDisplay ? Replay() : nil)
    let workers: any WorkerPool =
      board.threads == 1 ? SerialWorkerPool() : board.threads.map { ThreadPool(count: $0) } ?? ThreadPool()
    conductor = Conductor(display: display, rotation: board.rotation, workers: workers)
    inbox = conductor.inbox
    touchMetrics = board.touchMetrics(for: conductor.mode.size)
    conductor.onDiagnostic = { logger.notice("\($0)") }
    onPresent { _ in FontCollection.logStandardProblems(to: logger) }
  }

  /// The layer in which all others stand: as large as the screen, one point a pixel.
  public var root: Layer { conductor.stage.root }

  /// The layers, for whoever draws them himself.
  package var stage: Stage { conductor.stage }

  /// The screen's size in points, after rotation.
  public var size: PixelSize { conductor.stage.size }

  /// Whether frames are drawn into memory alone.
  public var isHeadless: Bool { conductor.display is HeadlessDisplay }

  // MARK: Fingers and time

  /// How many points a finger's slop, its swipes, an edge's width and the least target are: what the board says of the panel's size, or a guess. For gestures that
  /// begin later, touches from the next on, and bars and rows when they are laid out next.
  public var touchMetrics: TouchMetrics {
    get { conductor.gestures.arena.metrics }
    set {
      conductor.gestures.arena.metrics = newValue
      conductor.stage.touchMetrics = newValue
    }
  }

  /// Calls `handler` at every step of a finger that travels, wherever on the screen and whatever the layers' own recognizers make of it.
  ///
  /// The first finger pans; others change nothing meanwhile. For gestures of one layer: ``Layer/addGestureRecognizer(_:)``.
  public func onPan(_ handler: @escaping (Pan) -> Void) {
    conductor.gestures.addPanHandler(handler)
  }

  /// Calls `handler` with the place of every tap, wherever on the screen.
  public func onTap(_ handler: @escaping (Point) -> Void) {
    conductor.gestures.addTapHandler(handler)
  }

  /// Calls `handler` with all that fingers do, after the recognizers: for recognizers of one's own.
  public func onContact(_ handler: @escaping (ContactEvent) -> Void) {
    conductor.gestures.addContactHandler(handler)
  }

  /// Calls `handler` once a turn with the frame's time; while one says ``Motion/moving`` there is a turn at every refresh of the screen.
  ///
  /// ``DisplayLink`` is the same with a handle: it can be paused and taken off, and is called once per refresh however many turns there are.
  public func onTick(_ handler: @escaping (Timestamp) -> Motion) {
    conductor.clock.add(handler)
  }

  // MARK: Running

  /// Runs the loop until ``stop()``, a signal, or the end of the replay.
  ///
  /// SIGINT and SIGTERM end it with the console restored; the process then ends with ``ExitReason/exitStatus``.
  ///
  /// - Throws: ``KioskError/displayFailed(errno:)`` when the kernel refuses a frame.
  @discardableResult
  public func run() throws(KioskError) -> ExitReason {
    isStopped = false
    guard let replay else { return try runLive() }
    let ending = try runReplay(replay)
    return ending == .finished && replay.continuesLive && !isHeadless ? try runLive() : ending
  }

  /// Ends ``run()`` after the turn at hand.
  public func stop() {
    isStopped = true
    loop.stop()
  }

  /// Lets the display go: the console comes back. What was drawn last can be asked for until then.
  public func close() {
    conductor.close()
  }

  /// Runs `work` on the main actor in the loop's next turn, and wakes the loop. From any thread.
  ///
  /// `work` captures what is `Sendable`, or a `@MainActor` object; a `Layer` is neither, but such an object may hold one.
  public nonisolated func post(_ work: @escaping @Sendable @MainActor () -> Void) {
    inbox.add(work)
    mailbox.post {}
  }

  // MARK: Frames

  /// Calls `handler` after every frame that was presented.
  public func onPresent(_ handler: @escaping (FrameRecord) -> Void) {
    let before = conductor.onPresent
    conductor.onPresent = { record in
      before?(record)
      handler(record)
    }
  }

  /// What the screen shows, in the panel's own orientation.
  public func snapshot() -> Image {
    if let shown = (conductor.display as? HeadlessDisplay)?.frontBuffer { return Image(copying: shown) }
    return conductor.redrawnImage()
  }

  /// What the screen shows as shapes, before it is turned for the panel: to be drawn again elsewhere, or written as a file.
  ///
  /// The stage settles for it, and all of the screen is drawn anew in the next frame: not to be called from what is told while it settles.
  public func recording() -> DisplayListRecording {
    // As shapes, whatever is kept as pixels while it runs.
    let stage = conductor.stage
    let kept = stage.usesScrollCache
    stage.usesScrollCache = false
    _ = stage.commit()
    defer { stage.usesScrollCache = kept }
    return DisplayListRecording(size: size, list: stage.displayList)
  }
}

/// Why a loop ended.
public enum ExitReason: Hashable, Sendable {
  /// ``Kiosk/stop()`` was called.
  case stopped
  /// The replay is over.
  case finished
  /// By SIGINT or SIGTERM.
  case signalled(Int32)

  /// What the process should end with: 0, or 128 and the signal's number.
  public var exitStatus: Int32 {
    if case .signalled(let signal) = self { 128 + signal } else { 0 }
  }
}

/// Why a kiosk could not be opened, or could not go on.
public enum KioskError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No display could be opened.
  case display(DisplayOpeningError)
  /// This build has no such display.
  case noSuchDisplay(Board.DisplayKind)
  /// The loop has no descriptors.
  case loop(EventLoopError)
  /// The kernel refused a frame.
  case displayFailed(errno: Int32)
  /// A replay was to end when nothing moves, and something still does.
  case neverSettled(seconds: Int)

  public var description: String {
    switch self {
    case .display(let error):
      "\(error)"
    case .loop(let error):
      "\(error)"
    case .noSuchDisplay(let kind):
      "this build has no \(kind.rawValue) display; run with --display headless and --dump-frame PATH"
    case .neverSettled(let seconds):
      "the screen still moves after \(seconds) s of virtual time; say which moment is wanted with --at SECONDS"
    case .displayFailed(let errno):
      "the display refused a frame (errno \(errno)); see the kernel's log (dmesg), or run with --display headless"
    }
  }
}
