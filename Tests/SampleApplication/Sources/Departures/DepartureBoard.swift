import Cartouche

/// A list of departures. A tap lets the first one leave, and the others move up.
///
/// A layer makes its text, lays out its sublayers and animates them. It needs nothing from the kiosk.
nonisolated final class DepartureBoard: Layer {
  private(set) var rows: [DepartureRow] = []

  override init(frame: Rect) {
    super.init(frame: frame)
    backgroundColor = Theme.standard.backgroundColor
    addGestureRecognizer(TapGestureRecognizer { tap in (tap.layer as? DepartureBoard)?.depart() })
  }

  func show(_ departures: [Departure]) {
    for row in rows { row.removeFromSuperlayer() }
    rows = departures.map { DepartureRow($0) }
    for row in rows { addSublayer(row) }
    layoutSublayers()
  }

  override func layoutSublayers() {
    for (index, row) in rows.enumerated() {
      row.frame = Rect(x: 16, y: 16 + 72 * Scalar(index), width: max(bounds.width - 32, 0), height: 64)
    }
  }

  /// Lets the first departure fade, and moves the others up.
  func depart() {
    guard let first = rows.first else { return }
    rows.removeFirst()
    animate(duration: 0.3) {
      first.opacity = 0
      layoutSublayers()
    } completion: { _ in
      first.removeFromSuperlayer()
    }
  }
}
