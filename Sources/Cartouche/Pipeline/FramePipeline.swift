/// Performs the turns of a kiosk's run loop. A turn runs the pipeline from input to the panel once.
///
///     drain input ▶ advance time ▶ run posted work ▶ commit the layer tree ▶ damage ▶ draw blocks ▶ present
///
/// A committed change may have to wait, because the panel still reads every buffer or another console is
/// active. The change's damage is then shown in a later turn, together with the damage of later changes.
@MainActor
final class FramePipeline {
  /// The result of a turn.
  enum Outcome: Hashable {
    /// Nothing was drawn, because the screen already shows the current layer tree.
    case idle
    /// A frame was presented.
    case presented
    /// No frame was presented, because every buffer is queued for scanout. Try again when a page flip is
    /// done.
    case waitingForFlip
    /// No frame was presented, because another console or program owns the display. Try again later.
    case notActive
  }

  let stage: Stage
  /// The display that frames are presented on; nil after ``close()``.
  private(set) var display: (any LiveDisplay)?
  private(set) var mode: DisplayMode
  let rotation: Rotation
  let inbox = MainQueueInbox()
  let gestures: ScreenGestures
  let clock: FrameCallbacks
  /// The kiosk's time as sleeping tasks see it.
  let sleepers: KioskTime
  /// The queue of the stage, whose new work may wait while a frame is drawn; nil except in a live run.
  var backgroundThreads: BackgroundThreads? { didSet { stage.backgroundQueue = backgroundThreads } }
  /// Called before ``close()`` gives the display back.
  var willClose: (() -> Void)?
  /// Called with each problem of an animation.
  var onDiagnostic: ((AnimationDiagnostic) -> Void)?
  /// Called after every frame that was presented.
  var onPresent: ((FrameRecord) -> Void)?
  /// Called once for each presented frame, in order, when its page flip is known or will not come.
  var onConfirm: ((FrameRecord) -> Void)?
  /// The frames for which ``onConfirm`` will be called.
  private var unconfirmed = UnconfirmedFrames()

  /// Whether the last attempt to present a frame found the display active. While another program owns the
  /// display, touches are ignored.
  private var isDisplayActive = true
  /// The number of frames that have been presented.
  private(set) var frameCount = 0

  /// The time of the current turn, or between turns of the last turn.
  private(set) var time = Timestamp.zero
  /// Returns the current time of the real clock between turns; nil while a virtual clock is used.
  var liveTime: (() -> Timestamp)?
  /// The time at which a live run should have begun the current frame, and how much later it woke. nil in a
  /// replay.
  var wakeUp: (due: Timestamp?, delay: Duration)?
  /// The time of the newest touch that no frame has shown yet.
  private var touchTime: Timestamp?
  /// The real time at which the current turn began; nil between turns.
  private var turnStart: ContinuousClock.Instant?

  /// The value of `TextLayer.fontChangeCount` at the last frame.
  private var fontChangeCount = TextLayer.fontChangeCount
  private let renderer = Renderer()
  private let workers: any WorkerPool
  /// The damage of past frames, and the damage that no frame has shown yet.
  private var history: DamageHistory
  /// The damage of several frames, for a buffer that is older. It is a property like the next one.
  private var bufferDamage = Damage()
  /// The damage in the panel's pixels. It is a property so that frames do not allocate memory.
  private var panelDamage: [PixelRect] = []

  init(display: any LiveDisplay, rotation: Rotation, workers: any WorkerPool, time: KioskTime) {
    self.display = display
    sleepers = time
    self.rotation = rotation
    self.workers = workers
    mode = display.mode
    clock = FrameCallbacks(refreshMillihertz: display.mode.refreshMillihertz)
    let panel = display.mode.size
    stage = Stage(size: rotation.logicalSize(for: panel))
    stage.workers = workers
    gestures = ScreenGestures(root: stage.root)
    history = DamageHistory(size: stage.size)
    redrawAll()
  }

  /// Whether another turn is due at the next refresh, even without input.
  var hasWork: Bool { nextTurn == .nextRefresh }

  /// The time at which the next turn is due, even without input.
  var nextTurn: NextFrameTime {
    if !history.damage(forAge: 1).isEmpty || stage.needsCommit || !inbox.isEmpty { return .nextRefresh }
    // A resting finger becomes a long press without another event.
    return min(clock.next, stage.nextFrame, gestures.arena.nextDeadline.map { .at($0) } ?? .never)
  }

  /// The time at which the run loop has to wake, even without input: for a turn, for a layer that waits for a
  /// date, or for a sleeping task.
  var nextWakeUp: NextFrameTime { min(nextTurn, stage.nextWakeUp, sleepers.nextDeadline.map { .at($0) } ?? .never) }

  /// Sets the time of the next turn, and wakes the tasks that sleep until then.
  func advance(to now: Timestamp) {
    time = now
    sleepers.advance(to: now)
  }

