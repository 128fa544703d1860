public import CartoucheRaster

/// A color that changes with the zoom, such as the fill of a park.
///
/// A zoom color has stops. Each stop gives the color at one zoom. Between two stops, the color is
/// interpolated linearly. Below the first stop and above the last stop, the color is constant.
public struct ZoomColor: Hashable, Sendable {
  /// The color at one zoom.
  public struct Stop: Hashable, Sendable {
    /// The zoom at which the color is exactly this one.
    public var zoom: Scalar
    /// The color at the zoom.
    public var color: Color

    /// Creates a stop.
    public init(zoom: Scalar, color: Color) {
      (self.zoom, self.color) = (zoom, color)
    }
  }

  /// The stops in ascending order of their zooms. Without stops, the color is clear.
  public private(set) var stops: [Stop]

  /// Whether the color is opaque at every zoom.
  var isOpaque: Bool { !stops.isEmpty && stops.allSatisfy { $0.color.alpha == 255 } }

  /// Creates a zoom color that is the same color at every zoom.
  public init(_ color: Color) {
    stops = [Stop(zoom: 0, color: color)]
  }

  /// Creates a zoom color from stops.
  ///
  /// - Parameter stops: The stops in ascending order of their zooms. If the array is empty, the color is
  ///   clear at every zoom.
  public init(_ stops: [(zoom: Scalar, color: Color)]) {
    self.stops = stops.map { Stop(zoom: $0.zoom, color: $0.color) }
  }

  /// Returns the color at `zoom`. Red, green, blue and alpha are interpolated separately, without
  /// premultiplied alpha.
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
  /// Creates a zoom color from an integer literal `0xRRGGBB`. The color is opaque and the same at every zoom.
  public init(integerLiteral value: UInt32) {
    self.init(Color(hex: value))
  }
}
