public import Logging

/// An application's screen: its layers, its gestures, and the run loop that draws its frames.
///
///     let kiosk = try Kiosk(board: .current)
///     kiosk.root.addSublayer(card)
///     card.addGestureRecognizer(TapGestureRecognizer { _ in card.zPosition += 1 })
///     kiosk.onPan { pan in card.position = card.position + pan.delta }
///     try kiosk.run()
///
/// Each turn of the run loop does these steps on the main actor:
///
/// 1. It handles touches.
/// 2. It calls the handlers of ``onTick(_:)`` and of display links.
/// 3. It runs the work that was passed to ``post(_:)``.
/// 4. It commits the layer tree, to find the changed pixels.
/// 5. If pixels changed, it draws these pixels and presents the frame.
///
/// Code on any thread can call ``post(_:)`` to run work on the main actor.
///
/// Creating a kiosk sets the C library's mmap threshold (`M_MMAP_THRESHOLD`) to 128 KiB for the process, in
/// place of a threshold that was set before.
@MainActor
public final class Kiosk {
  /// The board with which the kiosk was created. A board describes a machine's display, touch panel, memory
  /// and threads.
  public let board: Board
  let pipeline: FramePipeline
  package let loop: EventLoop
  let replay: Replay?
  let logger: Logger
  /// The seat that opens the devices; nil without a seat daemon.
  let seat: Seat?
  /// Gives the screen to other virtual terminals; nil if the display has nothing to do with them.
  let session: (any DisplaySession)?
  /// Tells the service manager that started the program what the kiosk does; nil without one.
  package var service = ServiceReports()
  var isStopped = false
  /// Decides when the screen goes dark.
  var idleTimer: IdleTimer
  private let opensHeadless: Bool
  /// The date that the application set; see ``startDate``.
  var givenStartDate: WallTime?
  /// Whether the date is that of the machine, unless the application sets another one.
  var followsMachineClock = false
  /// Whether the application has set ``touchMetrics``.
  private var hasOwnTouchMetrics = false
  /// The closures of ``onResize(_:)``.
  var resizeHandlers: [(Size) -> Void] = []
  /// The turns of a mouse's wheel that no turn of the run loop has delivered yet.
  var pendingScroll: ScrollWheelEvent?
  private var backgroundThreads: BackgroundThreads?
  private nonisolated let inbox: MainQueueInbox
  private nonisolated let mailbox: Mailbox
  /// The kiosk's clock for asynchronous code. A task that sleeps on it follows the time of the kiosk, which
  /// is virtual in a replay.
  public nonisolated let clock: KioskClock

  /// Creates a kiosk and opens the display that `board` describes.
  ///
  /// If the display is headless, frames are drawn to memory only. ``run()`` then plays an empty ``Replay``,
  /// unless ``runsInRealTime`` is true. An empty replay has no touches, and ends when nothing on the screen
  /// moves.
  ///
  /// If no screen is plugged into the graphics card, the kiosk waits for one in ``run()``.
  ///
  /// - Throws: ``KioskError``. The error is ``KioskError/display(_:)`` if the display cannot be opened. The
  ///   error's description tells the user what to do.
  public convenience init(board: Board) throws(KioskError) {
    try self.init(board: board, replay: nil)
  }

