/// Takes one tap for each of five targets, and finds the calibration of the touch panel from them.
///
///     target shown ──finger down──▶ pressed ──last finger up──▶ judged ──accepted──▶ next target
///          ▲                                                      │
///          └──────────── too short, moved, several fingers, far ──┘
///
/// A tap counts with the mean of its positions over time. It is far if it fits none of the eight ways to
/// mount the panel, turned by quarters and mirrored, that the taps before it fit.
package struct CalibrationTaps {
  /// The result of a tap.
  package enum Answer: Hashable, Sendable {
    /// The tap counts. The next target is shown.
    case accepted
    /// The tap does not count. The same target is tapped again.
    case refused(Refusal)
  }

  /// The reasons why a tap does not count.
  package enum Refusal: Hashable, Sendable {
    case tooShort, moved, severalFingers, far
    /// Three taps in a row were far from their target, so an earlier tap was probably wrong. The taps begin
    /// again with the first target.
    case startedOver
  }

  /// The targets, as fractions of the screen's width and height.
  private static let targets: [(x: Double, y: Double)] = [
    (0.125, 0.125), (0.875, 0.875), (0.875, 0.125), (0.125, 0.875), (0.5, 0.5),
  ]
  /// The shortest tap.
  private static let minimumDuration: Int64 = 150_000_000
  /// The largest distance between a target and its tap on each axis, as a fraction of the panel's side.
  private static let maximumDistance = 0.25
  /// The ways to mount a panel: quarter turns, and their mirror images.
  private static let mountings = (0..<8).map { number in
    Mounting(swaps: number & 1 != 0, mirrorsX: number & 2 != 0, mirrorsY: number & 4 != 0)
  }

  private let screen: PixelSize
  private let rotation: Rotation
  /// The board's swapped and mirrored axes, without its calibration.
  private let orientation: TouchMapping.Calibration
  /// The accepted taps.
  package private(set) var taps: [CalibrationTap] = []
  private var mountings = Self.mountings
  private var farCount = 0
  private var fingers: Set<Int> = []
  private var press: Press?

  /// Creates a collection without taps.
  ///
  /// - Parameters:
  ///   - board: The board whose rotation, swapped axes and mirrored axes are respected.
  ///   - screen: The size of the screen in pixels, after the rotation.
  package init(board: Board, screen: PixelSize) {
    var board = board
    board.calibration = .identity
    orientation = board.orientedCalibration
    rotation = board.rotation
    self.screen = screen
  }

  /// The number of targets.
  package static var targetCount: Int { targets.count }

  /// Whether all targets were tapped.
  package var isComplete: Bool { taps.count == Self.targets.count }

  /// The middle of the pixel to tap, on the screen; nil if all targets were tapped.
  package var target: Point? {
    guard !isComplete else { return nil }
    let (x, y) = Self.targets[taps.count]
    return Point(
      x: Scalar(Int(x * Double(screen.width))) + Scalar(0.5), y: Scalar(Int(y * Double(screen.height))) + Scalar(0.5))
  }

  /// The size of the panel in pixels, before the rotation.
  package var panel: PixelSize {
    rotation.swapsAxes ? PixelSize(width: screen.height, height: screen.width) : screen
  }

  /// The calibration that fits all taps best; nil before all targets were tapped.
  package var calibration: TouchMapping.Calibration? { isComplete ? TouchMapping.Calibration(fitting: taps) : nil }

  /// The largest distance in pixels between a target and its calibrated tap that is allowed.
  package var maximumError: Double { Double(max(screen.width, screen.height)) / 50 }

  /// Takes an event of a finger, whose position is mapped without any calibration, swap or mirror.
  ///
  /// - Returns: The answer to a tap that has ended; nil if none has.
  package mutating func handle(_ event: ContactEvent) -> Answer? {
    let contact = event.contact
    switch event {
    case .began:
      if fingers.isEmpty { press = Press(contact) } else { press?.refusal = .severalFingers }
      fingers.insert(contact.id)
      return nil
    case .moved:
      press?.follow(contact, limit: Double(max(screen.width, screen.height)) / 20)
      return nil
    case .cancelled:
      fingers.remove(contact.id)
      press = nil
      return nil
    case .ended:
      press?.follow(contact, limit: Double(max(screen.width, screen.height)) / 20)
      fingers.remove(contact.id)
      guard fingers.isEmpty, let press else { return nil }
      self.press = nil
      return judge(press)
    }
  }

  private mutating func judge(_ press: Press) -> Answer? {
    guard let target else { return nil }
    if let refusal = press.refusal { return .refused(refusal) }
    guard press.duration >= Self.minimumDuration else { return .refused(.tooShort) }
    let tap = CalibrationTap(
      target: panelPosition(x: Double(target.x), y: Double(target.y)),
      reported: orientation.applied(to: panelPosition(x: press.mean.x, y: press.mean.y)))
    let fitting = mountings.filter { $0.fits(tap, within: Self.maximumDistance) }
    guard !fitting.isEmpty else {
      farCount += 1
      guard farCount == 3 else { return .refused(.far) }
      (taps, mountings, farCount) = ([], Self.mountings, 0)
      return .refused(.startedOver)
    }
    (mountings, farCount) = (fitting, 0)
    taps.append(tap)
    return .accepted
  }

  /// Returns the position on the panel of a position on the screen in points.
  private func panelPosition(x: Double, y: Double) -> PanelPosition {
    let (x, y) = (x / Double(screen.width), y / Double(screen.height))
    return switch rotation {
    case .none: PanelPosition(x: x, y: y)
    case .quarter: PanelPosition(x: 1 - y, y: x)
    case .half: PanelPosition(x: 1 - x, y: 1 - y)
    case .threeQuarters: PanelPosition(x: y, y: 1 - x)
    }
  }

  /// A way to mount a panel.
  private struct Mounting {
    let swaps, mirrorsX, mirrorsY: Bool

    func fits(_ tap: CalibrationTap, within distance: Double) -> Bool {
      var (x, y) = swaps ? (tap.reported.y, tap.reported.x) : (tap.reported.x, tap.reported.y)
      if mirrorsX { x = 1 - x }
      if mirrorsY { y = 1 - y }
      return abs(x - tap.target.x) <= distance && abs(y - tap.target.y) <= distance
    }
  }

  /// A finger that is down, and the sum of its positions weighted with their durations.
  private struct Press {
    private let first: Contact
    private var last: Contact
    private var sum = (x: 0.0, y: 0.0)
    var refusal: Refusal?

    init(_ contact: Contact) {
      (first, last) = (contact, contact)
    }

    /// The time since the finger touched down, in nanoseconds.
    var duration: Int64 { last.time - first.time }

    /// The mean of the positions, in points.
    var mean: (x: Double, y: Double) {
      duration > 0 ? (sum.x / Double(duration), sum.y / Double(duration)) : (Double(last.position.x), Double(last.position.y))
    }

    /// Adds an event of the finger. An event of another finger is ignored.
    ///
    /// - Parameter limit: The largest distance from the first position, in points.
    mutating func follow(_ contact: Contact, limit: Double) {
      guard contact.id == first.id else { return }
      let elapsed = Double(max(contact.time - last.time, 0))
      sum.x += Double(last.position.x) * elapsed
      sum.y += Double(last.position.y) * elapsed
      last = contact
      let (x, y) = (Double(last.position.x - first.position.x), Double(last.position.y - first.position.y))
      if x * x + y * y > limit * limit { refusal = refusal ?? .moved }
    }
  }
}
