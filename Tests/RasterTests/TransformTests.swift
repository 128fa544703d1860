import CartoucheRaster
import CartoucheTestSupport
import Glibc
import Testing

/// Oracle for `Transform3D`: a 4 × 4 matrix in floating point with the same rows.
private struct Matrix {
  var rows: [[Double]]

  static let identity = Matrix(rows: (0..<4).map { row in (0..<4).map { $0 == row ? 1 : 0 } })

  init(rows: [[Double]]) { self.rows = rows }

  init(_ t: Transform3D) {
    let raws = [
      [t.m11, t.m12, t.m13, t.m14], [t.m21, t.m22, t.m23, t.m24], [t.m31, t.m32, t.m33, t.m34], [t.m41, t.m42, t.m43, t.m44],
    ]
    rows = raws.map { $0.map { Double($0.rawValue) / 4_294_967_296 } }
  }

  static func * (a: Matrix, b: Matrix) -> Matrix {
    var rows = [[Double]](repeating: [0, 0, 0, 0], count: 4)
    for row in 0..<4 {
      for column in 0..<4 {
        for index in 0..<4 { rows[row][column] += a.rows[row][index] * b.rows[index][column] }
      }
    }
    return Matrix(rows: rows)
  }

  func distance(to other: Matrix) -> Double {
    var largest = 0.0
    for row in 0..<4 { for column in 0..<4 { largest = max(largest, abs(rows[row][column] - other.rows[row][column])) } }
    return largest
  }
}

private func double(_ value: Scalar) -> Double { Double(value.rawValue) / 65536 }

@Suite("Transforms")
struct TransformTests {
  @Test("a rotation about each axis has the matrix of CATransform3DMakeRotation") func rotations() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<1000 {
      let degrees = Int64.random(in: -(720 << 32)..<(720 << 32), using: &random)
      let angle = Angle(degrees: WideFixed(rawValue: degrees))
      let radians = Double(degrees) / 4_294_967_296 / 180 * .pi
      let (s, c) = (sin(radians), cos(radians))
      let x = Matrix(rows: [[1, 0, 0, 0], [0, c, s, 0], [0, -s, c, 0], [0, 0, 0, 1]])
      let y = Matrix(rows: [[c, 0, -s, 0], [0, 1, 0, 0], [s, 0, c, 0], [0, 0, 0, 1]])
      let z = Matrix(rows: [[c, s, 0, 0], [-s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
      #expect(Matrix(.rotation(by: angle, axis: .x)).distance(to: x) < 1e-9)
      #expect(Matrix(.rotation(by: angle, axis: .y)).distance(to: y) < 1e-9)
      #expect(Matrix(.rotation(by: angle, axis: .z)).distance(to: z) < 1e-9)
      #expect(Matrix(.rotation(by: angle, x: 5, y: 0, z: 0)).distance(to: x) < 1e-8)
      #expect(Matrix(.rotation(by: angle, x: 0, y: 0.001, z: 0)).distance(to: y) < 1e-8)
      #expect(Matrix(.rotation(by: angle, x: 0, y: 0, z: .max)).distance(to: z) < 1e-8)
      // A third of a turn about the diagonal maps x to y, y to z and z to x.
      let third = Matrix(.rotation(by: .degrees(120), x: 1, y: 1, z: 1))
      #expect(third.distance(to: Matrix(rows: [[0, 1, 0, 0], [0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1]])) < 1e-8)
    }
    #expect(Transform3D.rotation(by: .degrees(30), x: 0, y: 0, z: 0).isIdentity)
  }

  @Test("each new step is applied before the earlier ones") func order() {
    var random = SplitMix64(seed: 12)
    for _ in 0..<200 {
      func element(_ limit: Int64) -> WideFixed<32> {
        WideFixed(rawValue: Int64.random(in: -(limit << 32)...(limit << 32), using: &random))
      }
      var t = Transform3D.identity
      t.m34 = -1.0 / 1000
      let before = t.rotated(by: .degrees(element(360)), axis: .x)
      let (x, y, z) = (element(300), element(300), element(300))
      let moved = Matrix(rows: [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], Matrix(.translation(x: x, y: y, z: z)).rows[3]])
      #expect(Matrix(before.translated(x: x, y: y, z: z)).distance(to: moved * Matrix(before)) < 1e-8)
      #expect(before.scaled(x: x, y: y, z: z) == Transform3D.scale(x: x, y: y, z: z).concatenating(before))
      let angle = Angle.degrees(element(360))
      #expect(before.rotated(by: angle, axis: .y) == Transform3D.rotation(by: angle, axis: .y).concatenating(before))
      #expect(
        before.rotated(by: angle, x: x, y: y, z: z) == Transform3D.rotation(by: angle, x: x, y: y, z: z).concatenating(before))
    }
  }

