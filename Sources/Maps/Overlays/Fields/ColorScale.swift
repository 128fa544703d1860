public import CartoucheRaster

/// A scale that assigns a color to each value of a quantity, such as heat or rainfall.
///
/// Between two stops, the color is interpolated linearly. A value below the first stop has the color of the
/// first stop. A value above the last stop has the color of the last stop.
public struct ColorScale: Hashable, Sendable {
  /// A stop of a color scale: a value and the color at that value.
  public struct Stop: Hashable, Sendable {
    /// The value to which the stop assigns a color.
    public var value: Scalar
    /// The color of the value.
    public var color: Color

    /// Creates a stop that assigns `color` to `value`.
    public init(_ value: Scalar, _ color: Color) {
      (self.value, self.color) = (value, color)
    }
  }

  /// The stops of the scale, in ascending order of their values.
  public let stops: [Stop]

  /// Creates a color scale from stops.
  ///
  /// - Parameter stops: The stops in any order. If several stops have the same value, the color changes
  ///   abruptly at that value, from the first of these stops to the last. The value itself has the color of
  ///   the last stop.
  public init(_ stops: [Stop]) {
    self.stops = stops.enumerated().sorted { ($0.element.value, $0.offset) < ($1.element.value, $1.offset) }.map(\.element)
  }

  /// Returns the color for `value`. If the scale has no stops, the method returns `Color.clear`.
  public func color(for value: Scalar) -> Color {
    guard let above = stops.firstIndex(where: { $0.value > value }) else { return stops.last?.color ?? .clear }
    guard above > 0 else { return stops[0].color }
    let (a, b) = (stops[above - 1], stops[above])
    let share = ((value - a.value) / (b.value - a.value) * 65536).rounded
    return a.color.mixed(with: b.color, share, of: 65536)
  }

  /// A color scale for values from 0 to 1: transparent at 0, then blue, green and yellow, and translucent red
  /// at 1.
  public static let heat = ColorScale([
    Stop(0, Color(red: 0, green: 0, blue: 255, alpha: 0)), Stop(0.2, Color(red: 0, green: 64, blue: 255, alpha: 110)),
    Stop(0.45, Color(red: 0, green: 220, blue: 160, alpha: 160)), Stop(0.7, Color(red: 255, green: 230, blue: 0, alpha: 190)),
    Stop(1, Color(red: 255, green: 30, blue: 0, alpha: 210)),
  ])
}
