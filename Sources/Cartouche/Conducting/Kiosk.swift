public import Logging

/// An application's screen: its layers, the gestures on them, and the run loop.
///
///     let kiosk = try Kiosk(board: .current)
///     kiosk.root.addSublayer(card)
///     card.addGestureRecognizer(TapGestureRecognizer { _ in card.zPosition += 1 })
///     kiosk.onPan { pan in card.position = card.position + pan.delta }
///     try kiosk.run()
///
/// Everything runs on the main actor, in turns: input, time, posted work, commit, drawing, presenting. Other
/// threads use ``post(_:)``.
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

  /// Opens the display that `board` asks for.
  ///
  /// On a headless display ``run()`` plays a ``Replay`` that ends when the screen is settled.
  ///
  /// - Throws: ``KioskError/display(_:)`` when the display cannot be opened; its sentence says what to do.
  public convenience init(board: Board) throws(KioskError) {
    try self.init(board: board, replay: nil)
  }

  /// Opens the display that `board` asks for, to play a replay on it.
  ///
  /// - Parameters:
  ///   - board: The machine's display, touch panel, memory and threads.
  ///   - replay: The replay for ``run()``; nil: touches on a live display, or an empty replay on a headless
  ///     one.
  ///   - logger: Receives the choice of the display, and problems of animations, fonts and touch panels.
  ///     swift-log writes to standard error unless the program installs another handler.
  /// - Throws: As ``init(board:)``.
  public init(board: Board, replay: Replay?, logger: Logger = Logger(label: "cartouche")) throws(KioskError) {
    self.board = board
    self.logger = logger
    FontCollection.standardGlyphMemory = board.glyphMemory
    do throws(EventLoopError) {
      // Made before threads start, because they inherit its signal mask.
      loop = try EventLoop()
    } catch {
      throw .loop(error)
    }
    mailbox = loop.mailbox
    let display = try board.openDisplay(logger: logger)
    self.replay = replay ?? (display.isHeadless ? Replay() : nil)
    let workers: any WorkerPool =
      board.threads == 1 ? SerialWorkerPool() : board.threads.map { ThreadPool(count: $0) } ?? ThreadPool()
    conductor = Conductor(display: display, rotation: board.rotation, workers: workers)
    inbox = conductor.inbox
    touchMetrics = board.touchMetrics(for: conductor.mode.size)
    conductor.onDiagnostic = { logger.notice("\($0)") }
    onPresent { _ in FontCollection.logStandardProblems(to: logger) }
  }

  /// The root layer: as large as the screen, with one point per pixel.
  public var root: Layer { conductor.stage.root }

  /// The stage of the layers, for programs that draw frames themselves.
  package var stage: Stage { conductor.stage }

  /// The size of the root layer, before the rotation to the panel.
  public var size: PixelSize { conductor.stage.size }

  /// Whether frames are drawn to memory only; false after ``close()``.
  public var isHeadless: Bool { conductor.display?.isHeadless ?? false }

  // MARK: Touches and time

  /// The sizes in points that depend on the panel's physical size: slop, swipe distances, edge width,
  /// smallest target.
  ///
  /// The default is computed from ``Board/panelSize``, or assumed if that is unknown. A change applies to
  /// gestures that begin later, to the next touch, and to controls when they are laid out again.
  public var touchMetrics: TouchMetrics {
    get { conductor.gestures.arena.metrics }
    set {
      conductor.gestures.arena.metrics = newValue
      conductor.stage.touchMetrics = newValue
    }
  }

  /// Calls `handler` at every step of a pan anywhere on the screen, whether or not a layer recognizes it too.
  ///
  /// Only the first finger pans. For gestures of one layer use ``Layer/addGestureRecognizer(_:)``.
  public func onPan(_ handler: @escaping (Pan) -> Void) {
    conductor.gestures.addPanHandler(handler)
  }

  /// Calls `handler` with the location of every tap anywhere on the screen.
  public func onTap(_ handler: @escaping (Point) -> Void) {
    conductor.gestures.addTapHandler(handler)
  }

  /// Calls `handler` with every contact event, after the gesture recognizers: for custom recognizers.
  public func onContact(_ handler: @escaping (ContactEvent) -> Void) {
    conductor.gestures.addContactHandler(handler)
  }

  /// Calls `handler` once per turn with the frame's time.
  ///
  /// While a handler returns ``Motion/moving``, there is a turn at every refresh of the screen. A
  /// ``DisplayLink`` can also be paused and removed, and is called once per refresh even if there are more
  /// turns.
  public func onTick(_ handler: @escaping (Timestamp) -> Motion) {
    conductor.clock.add(handler)
  }

  // MARK: Running

  /// Runs until ``stop()`` is called, a signal arrives, or the replay ends.
  ///
  /// After SIGINT or SIGTERM the console is restored; the process should then exit with
  /// ``ExitReason/exitStatus``.
  ///
  /// - Throws: ``KioskError/displayFailed(errno:)`` when the kernel refuses a frame.
  @discardableResult
  public func run() throws(KioskError) -> ExitReason {
    isStopped = false
    guard let replay else { return try runLive() }
    let reason = try runReplay(replay)
    return reason == .finished && replay.continuesLive && !isHeadless ? try runLive() : reason
  }

  /// Ends ``run()`` after the current turn.
  public func stop() {
    isStopped = true
    loop.stop()
  }

  /// Releases the display, which restores the console.
  public func close() {
    conductor.close()
  }

  /// Runs `work` on the main actor in the next turn, and wakes the run loop. May be called from any thread.
  ///
  /// `work` may capture `Sendable` values and `@MainActor` objects. A `Layer` is neither, but such an object
  /// may own one.
  public nonisolated func post(_ work: @escaping @Sendable @MainActor () -> Void) {
    inbox.add(work)
    mailbox.post {}
  }

  // MARK: Frames

  /// Calls `handler` after every frame that was presented.
  public func onPresent(_ handler: @escaping (FrameRecord) -> Void) {
    let previous = conductor.onPresent
    conductor.onPresent = { record in
      previous?(record)
      handler(record)
    }
  }

  /// Returns an image of the screen, in the panel's orientation.
  public func snapshot() -> Image {
    conductor.snapshot()
  }

  /// Returns the screen as a display list, before its rotation to the panel: to be drawn again, or written to
  /// a file.
  ///
  /// It commits the layer tree, and the next frame draws the entire screen. Do not call it from code that
  /// runs during a commit.
  public func recording() -> DisplayListRecording {
    // Record shapes even for content that is cached as pixels while the kiosk runs.
    let stage = conductor.stage
    let usesScrollCache = stage.usesScrollCache
    stage.usesScrollCache = false
    _ = stage.commit()
    defer { stage.usesScrollCache = usesScrollCache }
    return DisplayListRecording(size: size, list: stage.displayList)
  }
}

/// Why ``Kiosk/run()`` returned.
public enum ExitReason: Hashable, Sendable {
  /// ``Kiosk/stop()`` was called.
  case stopped
  /// The replay ended.
  case finished
  /// The process received this signal: SIGINT or SIGTERM.
  case signalled(Int32)

  /// The status that the process should exit with: 0, or 128 plus the signal's number.
  public var exitStatus: Int32 {
    if case .signalled(let signal) = self { 128 + signal } else { 0 }
  }
}
