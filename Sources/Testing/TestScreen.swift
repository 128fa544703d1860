public import Cartouche

/// A screen in memory for an application's tests, with a virtual clock. Methods touch it and compare its
/// frames.
///
///     let screen = try TestScreen(size: PixelSize(width: 480, height: 320)) { kiosk in
///       kiosk.root.addSublayer(DepartureBoard(frame: kiosk.root.bounds))
///     }
///     try screen.tap(at: Point(x: 240, y: 40))
///     try screen.expectFrame(matching: "details")
///
/// Time passes only while touches are played, in `wait(_:)` and in `settle()`. The frames depend on the
/// calls alone: not on the machine, its load or the number of threads.
///
/// Each method that lets time pass has two forms. In a synchronous test, it blocks. In an asynchronous test,
/// it is called with `await`, so that tasks on the main actor run meanwhile. Use the asynchronous form for
/// applications with such tasks, and announce the tasks with ``Kiosk/announce(_:)``, so that the virtual
/// clock waits for them.
@MainActor
public final class TestScreen {
  /// The moments at which a frame can be compared.
  public enum Moment: Hashable, Sendable {
    /// The first frame at which everything has arrived and nothing moves. Time passes until then.
    case settled
    /// The frame that the screen shows now. No time passes.
    case now
  }

  /// The kiosk that draws the screen.
  public let kiosk: Kiosk
  /// The touch panel that reports the fingers.
  public let panel: SimulatedTouchPanel
  /// Whether the application stopped the kiosk with ``Kiosk/stop()`` while time passed. Touches after that
  /// run the kiosk again.
  public private(set) var isStopped = false

  private let run: VirtualRun
  private var reports: TouchReports
  /// What `prepare` returned, which may be an object that nothing else retains.
  private let content: Any

  /// Creates a screen of a size, and adds an application's content to it.
  ///
  /// - Parameters:
  ///   - size: The size of the screen in pixels.
  ///   - panel: The touch panel that reports the fingers.
  ///   - prepare: A closure that adds the content to the kiosk. The screen keeps the result, for objects that
  ///     nothing else retains, such as the delegate of a map.
  /// - Throws: ``KioskError`` if the kiosk cannot be created, and the errors of `prepare`.
  public convenience init<Content>(
    size: PixelSize, panel: SimulatedTouchPanel = .multitouch, _ prepare: (Kiosk) throws -> Content
  ) throws {
    try self.init(board: .headless(size: size), panel: panel, prepare)
  }

  /// Creates a screen with the mode, format, rotation and panel size of a board, and adds an application's
  /// content to it.
  ///
  /// - Parameters:
  ///   - board: The board. Its display becomes a headless one, and its touch panel is not used.
  ///   - panel: The touch panel that reports the fingers.
  ///   - prepare: A closure that adds the content to the kiosk. The screen keeps the result.
  /// - Throws: ``KioskError`` if the kiosk cannot be created, and the errors of `prepare`.
  public init<Content>(
    board: Board, panel: SimulatedTouchPanel = .multitouch, _ prepare: (Kiosk) throws -> Content
  ) throws {
    var board = board
    (board.display, board.touch) = (.headless, .none)
    kiosk = try Kiosk(board: board)
    self.panel = panel
    run = VirtualRun(kiosk)
    let screen = Size(width: Scalar(kiosk.size.width), height: Scalar(kiosk.size.height))
    reports = TouchReports(panel: panel, rotation: board.rotation, screen: screen)
    content = try prepare(kiosk)
  }

  /// The time on the kiosk's virtual clock, in seconds.
  public var time: Seconds { kiosk.clock.now.seconds }

  /// Returns an image of the frame that the screen shows now, in the panel's orientation.
  ///
  /// No time passes, except for the first frame.
  ///
  /// - Throws: The errors of `play(_:)`.
  public func snapshot() throws -> Image {
    try showFirstFrame()
    return kiosk.snapshot()
  }

