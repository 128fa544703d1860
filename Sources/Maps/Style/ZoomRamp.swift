public import CartoucheRaster

/// A length in points that changes with the zoom, such as the width of a road. A ramp has stops, which are
/// zooms with a length. Between the stops, the length is interpolated exponentially.
///
/// With a base of 2, a length whose stops double with every zoom grows as the map itself does. With a base of
/// 1, the length grows linearly between stops. Lengths are computed for every eighth of a zoom and are linear
/// in between. Outside the stops, the length is the length of the nearest stop.
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
  ///   - stops: Zooms in ascending order, and the lengths at these zooms in points. Without stops, the length
  ///     is 0.
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

/// A color that changes with the zoom. A ramp has stops, which are zooms with a color. Between the stops, the
/// color is interpolated linearly.
public struct ZoomColor: Hashable, Sendable {
  private struct Stop: Hashable, Sendable {
    var zoom: Scalar
    var color: Color
  }

  private var stops: [Stop]

  /// Creates a ramp with the same color at every zoom.
  public init(_ color: Color) {
    stops = [Stop(zoom: 0, color: color)]
  }

  /// Creates a ramp of colors from stops.
  ///
  /// - Parameter stops: Zooms in ascending order, and the colors at these zooms. Without stops, the color is
  ///   clear.
  public init(_ stops: [(zoom: Scalar, color: Color)]) {
    self.stops = stops.map { Stop(zoom: $0.zoom, color: $0.color) }
  }

  /// Returns the color at `zoom`. The components, including alpha, are interpolated without
  /// premultiplication.
  public func color(at zoom: Scalar) -> Color {
    guard let first = stops.first, let last = stops.last else { return .clear }
    if zoom <= first.zoom { return first.color }
    if zoom >= last.zoom { return last.color }
    let upper = stops.firstIndex { $0.zoom > zoom } ?? stops.count - 1
    let (from, to) = (stops[upper - 1], stops[upper])
    let fraction = (zoom - from.zoom) / (to.zoom - from.zoom)
    func lerp(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(clamping: (Scalar(Int(a)) + Scalar(Int(b) - Int(a)) * fraction).rounded)
    }
    return Color(
      red: lerp(from.color.red, to.color.red), green: lerp(from.color.green, to.color.green),
      blue: lerp(from.color.blue, to.color.blue), alpha: lerp(from.color.alpha, to.color.alpha))
  }
}

extension ZoomColor: ExpressibleByIntegerLiteral {
  /// Creates a ramp with the same opaque color at every zoom. The color is written as an integer `0xRRGGBB`.
  public init(integerLiteral value: UInt32) {
    self.init(Color(hex: value))
  }
}
