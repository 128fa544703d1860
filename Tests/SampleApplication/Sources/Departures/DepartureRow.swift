import Cartouche

/// One row of the board. A bar below the text is the longer, the sooner the line leaves.
nonisolated final class DepartureRow: Layer {
  private let departure: Departure
  private let line: TextLayer
  private let destination: TextLayer
  private let minutes: TextLayer

  init(_ departure: Departure) {
    let theme = Theme.standard
    self.departure = departure
    line = TextLayer(departure.line)
    destination = TextLayer(departure.destination)
    minutes = TextLayer("\(departure.minutes) min")
    super.init(frame: .zero)
    backgroundColor = theme.surfaceColor
    cornerRadius = theme.cornerRadius
    for text in [line, destination, minutes] {
      text.fontSize = 20
      text.foregroundColor = theme.textColor
      addSublayer(text)
    }
    line.font = theme.titleFont
    destination.truncationMode = .end
    minutes.foregroundColor = theme.tintColor
  }

  override func layoutSublayers() {
    let time = minutes.preferredFrameSize().width
    line.frame = Rect(x: 16, y: 16, width: 48, height: 28)
    minutes.frame = Rect(x: bounds.width - 16 - time, y: 16, width: time, height: 28)
    destination.frame = Rect(x: 72, y: 16, width: max(minutes.frame.minX - 88, 0), height: 28)
  }

  override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    let share = Scalar(max(30 - departure.minutes, 0)) / 30
    let bar = Rect(x: 16, y: bounds.height - 14, width: max(bounds.width - 32, 0) * share, height: 3)
    list.fill(Path(rect: bar), with: .color(Theme.standard.tintColor), transform: transform, opacity: opacity)
  }
}
