import CartoucheRaster
import CartoucheTestSupport
import Glibc

/// Oracle for gradients, in floating point. Colors are premultiplied, 0…255, alpha first.
///
/// Checks the tables and samplers of the renderer's gradient fills.
struct FloatGradient {
  var stops: [GradientStop]
  var spread: GradientSpread
  /// Returns the parameter at a point in the gradient's coordinate space: 0 at its start, 1 at its end.
  var parameter: (FloatPoint) -> Double

  init(_ gradient: LinearGradient) {
    let (a, b) = (FloatPoint(gradient.start), FloatPoint(gradient.end))
    let length = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)
    (stops, spread) = (gradient.stops, gradient.spread)
    parameter = { ((($0.x - a.x) * (b.x - a.x)) + ($0.y - a.y) * (b.y - a.y)) / length }
  }

  init(_ gradient: RadialGradient) {
    let c = FloatPoint(gradient.center)
    let r = Double(gradient.radius.rawValue) / 65536
    var f = FloatPoint(gradient.focalPoint ?? gradient.center)
    if f.distance(to: c) > r * 63 / 64 {
      let scale = r * 63 / 64 / f.distance(to: c)
      f = FloatPoint(c.x + (f.x - c.x) * scale, c.y + (f.y - c.y) * scale)
    }
    (stops, spread) = (gradient.stops, gradient.spread)
    parameter = { p in
      // Solves |p − f − t·(c − f)| = t·r for t: p lies on the circle of radius t·r around f + t·(c − f).
      let (dx, dy, ex, ey) = (p.x - f.x, p.y - f.y, f.x - c.x, f.y - c.y)
      let (g, along) = (r * r - ex * ex - ey * ey, dx * ex + dy * ey)
      return (along + (along * along + g * (dx * dx + dy * dy)).squareRoot()) / g
    }
  }

  init(_ gradient: ConicGradient) {
    let c = FloatPoint(gradient.center)
    let begin = Double(gradient.startAngle.degrees.rawValue) / 0x1p32 / 360
    (stops, spread) = (gradient.stops, gradient.spread)
    parameter = { p in
      let turn = atan2(p.y - c.y, p.x - c.x) / (2 * .pi) - begin
      return turn - turn.rounded(.down)
    }
  }

  /// The distance between the first and the last stop.
  var period: Double {
    let locations = stops.map { Double($0.location.rawValue) / 65536 }
    return (locations.max() ?? 0) - (locations.min() ?? 0)
  }

  /// Returns the color at a gradient parameter.
  func color(at parameter: Double) -> [Double] {
    let stops = stops.enumerated().sorted { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }.map { $0.element }
    func location(_ stop: GradientStop) -> Double { Double(stop.location.rawValue) / 65536 }
    func premultiplied(_ color: Color) -> [Double] {
      let alpha = Double(color.alpha)
      return [alpha] + [color.red, color.green, color.blue].map { Double($0) * alpha / 255 }
    }
    let (first, last) = (location(stops[0]), location(stops[stops.count - 1]))
    var t = parameter
    if last > first && spread != .pad {
      let periods = (t - first) / (last - first)
      let whole = periods.rounded(.down)
      let rest = spread == .reflect && whole.truncatingRemainder(dividingBy: 2) != 0 ? 1 - (periods - whole) : periods - whole
      t = first + rest * (last - first)
    }
    guard let next = stops.firstIndex(where: { location($0) > t }) else { return premultiplied(stops[stops.count - 1].color) }
    guard next > 0 else { return premultiplied(stops[0].color) }
    let (a, b) = (location(stops[next - 1]), location(stops[next]))
    return zip(premultiplied(stops[next - 1].color), premultiplied(stops[next].color)).map { $0 + ($1 - $0) * (t - a) / (b - a) }
  }

  /// Returns the range of each channel within a distance of a point, for comparisons close to a hard stop.
  func range(around p: FloatPoint, by distance: Double) -> [ClosedRange<Double>] {
    var result = color(at: parameter(p)).map { $0...$0 }
    for ring in 1...64 {
      for (dx, dy) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7)] {
        let far = distance * Double(ring) / 64
        let color = color(at: parameter(FloatPoint(p.x + dx * far, p.y + dy * far)))
        result = zip(result, color).map { min($0.lowerBound, $1)...max($0.upperBound, $1) }
      }
    }
    return result
  }
}
