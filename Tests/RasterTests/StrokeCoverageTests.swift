import CartoucheRaster
import CartoucheTestSupport
import Glibc
import Testing

private func point(_ x: Double, _ y: Double) -> Point { Point(x: Scalar(nearest: x), y: Scalar(nearest: y)) }

private func curve(_ a: (Double, Double), _ b: (Double, Double), _ c: (Double, Double), _ d: (Double, Double)) -> Path {
  var path = Path()
  path.move(to: point(a.0, a.1))
  path.addCurve(to: point(d.0, d.1), control1: point(b.0, b.1), control2: point(c.0, c.1))
  return path
}

private func quad(_ a: (Double, Double), _ b: (Double, Double), _ c: (Double, Double)) -> Path {
  var path = Path()
  path.move(to: point(a.0, a.1))
  path.addQuadCurve(to: point(c.0, c.1), control: point(b.0, b.1))
  return path
}

private func line(_ points: [(Double, Double)], isClosed: Bool = false) -> Path {
  var path = Path()
  for (x, y) in points { path.addLine(to: point(x, y)) }
  if isClosed { path.closeSubpath() }
  return path
}

/// Paths that often go wrong when their curves are offset: cusps, hairpins, loops, repeated points.
private let troublesome: [(name: String, path: Path)] = {
  var paths: [(String, Path)] = []
  for pull in [10.0, 30, 40, 42, 45, 60] {
    paths.append(("near a cusp \(pull)", curve((14, 50), (32 + pull, 12), (32 - pull, 12), (50, 50))))
  }
  for gap in [0.0, 0.003, 0.1, 1, 4] {
    paths.append(("hairpin \(gap)", curve((14, 32), (56, 32), (56, 32 + gap), (14, 32 + gap))))
    paths.append(("quadratic hairpin \(gap)", quad((14, 32), (70, 32), (14, 32 + gap))))
    paths.append(("hairpin of lines \(gap)", line([(14, 32), (50, 32), (14, 32 + gap)])))
  }
  paths.append(("first control at the start", curve((14, 20), (14, 20), (50, 20), (40, 50))))
  paths.append(("last control at the end", curve((14, 20), (50, 20), (40, 50), (40, 50))))
  paths.append(("controls together", curve((14, 20), (50, 20), (50, 20), (20, 50))))
  paths.append(("controls at the ends", curve((14, 20), (14, 20), (50, 44), (50, 44))))
  paths.append(("controls swapped", curve((20, 30), (52, 30), (12, 30), (44, 30))))
  paths.append(("all points equal", curve((32, 32), (32, 32), (32, 32), (32, 32))))
  paths.append(("back to its start", curve((32, 32), (60, 12), (60, 52), (32, 32))))
  paths.append(("a loop smaller than the pen", curve((28, 30), (36, 28), (28, 28), (36, 30))))
  paths.append(("lines of length zero", line([(14, 20), (14, 20), (40, 24), (40, 24), (40, 24), (36, 50), (36, 50)])))
  paths.append(("lines of almost no length", line([(14, 20), (40, 24), (40.0004, 24.0003), (40.0002, 23.9998), (36, 50)])))
  paths.append(("short lines at a corner", line([(14, 20), (40, 20), (40.3, 20.6), (40.1, 21), (14, 26)])))
  paths.append(("a closed sliver", line([(12, 30), (52, 31), (12, 32)], isClosed: true)))
  paths.append(("a closed sliver that winds back", line([(12, 30), (52, 30), (30, 30)], isClosed: true)))
  paths.append(("zigzag", line([(12, 40), (20, 24), (22, 44), (24, 22), (40, 42), (41, 20)])))
  var circle = Path()
  circle.addCircle(center: point(32, 32), radius: 1.5)
  paths.append(("a circle smaller than the pen", circle))
  var spiral = Path()
  for step in 0...40 {
    let angle = Double(step) * 0.6
    spiral.addLine(to: point(32 + cos(angle) * Double(step) * 0.25, 32 + sin(angle) * Double(step) * 0.25))
  }
  paths.append(("a spiral tighter than the pen", spiral))
  return paths
}()

@Suite("Coverage of strokes")
struct StrokeCoverageTests {
  @Test(
    "strokes with every join and cap cover the pixels of a floating-point pen", arguments: [LineJoin.miter, .round, .bevel],
    [LineCap.butt, .round, .square])
  func joinsAndCaps(join: LineJoin, cap: LineCap) {
    for (name, path) in troublesome {
      for (width, limit) in [(2.5, 4.0), (9, 2), (9, 10)] where join == .miter || limit != 10 {
        let style = StrokeStyle(width: Scalar(nearest: width), cap: cap, join: join, miterLimit: Scalar(nearest: limit))
        let oracle = FloatStroke(path, style: style)
        let canvas = Canvas(width: 64, height: 64)
        var list = DisplayList()
        list.stroke(path, style: style, with: .color(.black))
        canvas.draw(list)
        var wrong: [String] = []
        for y in 0..<64 {
          for x in 0..<64 {
            let coverage = 255 - canvas[x, y] & 255
            let distance = oracle.distance(to: FloatPoint(Double(x) + 0.5, Double(y) + 0.5))
            if distance > 0.8 {
              if coverage > 1 { wrong.append("\(x), \(y): \(coverage), far away") }
            } else if distance == 0 && coverage < 250 {
              // Whether the pixel and a margin of 0.08 px are inside, sampled every 1/20 px.
              let isWhole = (0..<576).allSatisfy { index in
                let (dx, dy) = (Double(index % 24) * 0.05 - 0.08, Double(index / 24) * 0.05 - 0.08)
                return oracle.distance(to: FloatPoint(Double(x) + dx, Double(y) + dy)) == 0
              }
              if isWhole { wrong.append("\(x), \(y): \(coverage), inside") }
            }
          }
        }
        #expect(wrong.isEmpty, "\(name), width \(width), limit \(limit)")
      }
    }
  }

  @Test("no outline extends beyond the pen's radius and miter, and none has a negative winding number")
  func extent() {
    for (name, path) in troublesome {
      let spine = FloatOutline(path, steps: 100)
      for join in [LineJoin.miter, .round, .bevel] {
        for cap in [LineCap.butt, .round, .square] {
          for width in [0.5, 5, 40] {
            let style = StrokeStyle(width: Scalar(nearest: width), cap: cap, join: join, miterLimit: 4)
            var (stroking, contours) = (Stroking(), Contours())
            stroking.stroke(path, style: style, transform: .identity, into: &contours)
            let limit = width / 2 * (join == .miter ? 4 : cap == .square ? 1.4143 : 1) + 2.0 / 32
            for corner in contours.polygons.joined() {
              let distance = spine.lines[0].count == 1 ? corner.distance(to: spine.lines[0][0]) : spine.distance(to: corner)
              #expect(distance <= limit, "\(name) \(join) \(cap) \(width)")
            }
            var random = SplitMix64(seed: 81)
            for _ in 0..<40 {
              let (x, y) = (Double.random(in: 0...64, using: &random), Double.random(in: 0...64, using: &random))
              #expect(contours.winding(x, y) >= 0, "\(name) \(join) \(cap) \(width)")
            }
          }
        }
      }
    }
  }
}
