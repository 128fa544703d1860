package import CartoucheRaster
package import CartoucheScene

/// A smooth flight between two cameras, which zooms out, travels, and zooms in again.
///
/// With a linear timing function, the perceived speed of the flight is even. The flight has
/// no clock: the caller passes the elapsed time. The flight uses the package's own logarithm and exponential,
/// so that the frames are equal on every CPU.
///
/// - Source: van Wijk and Nuij, Smooth and efficient zooming and panning (2003), equations 7 to 10, with
///   their ρ = √2.
package struct CameraFlight: Hashable {
  package let start: MapCamera
  package let end: MapCamera
  package let duration: Seconds

  private let offset: MapPoint
  /// The distance between the cameras, divided by the width that is visible at the start.
  ///
  /// The properties `first` and `length` are the paper's r₀ and S.
  private let distance: Double
  private let first: Double
  private let length: Double
  private let isZoomOnly: Bool
  private let rotation: Angle
  private let timingFunction: TimingFunction

  private static let rho = 1.4142135623730951

  /// Creates a flight from one camera to another.
  ///
  /// - Parameters:
  ///   - size: The size of the view, in points.
  ///   - duration: The duration of the flight. If the duration is nil, the flight takes ¼ s to 2 s, depending
  ///     on the distance.
  ///   - timingFunction: The pacing of the flight.
  package init(
    from start: MapCamera, to end: MapCamera, in size: Size, duration: Seconds? = nil,
    timingFunction: TimingFunction = .easeInEaseOut
  ) {
    typealias F = ElementaryFunctions
    (self.start, self.end, self.timingFunction) = (start, end, timingFunction)
    let x = MapPoint.wrappedDelta(from: start.centerPoint.x, to: end.centerPoint.x)
    offset = MapPoint(x: x, y: end.centerPoint.y &- start.centerPoint.y)
    rotation = (end.bearing - start.bearing).shortestTurn
    let zooms = Double((start.clampedZoom - end.clampedZoom).rawValue) / 65_536
    // w₁ / w₀; `distance` below is u₁ / w₀.
    let narrowing = F.exponential(zooms * F.ln2)
    let visible = Double(max(size.width, size.height).rawValue) / 65_536
    let units = F.exponential((32 - Double(start.clampedZoom.rawValue) / 65_536) * F.ln2)
    let travel = (Double(offset.x) * Double(offset.x) + Double(offset.y) * Double(offset.y)).squareRoot()
    distance = visible > 0 ? travel / units / visible : 0
    isZoomOnly = distance < 1e-6
    if isZoomOnly {
      (first, length) = (0, abs(F.logarithm(narrowing)) / Self.rho)
    } else {
      let (rho2, rho4) = (2.0, 4.0)
      func r(_ b: Double) -> Double {
        let root = (b * b + 1).squareRoot()
        return b > 0 ? -F.logarithm(root + b) : F.logarithm(root - b)
      }
      let square = narrowing * narrowing
      first = r((square - 1 + rho4 * distance * distance) / (2 * rho2 * distance))
      let last = r((square - 1 - rho4 * distance * distance) / (2 * narrowing * rho2 * distance))
      length = (last - first) / Self.rho
    }
    let suitable = Seconds(rawValue: F.nearest((0.2 + length * 0.35).clamped(from: 0.25, to: 2) * 4_294_967_296))
    self.duration = duration ?? suitable
  }

  /// Returns the camera at a time after the start of the flight.
  package func camera(at seconds: Seconds) -> MapCamera {
    typealias F = ElementaryFunctions
    guard seconds < duration, duration > 0 else { return end }
    let share = timingFunction(max(seconds, 0) / duration)
    let t = Double(share.rawValue) / 4_294_967_296
    var camera = start
    camera.bearing = start.bearing + rotation * Scalar(rounding: share)
    let progress: Double
    if isZoomOnly {
      progress = t
      let zooms = Double((end.clampedZoom - start.clampedZoom).rawValue) * t
      camera.zoom = start.clampedZoom + Scalar(rawValue: F.nearest(zooms))
    } else {
      let s = length * t
      let current = first + Self.rho * s
      let (coshFirst, coshCurrent) = (Self.cosh(first), Self.cosh(current))
      let width = coshFirst / coshCurrent
      progress = (coshFirst * Self.sinh(current) / coshCurrent - Self.sinh(first)) / (2 * distance)
      camera.zoom = start.clampedZoom - Scalar(rawValue: F.nearest(F.logarithm(width) / F.ln2 * 65_536))
    }
    let clampedProgress = progress.clamped(from: 0, to: 1)
    camera.centerPoint = MapPoint(
      x: start.centerPoint.x &+ F.nearest(Double(offset.x) * clampedProgress),
      y: start.centerPoint.y &+ F.nearest(Double(offset.y) * clampedProgress))
    return camera
  }

  private static func cosh(_ x: Double) -> Double {
    let e = ElementaryFunctions.exponential(abs(x))
    return (e + 1 / e) / 2
  }

  private static func sinh(_ x: Double) -> Double {
    let e = ElementaryFunctions.exponential(abs(x))
    let value = (e - 1 / e) / 2
    return x < 0 ? -value : value
  }
}
