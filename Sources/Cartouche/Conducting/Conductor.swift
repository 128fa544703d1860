/// One turn of the loop: the road from a finger to the panel, walked once, in this order.
///
///     drain input ▶ advance time ▶ take arrivals ▶ settle the scene ▶ damage ▶ draw blocks ▶ present
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
  let arrivals = Arrivals()
  let gestures: Gestures
  var tickers: [(Timestamp) -> Motion] = []
  /// Is told of every frame after it was presented.
  var onPresent: ((FrameRecord) -> Void)?

  /// Whether the screen shows what is drawn, as far as is known; fingers on another's are not ours.
  private var isOurs = true
  /// Whether a ticker said that it goes on.
  private(set) var isMoving = false
  /// How many frames have been presented.
  private(set) var frameCount = 0

  private let renderer = Renderer()
  private let workers: any Workers
  /// Holds, besides what past frames changed, the damage that no frame has shown yet.
  private var history: DamageHistory
  private var turned: [PixelRect] = []

  init(display: any Display, rotation: Rotation, workers: any Workers) {
    self.display = display
    self.rotation = rotation
    self.workers = workers
    mode = display.mode
    let panel = display.mode.size
    stage = Stage(size: rotation.swapsAxes ? PixelSize(width: panel.height, height: panel.width) : panel)
    gestures = Gestures(root: stage.root)
    history = DamageHistory(size: stage.size)
    redrawAll()
  }

  /// When a gesture is due though no finger does anything; nil, none is.
  var nextDeadline: Timestamp? { gestures.arena.nextDeadline }

  /// Whether another turn would do something even without input.
  var hasWork: Bool { isMoving || !history.damage(forAge: 1).isEmpty || stage.needsSettling || !arrivals.isEmpty }

  /// Walks the road once.
  ///
  /// - Parameter contacts: what the fingers did since the last turn, in order.
  /// - Throws: ``DisplayError/failed(errno:)`` when the kernel refuses the frame.
  func turn(at now: Timestamp, contacts: [ContactEvent]) throws(DisplayError) -> Outcome {
    if isOurs { gestures.handle(contacts, until: now) }

    isMoving = false
    for ticker in tickers where ticker(now) == .moving { isMoving = true }

    arrivals.takeAll()
    let outcome = try show(at: now)
    if outcome == .notActive, isOurs { gestures.cancelAll(at: now) }
    if outcome != .waitingForFlip { isOurs = outcome != .notActive }
    return outcome
  }

  /// The road's second half: brings the screen to what the scene is now.
  func show(at now: Timestamp) throws(DisplayError) -> Outcome {
    let clock = ContinuousClock()
    let start = clock.now
    if stage.needsSettling { history.add(stage.settle()) }
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
      for rect in pending { turned.append(rotation.place(rect, in: mode.size)) }
      try display.present(frame, damage: turned)
      history.framePresented()
      let record = FrameRecord(
        number: frameCount, time: now, damage: pending.reduce(.empty) { $0.union($1) }, statistics: statistics,
        settling: settled - start, drawing: drawn - settled, presenting: clock.now - drawn)
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
  func redrawnPicture() -> Picture {
    let bytesPerRow = mode.size.width * mode.format.bytesPerPixel
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytesPerRow * mode.size.height, alignment: 64)
    defer { memory.deallocate() }
    let buffer = PixelBuffer(baseAddress: memory, size: mode.size, bytesPerRow: bytesPerRow, format: mode.format)
    renderer.draw(stage.displayList, into: buffer, damage: [PixelRect(stage.size)], rotation: rotation, workers: workers)
    return Picture(copying: buffer)
  }
}

/// Whether something goes on by itself.
public enum Motion: Hashable, Sendable {
  /// Ask again at the next tick.
  case moving
  /// Nothing changes until something else happens.
  case still
}