  @Test("translations before and after a transform have the bits of products with their matrices") func translations() {
    var random = SplitMix64(seed: 17)
    func element(_ bits: Int) -> WideFixed<32> {
      WideFixed(rawValue: Int64(truncatingIfNeeded: random.next()) >> Int64(bits))
    }
    for step in 0..<4000 {
      // From numbers at the ends of the range to small ones.
      let bits = step % 40
      var transform = Transform3D(
        m11: element(bits), m12: element(bits), m13: element(bits), m14: element(bits), m21: element(bits), m22: element(bits),
        m23: element(bits), m24: element(bits), m31: element(bits), m32: element(bits), m33: element(bits), m34: element(bits),
        m41: element(bits), m42: element(bits), m43: element(bits), m44: element(bits))
      // Half of them without perspective.
      if step % 2 == 0 { (transform.m14, transform.m24, transform.m34, transform.m44) = (0, 0, 0, 1) }
      let (x, y, z) = (element(step % 37), element(step % 37), element(step % 37))
      let translation = Transform3D.translation(x: x, y: y, z: z)
      #expect(transform.translated(x: x, y: y, z: z) == translation.concatenating(transform))
      #expect(transform.followedByTranslation(x: x, y: y, z: z) == transform.concatenating(translation))
    }
  }

  @Test("an inverse undoes its transform") func inverses() throws {
    var random = SplitMix64(seed: 13)
    for _ in 0..<500 {
      func element(_ limit: Int64) -> WideFixed<32> {
        WideFixed(rawValue: Int64.random(in: -(limit << 32)...(limit << 32), using: &random))
      }
      var t = Transform3D.identity
      t.m34 = -1.0 / 1000
      t = t.rotated(by: .degrees(element(360)), x: element(1), y: element(1), z: 1).translated(
        x: element(200), y: element(200), z: 250
      )
      .scaled(x: 2, y: 0.5, z: 1)
      let inverse = try #require(t.inverse)
      // Inverse entries are off by 2^-33, times the entries of t, ≤ 500, four of them.
      #expect((Matrix(t) * Matrix(inverse)).distance(to: .identity) < 1e-6)
    }
    #expect(Transform3D.identity.inverse == .identity)
    #expect(Transform3D.scale(z: 0).inverse == nil)
    #expect(Transform3D.scale(x: WideFixed(rawValue: 1)).inverse == nil)  // 2^32 is out of range
    let huge = WideFixed<32>.max
    let all = Transform3D(
      m11: huge, m12: huge, m13: huge, m14: huge, m21: huge, m22: huge, m23: huge, m24: huge,
      m31: huge, m32: huge, m33: huge, m34: huge, m41: huge, m42: huge, m43: huge, m44: huge)
    #expect(all.inverse == nil)
    #expect(all.concatenating(all) == all)
  }

  @Test("affine transforms are composed and inverted as CGAffineTransform") func affine() throws {
    let t = AffineTransform.identity.translated(x: 10, y: 20).scaled(x: 2, y: 3).rotated(by: .degrees(90))
    // The last step first: (1, 0) is rotated to (0, 1), scaled to (0, 3) and moved to (10, 23).
    #expect(t.apply(Point(x: 1, y: 0)) == Point(x: 10, y: 23))
    #expect(try #require(t.inverse).concatenating(t).apply(Point(x: 7, y: -5)) == Point(x: 7, y: -5))
    #expect(AffineTransform.scale(x: 0, y: 1).inverse == nil)
    #expect(t.apply(Point(x: .max, y: .min)) == Point(x: .max, y: .max))
    #expect(Transform3D(t).isAffine)
  }
}

