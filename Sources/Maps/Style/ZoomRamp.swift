public import CartoucheRaster

/// A length in points that changes with the zoom: pairs of a zoom and a value, and how the values between them are curved.
///
/// With a base of 2 the value doubles with every zoom where its stops do, as the map itself does; with 1 it rises evenly. Computed once for every
/// eighth of a zoom; in between it is a straight line. Before the first stop and after the last the nearest stop's value holds.
///
/// - Source: the `exponential` interpolation of the Mapbox and MapLibre style specifications.
public struct ZoomRamp: Hashable, Sendable {
  private var table: [Int64]  // 1/65536 points, for zooms 0, 1/8, … 24

  /// The same width at every zoom.
  public init(_ value: Double) {
    self.init([(0, value)])
  }

  /// - Parameter stops: zooms in rising order and their values in points; without any the value is 0.
  public init(base: Double = 1.4, _ stops: [(zoom: Double, value: Double)]) {
    table = (0...192).map { step in
      ElementaryFunctions.nearest(Self.value(at: Double(step) / 8, base, stops) * 65536)
    }
  }

  /// The value at `zoom`.
  public func value(at zoom: Scalar) -> Scalar {
    let position = min(max(zoom.rawValue, 0), (24 << 16) - 1)  // 8192 to a step
    let (index, rest) = (Int(position >> 13), position & 8191)
    return Scalar(rawValue: table[index] + ((table[index + 1] - table[index]) * rest) >> 13)  // < 2^60: values are < 2^46
  }

  private static func value(at zoom: Double, _ base: Double, _ stops: [(zoom: Double, value: Double)]) -> Double {
    guard let first = stops.first, let last = stops.last else { return 0 }
    if zoom <= first.zoom { return first.value }
    if zoom >= last.zoom { return last.value }
    let upper = stops.firstIndex { $0.zoom > zoom } ?? stops.count - 1
    let (from, to) = (stops[upper - 1], stops[upper])
    let (along, whole) = (zoom - from.zoom, to.zoom - from.zoom)
    guard whole > 0 else { return to.value }
    let part: Double
    if base == 1 {
      part = along / whole
    } else {
      let curve = ElementaryFunctions.logarithm(base)
      part =
        (ElementaryFunctions.exponential(curve * along) - 1) / (ElementaryFunctions.exponential(curve * whole) - 1)
    }
    return from.value + (to.value - from.value) * part
  }
}

/// A colour that changes with the zoom, evenly between its stops.
public struct ZoomColor: Hashable, Sendable {
  private struct Stop: Hashable, Sendable {
    var zoom: Scalar
    var color: Color
  }

  private var stops: [Stop]

  /// The same colour at every zoom.
  public init(_ color: Color) {
    stops = [Stop(zoom: 0, color: color)]
  }

  /// - Parameter stops: zooms in rising order and their colours; without any nothing is seen.
  public init(_ stops: [(zoom: Scalar, color: Color)]) {
    self.stops = stops.map { Stop(zoom: $0.zoom, color: $0.color) }
  }

  /// The colour at `zoom`; components, alpha among them, are interpolated straight.
  public func color(at zoom: Scalar) -> Color {
    guard let first = stops.first, let last = stops.last else { return .clear }
    if zoom <= first.zoom { return first.color }
    if zoom >= last.zoom { return last.color }
    let upper = stops.firstIndex { $0.zoom > zoom } ?? stops.count - 1
    let (from, to) = (stops[upper - 1], stops[upper])
    let part = (zoom - from.zoom) / (to.zoom - from.zoom)
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(clamping: (Scalar(Int(a)) + Scalar(Int(b) - Int(a)) * part).rounded)
    }
    return Color(
      red: mix(from.color.red, to.color.red), green: mix(from.color.green, to.color.green),
      blue: mix(from.color.blue, to.color.blue), alpha: mix(from.color.alpha, to.color.alpha))
  }
}

extension ZoomColor: ExpressibleByIntegerLiteral {
  /// The opaque colour written `0xRRGGBB`.
  public init(integerLiteral value: UInt32) {
    self.init(Color(hex: value))
  }
}
