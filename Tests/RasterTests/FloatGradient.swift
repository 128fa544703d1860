import CartoucheRaster
import CartoucheTestSupport
import Glibc

/// Slow and obvious gradients in floats, for tests to compare with: premultiplied, 0…255, alpha first.
struct FloatGradient {
  var stops: [GradientStop]
  var spread: GradientSpread
  /// The place of a point of the gradient's own space.
  var place: (FloatPoint) -> Double

  init(_ gradient: LinearGradient) {
    let (a, b) = (FloatPoint(gradient.start), FloatPoint(gradient.end))
    let length = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)
    (stops, spread) = (gradient.stops, gradient.spread)
    place = { ((($0.x - a.x) * (b.x - a.x)) + ($0.y - a.y) * (b.y - a.y)) / length }
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
    place = { p in
      // The circle with its centre on the way from f to c and the radius t·r that passes p: |p − f − t·(c − f)| = t·r.
      let (dx, dy, ex, ey) = (p.x - f.x, p.y - f.y, f.x - c.x, f.y - c.y)
      let (g, along) = (r * r - ex * ex - ey * ey, dx * ex + dy * ey)
      return (along + (along * along + g * (dx * dx + dy * dy)).squareRoot()) / g
    }
  }

  init(_ gradient: ConicGradient) {
    let c = FloatPoint(gradient.center)
    let begin = Double(gradient.startAngle.degrees.rawValue) / 0x1p32 / 360
    (stops, spread) = (gradient.stops, gradient.spread)
    place = { p in
      let turn = atan2(p.y - c.y, p.x - c.x) / (2 * .pi) - begin
      return turn - turn.rounded(.down)
    }
  }

  /// From the first stop to the last.
  var period: Double {
    let locations = stops.map { Double($0.location.rawValue) / 65536 }
    return (locations.max() ?? 0) - (locations.min() ?? 0)
  }

  /// The colour at a place.
  func color(at place: Double) -> [Double] {
    let stops = stops.enumerated().sorted { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }.map { $0.element }
    func location(_ stop: GradientStop) -> Double { Double(stop.location.rawValue) / 65536 }
    func premultiplied(_ color: Color) -> [Double] {
      let alpha = Double(color.alpha)
      return [alpha] + [color.red, color.green, color.blue].map { Double($0) * alpha / 255 }
    }
    let (first, last) = (location(stops[0]), location(stops[stops.count - 1]))
    var t = place
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

  /// The lowest and highest values that each channel takes within a distance of a point: what a hard edge next to it may give.
  func range(around p: FloatPoint, by distance: Double) -> [ClosedRange<Double>] {
    var result = color(at: place(p)).map { $0...$0 }
    for ring in 1...64 {
      for (dx, dy) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7)] {
        let far = distance * Double(ring) / 64
        let color = color(at: place(FloatPoint(p.x + dx * far, p.y + dy * far)))
        result = zip(result, color).map { min($0.lowerBound, $1)...max($0.upperBound, $1) }
      }
    }
    return result
  }
}
