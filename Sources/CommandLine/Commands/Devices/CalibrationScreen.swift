import Cartouche

/// The screen of `cartouche calibrate`: one target after another, and the answers to taps.
@MainActor
final class CalibrationScreen {
  private unowned let kiosk: Kiosk
  private let board: Board
  private let crosshair: Crosshair
  private let text: TextLayer
  /// The taps so far.
  private(set) var taps: CalibrationTaps

  /// Fills the kiosk's screen, and stops the kiosk after the last tap.
  ///
  /// - Parameter board: The board to calibrate. The kiosk's own board has no swap, mirror and calibration.
  init(on kiosk: Kiosk, board: Board) {
    var board = board
    board.rotation = kiosk.board.rotation
    (self.kiosk, self.board) = (kiosk, board)
    taps = CalibrationTaps(board: board, screen: kiosk.size)
    let screen = kiosk.root.bounds
    let unit = min(screen.width / 480, screen.height / 320)
    crosshair = Crosshair(length: unit * 24)
    text = TextLayer("", fonts: .standard, frame: Rect(x: 0, y: screen.height / 4, width: screen.width, height: unit * 48))
    text.fontSize = unit * 16
    text.alignmentMode = .center
    text.isWrapped = true
    kiosk.root.backgroundColor = .white
    kiosk.root.addSublayer(text)
    crosshair.add(to: kiosk.root)
    show("")
    kiosk.onContact { [unowned self] in handle($0) }
    kiosk.onResize { [unowned self] _ in
      taps = CalibrationTaps(board: self.board, screen: self.kiosk.size)
      show("")
    }
  }

  private func handle(_ event: ContactEvent) {
    guard let answer = taps.handle(event) else { return }
    if taps.isComplete { return kiosk.stop() }
    guard case .refused(let refusal) = answer else { return show("") }
    let sentence =
      switch refusal {
      case .tooShort: "Hold the finger a little longer."
      case .moved: "Hold the finger still."
      case .severalFingers: "Use one finger."
      case .far: "That was far from the target."
      case .startedOver: "Three taps were far from the target, so the first target is next again."
      }
    printToStandardError(sentence)
    show(sentence)
  }

  /// Shows the next target and a sentence.
  private func show(_ sentence: String) {
    guard let target = taps.target else { return }
    crosshair.move(to: target)
    text.string =
      "Touch the middle of the cross for a second: \(taps.taps.count + 1) of \(CalibrationTaps.targetCount)\n\(sentence)"
  }
}

/// The screen of `cartouche calibrate --check`: lines that cross where the last finger is.
@MainActor
final class CalibrationCheckScreen {
  private let crosshair: Crosshair

  init(on kiosk: Kiosk) {
    crosshair = Crosshair(length: max(kiosk.root.bounds.width, kiosk.root.bounds.height))
    kiosk.root.backgroundColor = .white
    crosshair.add(to: kiosk.root)
    crosshair.move(to: kiosk.root.bounds.center)
    kiosk.onContact { [unowned self] event in crosshair.move(to: event.contact.position) }
  }
}

/// Two lines of one pixel's width that cross at a pixel.
@MainActor
private final class Crosshair {
  private let length: Int
  private let lines = [Layer(), Layer()]

  /// - Parameter length: The length of a line from its end to the crossing, in points.
  init(length: Scalar) {
    self.length = length.ceiling
    for line in lines { line.backgroundColor = .red }
  }

  func add(to layer: Layer) {
    for line in lines { layer.addSublayer(line) }
  }

  /// Moves the crossing to the pixel that contains `point`.
  func move(to point: Point) {
    let (x, y) = (point.x.floor, point.y.floor)
    lines[0].frame = Rect(x: Scalar(x - length), y: Scalar(y), width: Scalar(2 * length + 1), height: 1)
    lines[1].frame = Rect(x: Scalar(x), y: Scalar(y - length), width: 1, height: Scalar(2 * length + 1))
  }
}