  /// Creates a kiosk that plays a replay, and opens the display that `board` describes.
  ///
  /// - Parameters:
  ///   - board: The description of the machine's display, touch panel, memory and threads.
  ///   - replay: The replay that ``run()`` plays. If nil, and the display is live, the kiosk reads touches
  ///     from its touch panel. If nil, and the display is headless (drawn to memory only), the kiosk plays an
  ///     empty replay.
  ///   - logger: The logger for messages about the chosen display, and about problems of animations, fonts
  ///     and touch panels. swift-log writes these messages to standard error unless the program installs
  ///     another handler. A live kiosk never waits for a reader of standard error: lines that find no room
  ///     are lost.
  /// - Throws: The errors of ``init(board:)``.
  public init(board: Board, replay: Replay?, logger: Logger = Logger(label: "cartouche")) throws(KioskError) {
    self.logger = logger
    idleTimer = IdleTimer(delay: board.blankDelay)
    FontCollection.standardGlyphMemory = board.glyphMemory
    LargeBuffers.fixMmapThreshold()
    do throws(EventLoopError) {
      // Made before threads start, because they inherit its signal mask.
      loop = try EventLoop()
    } catch {
      throw .loop(error)
    }
    mailbox = loop.mailbox
    clock = KioskClock(time: KioskTime(mailbox: mailbox))
    // A replay has an end, so it does not wait for a person with a plug.
    let display: any LiveDisplay
    (display, seat) = try board.openDisplay(logger: logger, waitsForConnection: replay == nil)
    var board = board
    if board.usesPanelOrientation, let rotation = display.panelRotation { board.rotation = rotation }
    self.board = board
    do throws(EventLoopError) {
      session =
        switch (display as? any ConsoleDisplay, seat) {
        case (nil, _): nil
        case (let display?, let seat?): try SeatSession(display, seat: seat, loop: loop)
        case (let display?, nil): try ConsoleSession(display, loop: loop)
        }
    } catch {
      throw .loop(error)
    }
    // From now on nobody may read what is written to standard error.
    if !display.isHeadless { FileIO.makeNonblocking() }
    self.replay = replay
    opensHeadless = display.isHeadless
    let workers: any WorkerPool =
      board.threads == 1 ? SerialWorkerPool() : board.threads.map { ThreadPool(count: $0) } ?? ThreadPool()
    pipeline = FramePipeline(display: display, rotation: board.rotation, workers: workers, time: clock.time)
    pipeline.stage.tileMemory = board.tileMemory
    inbox = pipeline.inbox
    updateTouchMetrics()
    pipeline.onDiagnostic = { logger.notice("\($0)") }
    onPresent { _ in FontCollection.logStandardProblems(to: logger) }
  }

  deinit {
    clock.time.close()
  }

  /// The root layer of the kiosk's layer tree. The root layer has the size of the screen, and one point is
  /// one pixel.
  public var root: Layer { pipeline.stage.root }

  /// The stage that owns the kiosk's layer tree, for programs that draw frames themselves.
  package var stage: Stage { pipeline.stage }

  /// The size of the kiosk's screen in pixels, which is also the size of the root layer. The size can change:
  /// see ``onResize(_:)``.
  ///
  /// This is the size before frames are rotated to the panel's orientation. If the rotation is 90° or 270°,
  /// the screen's width is the panel's height.
  public var size: PixelSize { pipeline.stage.size }

  /// Whether the kiosk draws frames only to memory, without a screen. After ``close()`` the value is false.
  public var isHeadless: Bool { pipeline.display?.isHeadless ?? false }

  // MARK: Touches and time

  /// The sizes of touch targets and the distances of gestures on this screen, in points.
  ///
  /// The sizes and distances have fixed lengths in millimeters, which are converted to points. An example is
  /// the slop, the distance within which a finger counts as not moving.
  ///
  /// The default is computed from ``Board/panelSize``, else from the size that the screen reports. If neither
  /// is known, the default is ``TouchMetrics/standard``. The default follows a screen that was replaced; a
  /// value that was set stays.
  ///
  /// A new value applies from the next touch on. Gestures in progress keep the old value. A control uses the
  /// new value after the control is laid out again.
  public var touchMetrics: TouchMetrics {
    get { pipeline.gestures.arena.metrics }
    set {
      hasOwnTouchMetrics = true
      pipeline.setTouchMetrics(newValue)
    }
  }

  /// Computes the touch metrics for the screen, unless the application has set them.
  func updateTouchMetrics() {
    guard !hasOwnTouchMetrics else { return }
    let millimeters = board.panelSize ?? pipeline.display?.millimeters
    pipeline.setTouchMetrics(millimeters.map { TouchMetrics(size: pipeline.mode.size, millimeters: $0) } ?? .standard)
  }