@Suite("Homographies")
struct HomographyTests {
  /// Returns the transform of a carousel's card at `angle`; `formula` computes the same in floating point.
  private func card(_ angle: Angle) -> Homography {
    var t = Transform3D.identity
    t.m34 = -1.0 / 1000
    return Homography(t.rotated(by: angle, axis: .y).translated(z: 250))
  }

  private func formula(_ angle: Angle, _ x: Double, _ y: Double) -> (x: Double, y: Double, w: Double) {
    let radians = Double(angle.degrees.rawValue) / 4_294_967_296 / 180 * .pi
    let projectedX = x * cos(radians) + 250 * sin(radians)
    let depth = 250 * cos(radians) - x * sin(radians)
    let w = 1 - depth / 1000
    return (projectedX / w, y / w, w)
  }

  @Test("the corners of rotating cards are within 0.00003 px of the formula") func cards() throws {
    var random = SplitMix64(seed: 21)
    var worst = 0.0
    for _ in 0..<2000 {
      let angle = Angle(degrees: WideFixed(rawValue: Int64.random(in: 0..<(360 << 32), using: &random)))
      for (x, y) in [(-125, -75), (125, -75), (125, 75), (-125, 75)] {
        let projected = try #require(card(angle).project(Point(x: Scalar(x), y: Scalar(y))))
        let exact = formula(angle, Double(x), Double(y))
        worst = max(worst, abs(double(projected.x) - exact.x), abs(double(projected.y) - exact.y))
      }
    }
    // Half of 1/65536, and m34's rounding: 2^-33 × 250 of the divisor, times up to 400 px.
    #expect(worst < 0.00003)
    let front = try #require(card(.zero).project(Point(x: 125, y: 75)))
    #expect(abs(double(front.x) - 500.0 / 3) < 0.00003 && abs(double(front.y) - 100) < 0.00003)
  }

  @Test("an inverse maps projected points back and keeps them in front of the eye") func inverses() throws {
    var random = SplitMix64(seed: 22)
    for _ in 0..<2000 {
      let angle = Angle(degrees: WideFixed(rawValue: Int64.random(in: 0..<(360 << 32), using: &random)))
      let map = card(angle).concatenating(.translation(x: 240, y: 140))
      guard let inverse = map.inverse else { continue }
      let point = Point(
        x: Scalar(rawValue: Int64.random(in: -8_192_000...8_192_000, using: &random)),
        y: Scalar(rawValue: Int64.random(in: -4_915_200...4_915_200, using: &random)))
      let projected = try #require(map.project(point))
      guard let scale = inverse.largestScale(at: projected) else {
        Issue.record("\(point) at \(angle) came back behind the eye")
        continue
      }
      let returned = try #require(inverse.project(projected))
      let distance = hypot(double(returned.x) - double(point.x), double(returned.y) - double(point.y))
      #expect(distance <= (double(scale) + 1) / 65536)
    }
    #expect(Homography.identity.inverse?.project(Point(x: 3, y: 4)) == Point(x: 3, y: 4))
    #expect(Homography(Transform3D.scale(x: 0)).inverse == nil)
    #expect(card(.degrees(90)).inverse != nil)
  }