  /// Performs one turn of the run loop.
  ///
  /// - Parameters:
  ///   - now: The time of the turn on the kiosk's clock.
  ///   - targetTime: The time at which the frame will be on the panel, or nil if this time is unknown.
  ///     Animations are evaluated for this time.
  ///   - contacts: The contact events since the last turn, in order.
  ///   - readTime: The time up to which contact events have been read; nil for the time of the turn. A
  ///     finger may have been lifted since, so a press that would become long after this time has to wait.
  /// - Throws: ``DisplayError/failed(errno:)`` if the kernel refuses the frame.
  func turn(
    at now: Timestamp, targetTime: Timestamp? = nil, contacts: [ContactEvent], readAt readTime: Timestamp? = nil
  ) throws(DisplayError) -> Outcome {
    turnStart = ContinuousClock.now
    defer { turnStart = nil }
    advance(to: now)
    // Before the first frame nothing is laid out yet, but a recording may begin with a touch.
    if frameCount == 0, !contacts.isEmpty { stage.root.layoutIfNeeded() }
    if isDisplayActive { gestures.handle(contacts, until: readTime ?? now) }
    if let newest = contacts.last?.contact.time { touchTime = newest }

    clock.tick(at: now)

    inbox.drain()
    let outcome = try show(at: now, targetTime: targetTime)
    if outcome == .notActive, isDisplayActive { gestures.cancelAll(at: now) }
    if outcome != .waitingForFlip {
      isDisplayActive = outcome != .notActive
      touchTime = nil
    }
    return outcome
  }

  /// Performs the second half of a turn: commits the layer tree, draws its damage and presents the frame.
  ///
  /// - Throws: The errors of ``turn(at:targetTime:contacts:)``.
  func show(at now: Timestamp, targetTime: Timestamp? = nil) throws(DisplayError) -> Outcome {
    let clock = ContinuousClock()
    let start = clock.now
    backgroundThreads?.pause(forDrawingThreads: workers.count)
    defer { backgroundThreads?.resume() }
    if fontChangeCount != TextLayer.fontChangeCount {
      fontChangeCount = TextLayer.fontChangeCount
      TextLayer.applyFontChanges(in: stage.root)
    }
    let changed = stage.commit(at: targetTime ?? now)
    if !changed.isEmpty { history.add(changed) }
    if let onDiagnostic { for diagnostic in stage.takeDiagnostics() { onDiagnostic(diagnostic) } }
    let pending = history.damage(forAge: 1)
    guard !pending.isEmpty else { return .idle }
    guard let display else { return .notActive }
    let committed = clock.now

    do throws(DisplayError) {
      let frame = try display.nextFrame()
      let damage = history.damage(forAge: frame.age, sum: &bufferDamage)
      let statistics = renderer.draw(
        stage.displayList, into: frame.pixels, damage: damage, rotation: rotation, workers: workers)
      let drawn = clock.now
      panelDamage.removeAll(keepingCapacity: true)
      for rect in pending { panelDamage.append(rotation.targetRect(for: rect, in: mode.size)) }
      try display.present(frame, damage: panelDamage)
      history.framePresented()
      let end = clock.now
      var record = FrameRecord(
        number: frameCount, time: now, damage: pending.reduce(.empty) { $0.union($1) }, statistics: statistics,
        commitDuration: committed - start, drawDuration: drawn - committed, presentDuration: end - drawn,
        turnDuration: end - (turnStart ?? start))
      (record.touchTime, record.targetTime) = (touchTime, targetTime)
      (record.dueTime, record.wakeUpDelay) = (wakeUp?.due, wakeUp?.delay)
      frameCount += 1
      onPresent?(record)
      if let onConfirm {
        if liveTime != nil, let number = display.flipProgress?.presented {
          unconfirmed.add(record, number: number, onConfirm)
        } else {
          onConfirm(record)
        }
      }
      return .presented
    } catch {
      switch error {
      case .frameStillInFlight: return .waitingForFlip
      case .notActive: return .notActive
      case .failed: throw error
      }
    }
  }

  /// Tells ``onConfirm`` of the frames that the display has shown.
  ///
  /// - Parameter start: The time on the monotonic clock at which the kiosk's clock was zero.
  func confirmFrames(_ progress: FlipProgress, start: Timestamp) {
    guard let onConfirm else { return }
    unconfirmed.update(
      shown: progress.shown, at: progress.time.map { Timestamp(nanoseconds: $0 - start) }, onConfirm)
  }

  /// Tells ``onConfirm`` of all presented frames, because no more flips of them will be known.
  func confirmAllFrames() {
    if let onConfirm { unconfirmed.finish(onConfirm) }
  }

  /// Releases the display, which then shows the content that it showed before the kiosk opened it.
  func close() {
    willClose?()
    display = nil
  }

  /// Changes the size of the stage to that of the display's buffers.
  func displayDidResize() {
    guard let display else { return }
    mode = display.mode
    clock.setRefreshRate(millihertz: mode.refreshMillihertz)
    stage.size = rotation.logicalSize(for: mode.size)
    redrawAll()
  }

  /// Sets the sizes and distances of gestures, which apply from the next touch on.
  func setTouchMetrics(_ metrics: TouchMetrics) {
    gestures.arena.metrics = metrics
    stage.touchMetrics = metrics
  }

  /// Marks the entire screen as damaged, and the content of every buffer as unknown.
  func redrawAll() {
    history = DamageHistory(size: stage.size)
    history.add([PixelRect(stage.size)])
  }

  /// Returns an image of the screen in the panel's orientation.
  ///
  /// If the display's own memory must not be read, the screen is drawn again into ordinary memory.
  func snapshot() -> Image {
    if let buffer = display?.frontBuffer { return Image(copying: buffer) }
    let bytesPerRow = mode.size.width * mode.format.bytesPerPixel
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytesPerRow * mode.size.height, alignment: 64)
    defer { memory.deallocate() }
    let buffer = PixelBuffer(
      baseAddress: memory, size: mode.size, bytesPerRow: bytesPerRow, format: mode.format, isOrdinaryMemory: true)
    renderer.draw(stage.displayList, into: buffer, damage: [PixelRect(stage.size)], rotation: rotation, workers: workers)
    return Image(copying: buffer)
  }
}
