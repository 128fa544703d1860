import Cartouche
import CartoucheTestSupport
import Testing

@Suite("The calibration of a touch panel")
struct CalibrationTests {
  private typealias Calibration = TouchMapping.Calibration

  private func random(_ range: ClosedRange<Double>, _ generator: inout SplitMix64) -> Double {
    .random(in: range, using: &generator)
  }

  /// Returns the raw position of a place on the display, for a panel that a board's `correction` aligns.
  private func raw(_ place: PanelPosition, aligned correction: Calibration) -> PanelPosition {
    let m = (a: Double(correction.a), b: Double(correction.b), d: Double(correction.d), e: Double(correction.e))
    let determinant = m.a * m.e - m.b * m.d
    let (x, y) = (place.x - Double(correction.c), place.y - Double(correction.f))
    return PanelPosition(x: (m.e * x - m.b * y) / determinant, y: (m.a * y - m.d * x) / determinant)
  }

  /// Returns the place on the screen of a position on the panel, as a kiosk without calibration maps it.
  private func onScreen(_ panel: PanelPosition, _ rotation: Rotation, _ screen: PixelSize) -> Point {
    let (x, y) =
      switch rotation {
      case .none: (panel.x, panel.y)
      case .quarter: (panel.y, 1 - panel.x)
      case .half: (1 - panel.x, 1 - panel.y)
      case .threeQuarters: (1 - panel.y, panel.x)
      }
    return Point(x: Scalar(x * Double(screen.width)), y: Scalar(y * Double(screen.height)))
  }

  /// Touches the places that `position` returns for the target, for 0.3 s, and returns the answer.
  private func tap(_ taps: inout CalibrationTaps, at point: Point, milliseconds: Int64 = 300, id: Int = 1) -> CalibrationTaps
    .Answer?
  {
    var contact = Contact(id: id, position: point, time: .zero)
    _ = taps.handle(.began(contact))
    contact.time = Timestamp(nanoseconds: milliseconds * 1_000_000)
    return taps.handle(.ended(contact))
  }

  private func board(_ yaml: String) throws -> Board { try Board(name: "test", yaml: yaml, file: "test.yaml") }

  @Test(
    "five exact taps find the calibration, for each rotation, mirror and swap and for random panels",
    arguments: Rotation.allCases, ["none", "x", "y", "xy"])
  func exact(rotation: Rotation, mirror: String) throws {
    var generator = SplitMix64(seed: 11)
    for round in 0..<40 {
      let board = try board("display: {rotation: \(rotation.rawValue)}\ntouch: {swap-axes: \(round % 2 == 1), mirror: \(mirror)}")
      var truth = board
      truth.calibration = Calibration(
        .init(random(0.85...1.15, &generator)), .init(random(-0.08...0.08, &generator)), .init(random(-0.08...0.08, &generator)),
        .init(random(-0.08...0.08, &generator)), .init(random(0.85...1.15, &generator)), .init(random(-0.08...0.08, &generator)))
      let screen = rotation.swapsAxes ? PixelSize(width: 480, height: 800) : PixelSize(width: 800, height: 480)
      var taps = CalibrationTaps(board: board, screen: screen)
      while let target = taps.target {
        let (u, v) = (Double(target.x) / Double(screen.width), Double(target.y) / Double(screen.height))
        let place =
          switch rotation {
          case .none: PanelPosition(x: u, y: v)
          case .quarter: PanelPosition(x: 1 - v, y: u)
          case .half: PanelPosition(x: 1 - u, y: 1 - v)
          case .threeQuarters: PanelPosition(x: v, y: 1 - u)
          }
        #expect(tap(&taps, at: onScreen(raw(place, aligned: truth.orientedCalibration), rotation, screen)) == .accepted)
      }
      let found = try #require(taps.calibration)
      #expect(taps.panel == PixelSize(width: 800, height: 480))
      #expect(found.maximumError(of: taps.taps, panel: taps.panel) < 0.01)
      for (a, b) in [
        (found.a, truth.calibration.a), (found.b, truth.calibration.b), (found.c, truth.calibration.c),
        (found.d, truth.calibration.d), (found.e, truth.calibration.e), (found.f, truth.calibration.f),
      ] {
        #expect(abs(Double(a) - Double(b)) < 0.0002)
      }
    }
  }