  @Test("a concatenation applies one map after the other") func concatenation() throws {
    var random = SplitMix64(seed: 23)
    for _ in 0..<500 {
      let angle = Angle(degrees: WideFixed(rawValue: Int64.random(in: 0..<(360 << 32), using: &random)))
      let first = Homography(AffineTransform.rotation(by: angle).scaled(x: 1.5, y: 0.75).translated(x: 11, y: -7))
      let both = first.concatenating(card(.degrees(33)))
      let point = Point(x: 12.5, y: -40)
      let between = try #require(first.project(point))
      let (a, b) = (try #require(both.project(point)), try #require(card(.degrees(33)).project(between)))
      #expect(abs((a.x - b.x).rawValue) <= 3 && abs((a.y - b.y).rawValue) <= 3)
    }
    let moved = Homography.translation(x: 1, y: 2).concatenating(.translation(x: 10, y: 20))
    #expect(moved == .translation(x: 11, y: 22))
    #expect(moved.isTranslation && moved.isAffine && !moved.isIdentity)
    #expect(!card(.degrees(20)).isAffine)
  }

  @Test("a translation has the bits of the same translation with numbers of another scale") func translations() throws {
    var random = SplitMix64(seed: 24)
    func number(_ bits: Int64) -> Int64 {
      let limit = Int64(1) << Int64.random(in: 0..<bits, using: &random)
      return Int64.random(in: -limit...limit, using: &random)
    }
    for round in 0..<4000 {
      // Multiples of 4, which can be halved twice. Each fourth offset is in the middle between two points.
      func offset() -> Int64 { round % 4 == 0 ? number(61) & ~65535 | 32768 : number(61) & ~3 }
      func translation(_ x: Int64, _ y: Int64, one: Int64) -> Homography {
        Homography(xx: one, xy: 0, x0: x, yx: 0, yy: one, y0: y, wx: 0, wy: 0, w0: one)
      }
      let (a, b, c, d) = (offset(), offset(), offset(), offset())
      let (first, second) = (translation(a, b, one: 1 << 32), translation(c, d, one: 1 << 32))
      let (firstHalved, secondHalved) = (translation(a / 2, b / 2, one: 1 << 31), translation(c / 2, d / 2, one: 1 << 31))
      let point = Point(x: Scalar(rawValue: number(48)), y: Scalar(rawValue: number(48)))
      #expect(first.project(point) == firstHalved.project(point))
      let both = first.concatenating(second)
      #expect(both == translation(a + c, b + d, one: 1 << 32))
      #expect(both.project(point) == firstHalved.concatenating(secondHalved).project(point))
    }
  }

  @Test("points at the eye or behind it have no projection") func eye() {
    var t = Transform3D.identity
    t.m34 = -1.0 / 1000
    let before = Homography(t.translated(z: 999))
    let at = Homography(t.translated(z: 1001))
    #expect(before.project(.zero) == .zero)
    #expect(at.project(.zero) == nil)
    #expect(at.project(Point(x: .max, y: .min)) == nil)
    #expect(at.largestScale(at: .zero) == nil)
  }

  @Test("the largest scale is the longer half axis of a small circle's projection") func scale() throws {
    #expect(Homography(AffineTransform.scale(x: 2, y: 3)).largestScale(at: .zero) == 3)
    let skewed = Homography(AffineTransform(a: 1, b: 0, c: 1, d: 1, tx: 5, ty: 6))
    #expect(abs(double(try #require(skewed.largestScale(at: .zero))) - 1.618034) < 1e-4)
    #expect(abs(double(try #require(card(.zero).largestScale(at: .zero))) - 1.333333) < 1e-4)
  }

  @Test("for any numbers, a point has a largest scale exactly where it has a projection") func extremes() {
    let values: [Int64] = [.min, .min + 1, -1, 0, 1, 1 << 32, .max]
    var random = SplitMix64(seed: 24)
    for _ in 0..<20_000 {
      func any() -> Int64 {
        Bool.random(using: &random) ? values.randomElement(using: &random)! : Int64.random(in: .min ... .max, using: &random)
      }
      let h = Homography(xx: any(), xy: any(), x0: any(), yx: any(), yy: any(), y0: any(), wx: any(), wy: any(), w0: any())
      let point = Point(x: Scalar(rawValue: any()), y: Scalar(rawValue: any()))
      for map in [h, h.inverse, h.concatenating(h), h.concatenating(h).inverse] {
        guard let map else { continue }
        let scale = map.largestScale(at: point)
        #expect((map.project(point) == nil) == (scale == nil))
        #expect((scale ?? 0) >= 0)
      }
    }
  }
}
