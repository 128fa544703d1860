/// One turn of the loop: the road from a finger to the panel, walked once, in this order.
///
///     drain input ▶ advance time ▶ take inbox ▶ settle the scene ▶ damage ▶ draw blocks ▶ present
///
/// What was settled but could not be shown, because the panel still reads every buffer or another console is in front, is kept and shown in a
/// later turn together with what has changed since.
@MainActor
final class Conductor {
  /// What a turn came to.
  enum Outcome: Hashable {
    /// The screen is as the scene is.
    case idle
    /// A frame was presented.
    case presented
    /// Every buffer is queued for scanout: ask again when a flip is done.
    case waitingForFlip
    /// The display is another's: ask again when it is ours.
    case notActive
  }

  let stage: Stage
  /// nil once it has been closed.
  private(set) var display: (any Display)?
  let mode: DisplayMode
  let rotation: Rotation
  let inbox = MainQueueInbox()
  let gestures: ScreenGestures
  let clock: FrameClock
  /// Is told what is wrong with an animation.
  var onDiagnostic: ((AnimationDiagnostic) -> Void)?
  /// Is told of every frame after it was presented.
  var onPresent: ((FrameRecord) -> Void)?

  /// Whether the screen shows what is drawn, as far as is known; fingers on another's are not ours.
  private var isDisplayActive = true
  /// How many frames have been presented.
  private(set) var frameCount = 0

  /// The time of the turn at hand, or of the last one.
  private(set) var time = Timestamp.zero
  /// On the real clock, the time as it is between turns.
  var liveTime: (() -> Timestamp)?

  private let renderer = Renderer()
  private let workers: any WorkerPool
  /// Holds, besides what past frames changed, the damage that no frame has shown yet.
  private var history: DamageHistory
  private var turned: [PixelRect] = []

  init(display: any Display, rotation: Rotation, workers: any WorkerPool) {
    self.display = display
    self.rotation = rotation
    self.workers = workers
    mode = display.mode
    clock = FrameClock(refreshMillihertz: display.mode.refreshMillihertz)
    let panel = display.mode.size
    stage = Stage(size: rotation.swapsAxes ? PixelSize(width: panel.height, height: panel.width) : panel)
    stage.workers = workers
    gestures = ScreenGestures(root: stage.root)
    history = DamageHistory(size: stage.size)
    redrawAll()
  }

  /// Whether another turn would do something even without input.
  var hasWork: Bool { nextTurn == .nextRefresh }

  /// When another turn is due, even without input.
  var nextTurn: NextFrame {
    if !history.damage(forAge: 1).isEmpty || stage.needsCommit || !inbox.isEmpty { return .nextRefresh }
    // A finger that stays becomes a long press without another word of it.
    return min(clock.next, stage.nextFrame, gestures.arena.nextDeadline.map { .at($0) } ?? .never)
  }

  /// Walks the road once.
  ///
  /// - Parameters:
  ///   - targetTime: when the frame will be on the panel, if that is known: what animations show is as of then.
  ///   - contacts: what the fingers did since the last turn, in order.
  /// - Throws: ``DisplayError/failed(errno:)`` when the kernel refuses the frame.
  func turn(at now: Timestamp, targetTime: Timestamp? = nil, contacts: [ContactEvent]) throws(DisplayError) -> Outcome {
    time = now
    // What no frame has shown yet is not laid out either, and recordings begin with a finger.
    if frameCount == 0, !contacts.isEmpty { stage.root.layoutIfNeeded() }
    if isDisplayActive { gestures.handle(contacts, until: now) }

    clock.tick(at: now)

    inbox.drain()
    let outcome = try show(at: now, targetTime: targetTime)
    if outcome == .notActive, isDisplayActive { gestures.cancelAll(at: now) }
    if outcome != .waitingForFlip { isDisplayActive = outcome != .notActive }
    return outcome
  }

  /// The road's second half: brings the screen to what the scene is now.
  func show(at now: Timestamp, targetTime: Timestamp? = nil) throws(DisplayError) -> Outcome {
    let clock = ContinuousClock()
    let start = clock.now
    let changed = stage.commit(at: targetTime ?? now)
    if !changed.isEmpty { history.add(changed) }
    if let onDiagnostic { for remark in stage.takeDiagnostics() { onDiagnostic(remark) } }
    let pending = history.damage(forAge: 1)
    guard !pending.isEmpty else { return .idle }
    guard let display else { return .notActive }
    let settled = clock.now

    do throws(DisplayError) {
      let frame = try display.nextFrame()
      let damage = history.damage(forAge: frame.age)
      let statistics = renderer.draw(
        stage.displayList, into: frame.pixels, damage: damage, rotation: rotation, workers: workers)
      let drawn = clock.now
      turned.removeAll(keepingCapacity: true)
      for rect in pending { turned.append(rotation.targetRect(for: rect, in: mode.size)) }
      try display.present(frame, damage: turned)
      history.framePresented()
      let record = FrameRecord(
        number: frameCount, time: now, damage: pending.reduce(.empty) { $0.union($1) }, statistics: statistics,
        commitDuration: settled - start, drawDuration: drawn - settled, presentDuration: clock.now - drawn)
      frameCount += 1
      onPresent?(record)
      return .presented
    } catch {
      switch error {
      case .frameStillInFlight: return .waitingForFlip
      case .notActive: return .notActive
      case .failed: throw error
      }
    }
  }

  /// Lets the display go; what it showed before comes back.
  func close() {
    display = nil
  }

  /// Forgets what the screen holds: it is drawn whole in the next turn.
  func redrawAll() {
    history = DamageHistory(size: stage.size)
    history.add([PixelRect(stage.size)])
  }

  /// The screen as it is now, drawn anew into ordinary memory: for displays whose own memory is not to be read.
  func redrawnImage() -> Image {
    let bytesPerRow = mode.size.width * mode.format.bytesPerPixel
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytesPerRow * mode.size.height, alignment: 64)
    defer { memory.deallocate() }
    let buffer = PixelBuffer(baseAddress: memory, size: mode.size, bytesPerRow: bytesPerRow, format: mode.format)
    renderer.draw(stage.displayList, into: buffer, damage: [PixelRect(stage.size)], rotation: rotation, workers: workers)
    return Image(copying: buffer)
  }
}
