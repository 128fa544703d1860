/// A position on a touch panel: fractions of the panel's width and height, before the rotation to the screen.
package struct PanelPosition: Hashable, Sendable {
  package var x, y: Double

  package init(x: Double, y: Double) {
    (self.x, self.y) = (x, y)
  }
}

/// A tap on a target: the target's position, and the position that the panel reported.
package struct CalibrationTap: Hashable, Sendable {
  package var target, reported: PanelPosition

  package init(target: PanelPosition, reported: PanelPosition) {
    (self.target, self.reported) = (target, reported)
  }
}

extension TouchMapping.Calibration {
  /// Creates the calibration with the least sum of squared distances between the targets and the calibrated
  /// reported positions.
  ///
  /// The two rows of the matrix are independent linear regressions over the same reported positions. With the
  /// positions' mean as the origin, each has two unknowns.
  ///
  /// - Returns: nil if the reported positions are nearly on one line.
  package init?(fitting taps: [CalibrationTap]) {
    guard taps.count >= 3 else { return nil }
    let count = Double(taps.count)
    func mean(_ value: (CalibrationTap) -> Double) -> Double { taps.reduce(0) { $0 + value($1) } / count }
    let center = PanelPosition(x: mean { $0.reported.x }, y: mean { $0.reported.y })
    func u(_ tap: CalibrationTap) -> Double { tap.reported.x - center.x }
    func v(_ tap: CalibrationTap) -> Double { tap.reported.y - center.y }
    let (uu, uv, vv) = (mean { u($0) * u($0) }, mean { u($0) * v($0) }, mean { v($0) * v($0) })
    let determinant = uu * vv - uv * uv
    guard determinant > 1e-6 else { return nil }

    func row(_ target: (CalibrationTap) -> Double) -> (Double, Double, Double) {
      let (ut, vt) = (mean { u($0) * target($0) }, mean { v($0) * target($0) })
      let (first, second) = ((ut * vv - vt * uv) / determinant, (vt * uu - ut * uv) / determinant)
      return (first, second, mean(target) - first * center.x - second * center.y)
    }
    let (x, y) = (row { $0.target.x }, row { $0.target.y })
    self.init(Number(x.0), Number(x.1), Number(x.2), Number(y.0), Number(y.1), Number(y.2))
  }

  /// Returns the calibrated position of a reported position.
  package func applied(to position: PanelPosition) -> PanelPosition {
    PanelPosition(
      x: Double(a) * position.x + Double(b) * position.y + Double(c),
      y: Double(d) * position.x + Double(e) * position.y + Double(f))
  }

  /// Returns the largest distance of a calibrated tap from its target, in pixels.
  ///
  /// - Parameter panel: The size of the panel in pixels, before any rotation.
  package func maximumError(of taps: [CalibrationTap], panel: PixelSize) -> Double {
    taps.reduce(0) { largest, tap in
      let position = applied(to: tap.reported)
      let x = (position.x - tap.target.x) * Double(panel.width)
      let y = (position.y - tap.target.y) * Double(panel.height)
      return max(largest, (x * x + y * y).squareRoot())
    }
  }
}
