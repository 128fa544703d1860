package import CartoucheRaster
package import CartoucheScene

/// A camera's way from one place to another: out as far as it must to see where it goes, and in again, at an even pace of what passes by.
///
/// A value without a clock. On the package's own logarithm and exponential, so the same frames on every CPU.
///
/// - Source: van Wijk and Nuij, Smooth and efficient zooming and panning (2003), equations 7 to 10, with their ρ = √2.
package struct CameraFlight: Hashable {
  package let start: MapCamera
  package let end: MapCamera
  package let duration: Seconds

  private let way: MapPoint
  /// The way's length over the width of what is seen at its start; r₀ and S of the paper.
  private let distance: Double
  private let first: Double
  private let length: Double
  private let isZoomOnly: Bool
  private let turn: Angle

  private static let rho = 1.4142135623730951
  private static let ln2 = 0.6931471805599453

  /// - Parameters:
  ///   - size: of the view.
  ///   - duration: nil: as long as the way asks for, ¼ s to 2 s.
  package init(from start: MapCamera, to end: MapCamera, in size: Size, duration: Seconds? = nil) {
    typealias F = ElementaryFunctions
    (self.start, self.end) = (start, end)
    let x = ClusterHierarchy.wrappedDelta(from: start.centerPoint.x, to: end.centerPoint.x)
    way = MapPoint(x: x, y: end.centerPoint.y &- start.centerPoint.y)
    turn = (end.bearing - start.bearing).shortestTurn
    let zooms = Double((start.clampedZoom - end.clampedZoom).rawValue) / 65_536
    // w₁ / w₀, and u₁ / w₀.
    let narrowing = F.exponential(zooms * Self.ln2)
    let seen = Double(max(size.width, size.height).rawValue) / 65_536
    let units = F.exponential((32 - Double(start.clampedZoom.rawValue) / 65_536) * Self.ln2)
    let far = (Double(way.x) * Double(way.x) + Double(way.y) * Double(way.y)).squareRoot()
    distance = seen > 0 ? far / units / seen : 0
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
    let usual = Seconds(rawValue: F.nearest(min(max(0.2 + length * 0.35, 0.25), 2) * 4_294_967_296))
    self.duration = duration ?? usual
  }

  /// The camera `seconds` after the start.
  package func camera(at seconds: Seconds) -> MapCamera {
    typealias F = ElementaryFunctions
    guard seconds < duration, duration > 0 else { return end }
    let share = TimingFunction.easeInEaseOut(max(seconds, 0) / duration)
    let t = Double(share.rawValue) / 4_294_967_296
    var camera = start
    camera.bearing = start.bearing + turn * Scalar(rounding: share)
    let gone: Double
    if isZoomOnly {
      gone = t
      let zooms = Double((end.clampedZoom - start.clampedZoom).rawValue) * t
      camera.zoom = start.clampedZoom + Scalar(rawValue: F.nearest(zooms))
    } else {
      let s = length * t
      let here = first + Self.rho * s
      let (coshFirst, coshHere) = (Self.cosh(first), Self.cosh(here))
      let width = coshFirst / coshHere
      gone = (coshFirst * Self.sinh(here) / coshHere - Self.sinh(first)) / (2 * distance)
      camera.zoom = start.clampedZoom - Scalar(rawValue: F.nearest(F.logarithm(width) / Self.ln2 * 65_536))
    }
    let held = min(max(gone, 0), 1)
    camera.centerPoint = MapPoint(
      x: start.centerPoint.x &+ F.nearest(Double(way.x) * held), y: start.centerPoint.y &+ F.nearest(Double(way.y) * held))
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