  @Test("a panel that is turned or mirrored without swap-axes and mirror gets a matrix that turns it back", arguments: 0..<8)
  func turned(number: Int) throws {
    let screen = PixelSize(width: 800, height: 480)
    var taps = CalibrationTaps(board: Board(name: "test"), screen: screen)
    while let target = taps.target {
      var (x, y) = (Double(target.x) / 800, Double(target.y) / 480)
      if number & 1 != 0 { (x, y) = (y, x) }
      if number & 2 != 0 { x = 1 - x }
      if number & 4 != 0 { y = 1 - y }
      #expect(tap(&taps, at: onScreen(PanelPosition(x: x, y: y), .none, screen)) == .accepted)
    }
    let found = try #require(taps.calibration)
    #expect(found.maximumError(of: taps.taps, panel: screen) < 0.01)
    let (a, b, d, e) = (Double(found.a), Double(found.b), Double(found.d), Double(found.e))
    let area = abs(a * e - b * d)
    #expect(abs(area - 1) < 0.001)
  }

  @Test("the mean of a tap's positions counts, each for as long as the finger was there")
  func mean() throws {
    let screen = PixelSize(width: 800, height: 480)
    var taps = CalibrationTaps(board: Board(name: "test"), screen: screen)
    func contact(_ x: Scalar, _ milliseconds: Int64) -> Contact {
      Contact(id: 1, position: Point(x: x, y: 60), time: Timestamp(nanoseconds: milliseconds * 1_000_000))
    }
    _ = taps.handle(.began(contact(90, 0)))
    _ = taps.handle(.moved(contact(110, 100)))
    #expect(taps.handle(.ended(contact(100, 400))) == .accepted)
    #expect(abs(taps.taps[0].reported.x * 800 - 105) < 0.001)
  }