  /// Returns an image of the frame that the screen shows now, while tasks on the main actor run.
  public func snapshot() async throws -> Image {
    try await showFirstFrame()
    return kiosk.snapshot()
  }

  // MARK: Passing time

  /// Plays a sequence of touches, and returns when the last finger is lifted.
  ///
  /// Before the first touch, the first frame is drawn.
  ///
  /// - Throws: ``KioskError`` if the kiosk cannot continue. ``TestScreenError`` after a signal.
  public func play(_ touches: TouchSequence) throws {
    try showFirstFrame()
    let (contacts, end) = prepare(touches)
    try finish(run.play(contacts, until: end))
  }

  /// Plays a sequence of touches while tasks on the main actor run.
  public func play(_ touches: TouchSequence) async throws {
    try await showFirstFrame()
    let (contacts, end) = prepare(touches)
    try await finish(run.play(contacts, until: end))
  }

  /// Lets time pass until everything has arrived and nothing moves.
  ///
  /// - Throws: ``KioskError/neverSettled(seconds:)`` if the screen still moves after ten minutes of virtual
  ///   time. ``KioskError/workNeverEnded(seconds:)`` if announced work does not end. The errors of
  ///   `play(_:)`.
  public func settle() throws {
    try finish(run.play([], until: .settled))
  }

  /// Lets time pass until everything has arrived and nothing moves, while tasks on the main actor run.
  public func settle() async throws {
    try await finish(run.play([], until: .settled))
  }

  private func showFirstFrame() throws {
    if run.nextTime == .zero { try finish(run.play([], until: .played(until: .zero))) }
  }

  private func showFirstFrame() async throws {
    if run.nextTime == .zero { try await finish(run.play([], until: .played(until: .zero))) }
  }

  /// Returns the contacts of a sequence that begins at the next tick, and the end of the sequence.
  private func prepare(_ touches: TouchSequence) -> ([ContactEvent], VirtualRun.End) {
    (reports.contacts(of: touches, from: run.nextTime), .played(until: kiosk.clock.now.advanced(by: touches.duration)))
  }

  private func finish(_ reason: ExitReason) throws {
    switch reason {
    case .finished: break
    case .stopped: isStopped = true
    case .signalled(let number): throw TestScreenError.signalled(number)
    }
  }

  // MARK: Frames

  /// Checks that the screen's frame equals the golden frame `Frames/NAME.png` next to the test's source file.
  ///
  /// With `RECORD=1` in the environment, the frame becomes the golden frame. See ``GoldenFrame``.
  ///
  /// - Parameters:
  ///   - name: The name of the golden frame, without `.png`.
  ///   - moment: The moment of the frame. By default, time passes until nothing moves.
  ///   - filePath: The path of the test's source file.
  /// - Throws: ``GoldenFrameError`` if a pixel differs, and the errors of `settle()`.
  public func expectFrame(matching name: String, at moment: Moment = .settled, filePath: String = #filePath) throws {
    if moment == .settled { try settle() }
    try GoldenFrame(name, filePath: filePath).check(snapshot())
  }

  /// Checks that the screen's frame equals a golden frame, while tasks on the main actor run.
  ///
  /// See `expectFrame(matching:at:filePath:)`.
  public func expectFrame(matching name: String, at moment: Moment = .settled, filePath: String = #filePath) async throws {
    if moment == .settled { try await settle() } else { try await showFirstFrame() }
    try GoldenFrame(name, filePath: filePath).check(kiosk.snapshot())
  }
}

/// The error that is thrown when a test screen cannot continue.
///
/// The error's `description` is a sentence for the user.
public enum TestScreenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The process received the signal with this number, SIGINT or SIGTERM.
  case signalled(Int32)

  public var description: String {
    switch self {
    case .signalled(let number): "the test was ended by signal \(number); run it again"
    }
  }
}