  /// Calls `handler` at every step of a pan anywhere on the screen. A pan is a drag of one finger.
  ///
  /// The handler is called even if a gesture recognizer of a layer recognizes the same drag. If several
  /// fingers are on the screen, only the first finger pans. To recognize gestures of one layer, use
  /// ``Layer/addGestureRecognizer(_:)``.
  public func onPan(_ handler: @escaping (PanEvent) -> Void) {
    pipeline.gestures.addPanHandler(handler)
  }

  /// Calls `handler` at every tap anywhere on the screen. The handler's parameter is the tap's location in
  /// points.
  public func onTap(_ handler: @escaping (Point) -> Void) {
    pipeline.gestures.addTapHandler(handler)
  }

  /// Calls `handler` with every contact event, for gesture recognizers that an application implements itself.
  /// A contact is one finger on the panel.
  ///
  /// The handler is called after the gesture recognizers of layers and of the screen have handled the event.
  public func onContact(_ handler: @escaping (ContactEvent) -> Void) {
    pipeline.gestures.addContactHandler(handler)
  }

  /// Calls `handler` once per turn of the run loop, with the turn's time on the kiosk's clock. A turn draws
  /// at most one frame.
  ///
  /// If any handler returns ``MotionState/moving``, the kiosk performs another turn at the next refresh of
  /// the screen.
  ///
  /// A ``DisplayLink`` is an alternative that can be paused and removed. The handler of a display link is
  /// called once per refresh, even if several turns happen within one refresh.
  public func onTick(_ handler: @escaping (Timestamp) -> MotionState) {
    pipeline.clock.add(handler)
  }

  // MARK: Running

  /// Whether a kiosk with a headless display runs in real time, as on a live display. The default is false:
  /// such a kiosk plays a replay as fast as possible.
  ///
  /// If true, ``run()`` draws frames at the display's refresh rate and ends only at ``stop()`` or a signal.
  /// While nothing changes, the run sleeps. An explicit ``Replay`` is then played at the speed of the real
  /// clock. Touches are read only if the board names a touch panel. A kiosk on a live display always runs in
  /// real time. Set this property before ``run()``.
  public var runsInRealTime = false

  /// The maximum number of threads that load and prepare content while the kiosk runs on a live display.
  ///
  /// The default is one less than the number of processors, from 1 to 4. The threads are started when a layer
  /// first submits work to its ``Layer/backgroundQueue``. With 0, there are no such threads, and layers
  /// perform the work in the frame that needs the result. A replay never uses these threads, so that its
  /// frames do not depend on the machine's speed. ``Board/threads`` counts other threads, which draw.
  ///
  /// Set this property before ``run()``. A change has no effect after the first run on a live display, until
  /// ``close()``.
  public var backgroundThreadCount = BackgroundThreads.defaultCount

  /// Returns the queue for work on other threads, which is created at the first call.
  ///
  /// - Returns: nil if ``backgroundThreadCount`` is 0.
  func openBackgroundThreads() -> BackgroundThreads? {
    // The queue is used again by a later run, because work of an earlier run may not have finished.
    if backgroundThreads == nil, backgroundThreadCount > 0 {
      backgroundThreads = BackgroundThreads(count: backgroundThreadCount, mailbox: mailbox)
    }
    return backgroundThreads
  }

  /// Runs the kiosk until ``stop()`` is called, SIGINT or SIGTERM arrives, or the replay ends.
  ///
  /// If ``Replay/continuesLive`` is true, a kiosk that runs in real time continues after the replay.
  ///
  /// After SIGINT or SIGTERM the text console is restored. The process should then exit with
  /// ``ExitReason/exitStatus``.
  ///
  /// - Returns: The reason why the run ended.
  /// - Throws: ``KioskError``. The error is ``KioskError/displayFailed(errno:)`` if the kernel refuses a
  ///   frame.
  @discardableResult
  public func run() throws(KioskError) -> ExitReason {
    isStopped = false
    let isLive = !opensHeadless || runsInRealTime
    guard let replay = replay ?? (isLive ? nil : Replay()) else { return try runLive() }
    let reason = try VirtualRun(self, workTimeout: replay.workTimeout).play(contacts(of: replay), until: VirtualRun.End(replay.end))
    return reason == .finished && replay.continuesLive && isLive ? try runLive() : reason
  }