  @Test("a tap that is short, moves, has two fingers or is far is asked for again; a cancelled one is forgotten")
  func refused() throws {
    var taps = CalibrationTaps(board: Board(name: "test"), screen: PixelSize(width: 800, height: 480))
    let target = try #require(taps.target)
    #expect(tap(&taps, at: target, milliseconds: 100) == .refused(.tooShort))
    var contact = Contact(id: 1, position: target, time: .zero)
    _ = taps.handle(.began(contact))
    contact.position.x += 60
    contact.time = Timestamp(nanoseconds: 300_000_000)
    #expect(taps.handle(.ended(contact)) == .refused(.moved))
    _ = taps.handle(.began(Contact(id: 1, position: target, time: .zero)))
    _ = taps.handle(.began(Contact(id: 2, position: target, time: .zero)))
    #expect(taps.handle(.ended(Contact(id: 2, position: target, time: Timestamp(nanoseconds: 400_000_000)))) == nil)
    #expect(
      taps.handle(.ended(Contact(id: 1, position: target, time: Timestamp(nanoseconds: 400_000_000)))) == .refused(.severalFingers))
    _ = taps.handle(.began(Contact(id: 1, position: target, time: .zero)))
    #expect(taps.handle(.cancelled(Contact(id: 1, position: target, time: .zero))) == nil)
    #expect(tap(&taps, at: Point(x: 400, y: 240)) == .refused(.far) && taps.taps.isEmpty)
    #expect(tap(&taps, at: target) == .accepted && taps.taps.count == 1)
  }

  @Test("three far taps in a row begin with the first target again, because it may have been the wrong one")
  func startedOver() throws {
    var taps = CalibrationTaps(board: Board(name: "test"), screen: PixelSize(width: 800, height: 480))
    // The panel is not mirrored, and the first tap is in the wrong corner.
    #expect(tap(&taps, at: Point(x: 700, y: 60)) == .accepted)
    for answer in [CalibrationTaps.Refusal.far, .far, .startedOver] {
      #expect(tap(&taps, at: Point(x: 700, y: 420)) == .refused(answer))
    }
    while let target = taps.target { #expect(tap(&taps, at: target) == .accepted) }
    #expect(taps.isComplete)
  }

  @Test("taps with errors have the least squares fit, and the largest error says that one is wrong")
  func residual() throws {
    let panel = PixelSize(width: 800, height: 480)
    var taps = CalibrationTaps(board: Board(name: "test"), screen: panel)
    while var target = taps.target {
      if taps.taps.count == 3 { target.x += 100 }
      _ = tap(&taps, at: target)
    }
    let found = try #require(taps.calibration)
    #expect(found.maximumError(of: taps.taps, panel: panel) > taps.maximumError)
    // No neighboring matrix has a smaller sum of squares.
    func sum(_ c: TouchMapping.Calibration) -> Double {
      taps.taps.reduce(0) { sum, tap in
        let position = c.applied(to: tap.reported)
        return sum + (position.x - tap.target.x) * (position.x - tap.target.x) + (position.y - tap.target.y)
          * (position.y - tap.target.y)
      }
    }
    for path in [\TouchMapping.Calibration.a, \.b, \.c, \.d, \.e, \.f] {
      for step in [-0.001, 0.001] {
        var other = found
        other[keyPath: path] += TouchMapping.Calibration.Number(step)
        #expect(sum(other) > sum(found))
      }
    }
    #expect(
      TouchMapping.Calibration(
        fitting: taps.taps.map { CalibrationTap(target: $0.target, reported: PanelPosition(x: $0.target.x, y: 0)) }) == nil)
  }

  @Test(
    "the calibration of a board file is replaced or added, and everything else stays",
    arguments: [
      (
        "touch:\n  device: auto # best\n  calibration: [1, 0, 0, 0, 1, 0] # old\nthreads: 2\n",
        "touch:\n  device: auto # best\n  calibration: [0.9, 0, 0.05, 0, -1.25, 0.000001] # old\nthreads: 2\n"
      ),
      (
        "touch:\n  calibration:\n    - 1 # a\n    - 0\n    - 0\n    - 0\n    - 1\n    - 0\n  # next\n  mirror: x\n",
        "touch:\n  calibration: [0.9, 0, 0.05, 0, -1.25, 0.000001]\n  # next\n  mirror: x\n"
      ),
      ("touch:\n  calibration: [1, 0, 0,\n    0, 1, 0]\n", "touch:\n  calibration: [0.9, 0, 0.05, 0, -1.25, 0.000001]\n"),
      (
        "# Ä €\ntouch:\n    device: Göodix # panel\n\n# end\nthreads: 1",
        "# Ä €\ntouch:\n    device: Göodix # panel\n    calibration: [0.9, 0, 0.05, 0, -1.25, 0.000001]\n\n# end\nthreads: 1"
      ),
      ("touch: {device: Acme Panel}", "touch: {calibration: [0.9, 0, 0.05, 0, -1.25, 0.000001], device: Acme Panel}"),
      ("touch: {}\n", "touch: {calibration: [0.9, 0, 0.05, 0, -1.25, 0.000001]}\n"),
      (
        "touch:\r\n  device: auto\r\nthreads: 1\r\n",
        "touch:\r\n  device: auto\r\n  calibration: [0.9, 0, 0.05, 0, -1.25, 0.000001]\r\nthreads: 1\r\n"
      ),
      (
        "touch:\n  device:\n  - 0eef:0001\n  - Acme\n",
        "touch:\n  calibration: [0.9, 0, 0.05, 0, -1.25, 0.000001]\n  device:\n  - 0eef:0001\n  - Acme\n"
      ),
      ("display: {rotation: 90}", "display: {rotation: 90}\ntouch:\n  calibration: [0.9, 0, 0.05, 0, -1.25, 0.000001]\n"),
      ("{threads: 1}", "{touch: {calibration: [0.9, 0, 0.05, 0, -1.25, 0.000001]}, threads: 1}"),
      ("# nothing\n", "# nothing\ntouch:\n  calibration: [0.9, 0, 0.05, 0, -1.25, 0.000001]\n"),
      ("", "touch:\n  calibration: [0.9, 0, 0.05, 0, -1.25, 0.000001]\n"),
      ("\u{FEFF}touch:\n  mirror: x\n", "\u{FEFF}touch:\n  mirror: x\n  calibration: [0.9, 0, 0.05, 0, -1.25, 0.000001]\n"),
    ])
  func text(before: String, after: String) throws {
    let calibration = Calibration(0.9, 0, 0.05, 0, -1.25, 0.000001)
    #expect(try Board.yaml(before, withCalibration: calibration, file: "b.yaml") == after)
    // Once more: the calibration is there now.
    #expect(try Board.yaml(after, withCalibration: calibration, file: "b.yaml") == after)
  }

  @Test("a file whose calibration cannot be replaced is an error that has the line to write")
  func notWritable() {
    for yaml in ["touch:\n  mirror: x\n...\n# end\n", "touch: &t\n  calibration: &c [1, 0, 0, 0, 1, 0]\n"] {
      do throws(BoardError) {
        let text = try Board.yaml(yaml, withCalibration: .identity, file: "b.yaml")
        #expect(try Board(name: "", yaml: text, file: "b.yaml").calibration == .identity)
      } catch {
        #expect("\(error)".contains("Write \"calibration: [1, 0, 0, 0, 1, 0]\" under \"touch:\" yourself."))
      }
    }
    #expect(throws: BoardError.calibrationNotWritable(file: "b.yaml", calibration: "[1, 0, 0, 0, 1, 0]")) {
      try Board.yaml("threads: 1\n...\n", withCalibration: .identity, file: "b.yaml")
    }
  }
}
