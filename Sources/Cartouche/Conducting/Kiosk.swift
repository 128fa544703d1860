public import Logging

/// An application's screen: its layers, its gestures, and the run loop that draws its frames.
///
///     let kiosk = try Kiosk(board: .current)
///     kiosk.root.addSublayer(card)
///     card.addGestureRecognizer(TapGestureRecognizer { _ in card.zPosition += 1 })
///     kiosk.onPan { pan in card.position = card.position + pan.delta }
///     try kiosk.run()
///
/// A kiosk works in turns, on the main actor. A turn handles input, advances the time and runs posted work.
/// Then the turn commits the layer tree, draws the changed pixels and presents the frame. Code on other
/// threads calls ``post(_:)`` to run work on the main actor.
@MainActor
public final class Kiosk {
  /// The description of the machine's display, touch panel, memory and threads that the kiosk was opened
  /// with.
  public let board: Board
  let conductor: Conductor
  let loop: EventLoop
  var replay: Replay?
  let logger: Logger
  private(set) var isStopped = false
  private nonisolated let inbox: MainQueueInbox
  private nonisolated let mailbox: Mailbox

  /// Creates a kiosk and opens the display that `board` describes.
  ///
  /// If the display is headless, frames are drawn to memory only. ``run()`` then plays an empty ``Replay``,
  /// which ends when nothing on the screen moves.
  ///
  /// - Throws: ``KioskError/display(_:)`` if the display cannot be opened. The error's description tells the
  ///   user what to do.
  public convenience init(board: Board) throws(KioskError) {
    try self.init(board: board, replay: nil)
  }

  /// Creates a kiosk that plays a replay, and opens the display that `board` describes.
  ///
  /// - Parameters:
  ///   - board: The description of the machine's display, touch panel, memory and threads.
  ///   - replay: The replay that ``run()`` plays. With nil, a live display takes live touches, and a headless
  ///     display plays an empty replay.
  ///   - logger: Receives the choice of the display, and problems of animations, fonts and touch panels.
  ///     swift-log writes these messages to standard error unless the program installs another handler.
  /// - Throws: The errors of ``init(board:)``.
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

  /// The root layer of the kiosk's layer tree. It is as large as the screen, with one point per pixel.
  public var root: Layer { conductor.stage.root }

  /// The stage that owns the kiosk's layer tree, for programs that draw frames themselves.
  package var stage: Stage { conductor.stage }

  /// The size of the kiosk's screen and of its root layer, in pixels, before the rotation to the panel.
  public var size: PixelSize { conductor.stage.size }

  /// Whether the kiosk draws frames to memory only. After ``close()`` the value is false.
  public var isHeadless: Bool { conductor.display?.isHeadless ?? false }

  // MARK: Touches and time

  /// The touch distances and sizes in points that depend on the panel's physical size.
  ///
  /// Examples are the slop, swipe distances, the width of the screen's edge and the smallest touch target.
  /// The default is computed from ``Board/panelSize``. If that size is unknown, the default is
  /// ``TouchMetrics/standard``.
  ///
  /// A new value applies to gestures that begin later and to the next touch. A control uses the new value
  /// after the control is laid out again.
  public var touchMetrics: TouchMetrics {
    get { conductor.gestures.arena.metrics }
    set {
      conductor.gestures.arena.metrics = newValue
      conductor.stage.touchMetrics = newValue
    }
  }

  /// Calls `handler` at every step of a pan anywhere on the screen, even if a layer also recognizes the
  /// gesture.
  ///
  /// Only the first finger pans. To recognize gestures of one layer, use ``Layer/addGestureRecognizer(_:)``.
  public func onPan(_ handler: @escaping (Pan) -> Void) {
    conductor.gestures.addPanHandler(handler)
  }

  /// Calls `handler` with the location of every tap anywhere on the screen, in points.
  public func onTap(_ handler: @escaping (Point) -> Void) {
    conductor.gestures.addTapHandler(handler)
  }

  /// Calls `handler` with every contact event, for custom recognizers. A contact is one finger on the panel.
  ///
  /// The handler is called after the gesture recognizers have handled the event.
  public func onContact(_ handler: @escaping (ContactEvent) -> Void) {
    conductor.gestures.addContactHandler(handler)
  }

  /// Calls `handler` once per turn of the run loop, with the turn's time.
  ///
  /// While a handler returns ``Motion/moving``, the kiosk performs a turn at every refresh of the screen.
  ///
  /// A ``DisplayLink`` is an alternative that can be paused and removed. A display link is called once per
  /// refresh even if several turns happen within one refresh.
  public func onTick(_ handler: @escaping (Timestamp) -> Motion) {
    conductor.clock.add(handler)
  }

  // MARK: Running

  /// Runs the kiosk until ``stop()`` is called, a signal arrives, or the replay ends.
  ///
  /// After SIGINT or SIGTERM the text console is restored. The process should then exit with
  /// ``ExitReason/exitStatus``.
  ///
  /// - Returns: The reason why the run ended.
  /// - Throws: ``KioskError/displayFailed(errno:)`` if the kernel refuses a frame.
  @discardableResult
  public func run() throws(KioskError) -> ExitReason {
    isStopped = false
    guard let replay else { return try runLive() }
    let reason = try runReplay(replay)
    return reason == .finished && replay.continuesLive && !isHeadless ? try runLive() : reason
  }

  /// Makes ``run()`` return after the current turn.
  public func stop() {
    isStopped = true
    loop.stop()
  }

  /// Releases the kiosk's display, which restores the text console.
  public func close() {
    conductor.close()
  }

  /// Runs `work` on the main actor in the next turn of the run loop. May be called from any thread.
  ///
  /// The call wakes the run loop. `work` may capture `Sendable` values and `@MainActor` objects. A `Layer` is
  /// neither, but a `@MainActor` object may own a layer.
  public nonisolated func post(_ work: @escaping @Sendable @MainActor () -> Void) {
    inbox.add(work)
    mailbox.post {}
  }

  // MARK: Frames

  /// Calls `handler` after every frame that was presented, with the frame's damage and timings.
  public func onPresent(_ handler: @escaping (FrameRecord) -> Void) {
    let previous = conductor.onPresent
    conductor.onPresent = { record in
      previous?(record)
      handler(record)
    }
  }

  /// Returns an image of the screen in the panel's orientation.
  public func snapshot() -> Image {
    conductor.snapshot()
  }

  /// Returns a recording of the screen as a display list, which can be drawn again or written to a file.
  ///
  /// The display list describes the screen before its rotation to the panel. The call commits the layer tree,
  /// and the next frame draws the entire screen. Do not call this method from code that runs during a commit.
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

/// The reason why ``Kiosk/run()`` returned.
public enum ExitReason: Hashable, Sendable {
  /// ``Kiosk/stop()`` was called.
  case stopped
  /// The replay ended.
  case finished
  /// The process received this signal, SIGINT or SIGTERM.
  case signalled(Int32)

  /// The exit status that the process should end with.
  ///
  /// After a signal, the status is 128 plus the signal's number. Otherwise the status is 0.
  public var exitStatus: Int32 {
    if case .signalled(let signal) = self { 128 + signal } else { 0 }
  }
}
