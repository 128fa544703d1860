public import CartoucheRaster

/// A length in points that changes with the zoom, such as the width of a road.
///
/// A ramp has stops. Each stop gives the length at one zoom. Between two stops, the length is interpolated
/// exponentially. Below the first stop and above the last stop, the length is constant.
///
/// The base of the interpolation determines how fast the length changes. A base of 1 interpolates linearly.
/// With a base of 2, the length can double at each zoom, as the map's scale does.
///
/// The length is computed exactly at zooms that are multiples of 1/8, and interpolated linearly between these
/// zooms.
///
/// - Source: the `exponential` interpolation of the Mapbox and MapLibre style specifications.
public struct ZoomRamp: Hashable, Sendable {
  private var table: [Int64]  // 1/65536 points, for zooms 0, 1/8, … 24

  /// Creates a ramp with the same length at every zoom, in points.
  public init(_ value: Double) {
    self.init([(0, value)])
  }

  /// Creates a ramp from stops.
  ///
  /// - Parameters:
  ///   - base: The base of the exponential interpolation between stops.
  ///   - stops: The stops in ascending order of their zooms, with lengths in points. If the array is empty,
  ///     the length is 0 at every zoom.
  public init(base: Double = 1.4, _ stops: [(zoom: Double, value: Double)]) {
    table = (0...192).map { step in
      ElementaryFunctions.nearest(Self.value(at: Double(step) / 8, base, stops) * 65536)
    }
  }

  /// Returns the length at `zoom`, in points.
  public func value(at zoom: Scalar) -> Scalar {
    let position = zoom.rawValue.clamped(from: 0, to: (24 << 16) - 1)  // 8192 per step
    let (index, remainder) = (Int(position >> 13), position & 8191)
    return Scalar(rawValue: table[index] + ((table[index + 1] - table[index]) * remainder) >> 13)  // < 2^60: values are < 2^46
  }

  private static func value(at zoom: Double, _ base: Double, _ stops: [(zoom: Double, value: Double)]) -> Double {
    guard let first = stops.first, let last = stops.last else { return 0 }
    if zoom <= first.zoom { return first.value }
    if zoom >= last.zoom { return last.value }
    let upper = stops.firstIndex { $0.zoom > zoom } ?? stops.count - 1
    let (from, to) = (stops[upper - 1], stops[upper])
    let (distance, length) = (zoom - from.zoom, to.zoom - from.zoom)
    guard length > 0 else { return to.value }
    let fraction: Double
    if base == 1 {
      fraction = distance / length
    } else {
      let curve = ElementaryFunctions.logarithm(base)
      fraction =
        (ElementaryFunctions.exponential(curve * distance) - 1) / (ElementaryFunctions.exponential(curve * length) - 1)
    }
    return from.value + (to.value - from.value) * fraction
  }
}