  /// Makes ``run()`` return after the current turn of the run loop.
  public func stop() {
    isStopped = true
    loop.stop()
  }

  /// Releases the kiosk's display. The machine's text console is then shown again.
  ///
  /// The call also ends the threads of ``backgroundThreadCount``. It waits for the work that they are
  /// performing, and drops the work that has not begun.
  public func close() {
    service?.stop()
    // First the display, because work may take long.
    pipeline.close()
    session?.close()
    pipeline.backgroundThreads = nil
    backgroundThreads?.close()
    backgroundThreads = nil
  }

  /// Runs `work` on the main actor in the next turn of the run loop. May be called from any thread.
  ///
  /// The call wakes the run loop. `work` may capture `Sendable` values and `@MainActor` objects. A `Layer` is
  /// neither `Sendable` nor `@MainActor`. So `work` should capture a `@MainActor` object that owns the layer.
  public nonisolated func post(_ work: @escaping @Sendable @MainActor () -> Void) {
    inbox.add(work)
    mailbox.post {}
  }

  // MARK: Frames

  /// Calls `handler` after each frame is presented, with a record of that frame's damage and timings. Damage
  /// is the part of the screen that changed.
  public func onPresent(_ handler: @escaping (FrameRecord) -> Void) {
    let previous = pipeline.onPresent
    pipeline.onPresent = { record in
      previous?(record)
      handler(record)
    }
  }

  /// Calls `handler` once for each presented frame, in order, when its page flip is known or will not come.
  ///
  /// On a display without page flips, and in a replay, the handler is called after the handlers of
  /// ``onPresent(_:)``.
  package func onConfirm(_ handler: @escaping (FrameRecord) -> Void) {
    let previous = pipeline.onConfirm
    pipeline.onConfirm = { record in
      previous?(record)
      handler(record)
    }
  }

  /// The time between two refreshes of the display mode in nanoseconds.
  package var refreshInterval: Int64 { pipeline.clock.interval }

  /// Returns an image of the screen's current content, in the panel's orientation.
  public func snapshot() -> Image {
    pipeline.snapshot()
  }

  /// Returns a recording of the screen as a display list, which can be drawn again or written to a file.
  ///
  /// The display list describes the screen before frames are rotated to the panel's orientation.
  ///
  /// The call commits the layer tree, as before a frame. After the call, the next frame draws the entire
  /// screen. Do not call this method during a commit, for example in ``Layer/draw(into:transform:opacity:)``.
  public func recording() -> DisplayListRecording {
    // Record shapes even for content that is cached as pixels while the kiosk runs.
    let stage = pipeline.stage
    let usesScrollCache = stage.usesScrollCache
    stage.usesScrollCache = false
    _ = stage.commit()
    defer { stage.usesScrollCache = usesScrollCache }
    return DisplayListRecording(size: size, list: stage.displayList)
  }
}

/// A reason why ``Kiosk/run()`` returned: ``Kiosk/stop()`` was called, the replay ended, or a signal arrived.
public enum ExitReason: Hashable, Sendable {
  /// ``Kiosk/stop()`` was called.
  case stopped
  /// The replay ended.
  case finished
  /// The process received the signal with this number, SIGINT or SIGTERM.
  case signalled(Int32)

  /// The status with which the process should exit.
  ///
  /// After a signal, the status is 128 plus the signal's number. Otherwise the status is 0.
  public var exitStatus: Int32 {
    if case .signalled(let signal) = self { 128 + signal } else { 0 }
  }
}
