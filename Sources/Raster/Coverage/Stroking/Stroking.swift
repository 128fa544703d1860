/// Turns paths and their line widths into the outlines of strokes, to be filled.
///
/// Each open line becomes one contour, out along the line's left side and back along its right. Each closed
/// line becomes two contours. A contour is the sum of the rectangles of its segments, wedges at the outer
/// side of corners, and caps. All of these parts wind the same way.
///
/// On the inner side of a corner, the two edges meet in one point if both segments are long enough. If a
/// segment is too short, the contour passes through the corner itself, which adds nothing that winds the
/// other way. So overlaps unite under the nonzero rule, even where signed areas are summed.
///
///      left  ──────────╮        outer side: miter, arc or bevel; one point on shallow turns
///      line  ─ ─ ─ ─ ╮  ╲
///      right ──────╮  ╲  ╲      inner side: one point
///                   ╲  ╲  ╲
///
/// If the transform rotates, translates, mirrors and scales uniformly, stroking is done on the screen. Under
/// any other transform, stroking is done in the path's own space, and the outline is projected. The pen's
/// half width is then clamped to 8192 units.
///
/// A pen that appears thinner than ``minimumWidth`` is drawn ``minimumWidth`` thick with a fainter coverage.
/// Working memory is reused from call to call.
package struct Stroking {
  /// The width of the thinnest pen, in 1/65536 px.
  ///
  /// With a thinner pen, the grid of 1/256 px would make the two sides of a line uneven.
  package static var minimumWidth: Int64 { 1 << 14 }

  /// The flattened lines.
  private var spine = Contours()
  private var smoothPoints = SmoothPointRecorder()
  private var mapped: [Point] = []
  private var dashing = Dashing()
  private var outlining = StrokeOutlining()
  private var outlines = Contours()
  private var perspectiveClipping = PerspectiveClipping()
  /// The transform of the last stroke and its properties, because most strokes have the transform of the
  /// stroke before.
  private var lastTransform = Homography.identity
  private var affine = AffineTransform.identity
  private var uniformScale: WideFixed<32>? = 1

  package init() {}

  /// Adds the closed contours of the stroke of a path, to be filled by the nonzero rule.
  ///
  /// - Parameters:
  ///   - minimumWidth: The smallest width, in 1/65536 px. It is used if the transform scales uniformly.
  ///   - damage: The part of the screen that is drawn, or nil for the whole screen. Lines whose strokes are
  ///     wholly outside may be left out.
  /// - Returns: The factor by which the coverage is multiplied, in 1/256. It is below 256 for a pen thinner
  ///   than `minimumWidth`.
  @discardableResult
  package mutating func stroke(
    _ path: Path, style: StrokeStyle, transform: Homography, minimumWidth: Int64 = minimumWidth,
    within damage: DamageBounds? = nil, into contours: inout Contours
  ) -> UInt32 {
    if path.isEmpty || style.width <= 0 { return 256 }
    mapped.removeAll(keepingCapacity: true)
    mapped.append(contentsOf: path.points)
    if transform != lastTransform {
      lastTransform = transform
      affine = transform.isAffine ? AffineTransform(normalizing: transform) : .identity
      uniformScale = transform.isAffine ? affine.uniformScale : nil
    }
    if let uniformScale {
      affine.apply(to: &mapped, from: 0)
      let width = Int64(clamping: (Int128(style.width.rawValue) * Int128(uniformScale.rawValue)) >> 32)  // ≤ 2^94
      // Errors of thin lines are more visible than those of fills. And the end of a dash has the direction of
      // its chord: shorter chords are nearer to the curve's direction.
      let tolerance = Flattening.tolerance * 2 / 3
      flatten(path, tolerance: style.dashes.isEmpty ? tolerance : tolerance / 4)
      let pen = StrokeParameters(style: style, halfWidth: max(width, minimumWidth) >> 1, tolerance: Flattening.tolerance)
      outline(
        style, pen: pen, scale: uniformScale, across: (affine.a.rawValue, affine.b.rawValue), within: damage, into: &contours)
      return width >= minimumWidth ? 256 : UInt32(truncatingIfNeeded: ((width << 8) + (minimumWidth >> 1)) / minimumWidth)
    }
    // A miter may extend farther; that only makes the result a little coarser there.
    guard let view = PerspectiveProjection(transform, of: path.points, reaching: style.width, enlarges: true) else { return 256 }
    view.enlarge(&mapped)
    let half = (Int128(style.width.rawValue) << Int128(view.enlargement)) >> 1
    flatten(path, tolerance: max(view.tolerance * 2 / 3, 1))
    let pen = StrokeParameters(style: style, halfWidth: Int64(clamping: half), tolerance: min(view.tolerance, 1 << 31))
    var flat = Contours()
    swap(&flat, &outlines)
    flat.removeAll()
    outline(
      style, pen: pen, scale: WideFixed(rawValue: 1 << (32 + view.enlargement)), across: (1, 0), within: nil, into: &flat)
    perspectiveClipping.project(flat, by: view, closing: true, into: &contours)
    swap(&flat, &outlines)
    return 256
  }

  /// Adds the outlines of the spine, solid or dashed.
  private mutating func outline(
    _ style: StrokeStyle, pen: StrokeParameters, scale: WideFixed<32>, across: (x: Int64, y: Int64), within damage: DamageBounds?,
    into contours: inout Contours
  ) {
    // A square cap extends by √2 half widths, and a miter by its limit. The points of sharp miters are
    // rounded, for which a sixteenth more is enough. Higher limits than 256 are rare, and not worth a proof.
    let limit = pen.join == .miter ? style.miterLimit.rawValue.clamped(from: 0, to: 1 << 24) : 0
    let reach = (pen.halfWidth &* max(limit, 2 << 16)) >> 16  // ≤ 2^37
    let enlarged = pen.join != .miter || style.miterLimit <= 256 ? damage?.outset(by: reach &+ reach >> 4) : nil
    if !style.dashes.isEmpty, dashing.setPattern(style, scale: scale), dashing.cut(spine, flags: smoothPoints.flags, pen: pen) {
      outlining.outline(dashing.dashes, flags: dashing.flags, pen: pen, across: across, within: enlarged, into: &contours)
    } else {
      outlining.outline(spine, flags: smoothPoints.flags, pen: pen, across: across, within: enlarged, into: &contours)
    }
  }

  /// Flattens the path, whose transformed points are in `mapped`, to the spine.
  private mutating func flatten(_ path: Path, tolerance: Int64) {
    spine.removeAll()
    smoothPoints.removeAll()
    if path.hasCurves {
      appendCurves(path.verbs, mapped, tolerance: tolerance, closing: false, to: &spine, observer: &smoothPoints)
    } else {
      swap(&spine.points, &mapped)
      endPolygons(path.verbs, first: 0, closing: false, in: &spine)
    }
  }
}

extension Stroking {
  /// Returns the flattened lines of a path, cut into dashes, before they get their width.
  ///
  /// - Parameter transform: The map to the screen's points. If it does not scale uniformly, widths and dashes
  ///   are scaled by the square root of the factor by which it scales areas.
  /// - Returns: The lines; for each point whether it is inside a curve, or nothing if none is; and the scale
  ///   of widths.
  mutating func centerlines(of path: Path, style: StrokeStyle, transform: AffineTransform) -> (
    lines: Contours, isSmooth: [Bool], scale: WideFixed<32>
  ) {
    mapped.removeAll(keepingCapacity: true)
    mapped.append(contentsOf: path.points)
    transform.apply(to: &mapped, from: 0)
    let scale =
      transform.uniformScale ?? (transform.a * transform.d - transform.b * transform.c).magnitude.squareRoot()
    let tolerance = Flattening.tolerance * 2 / 3
    flatten(path, tolerance: style.dashes.isEmpty ? tolerance : tolerance / 4)
    let width = Int64(clamping: (Int128(style.width.rawValue) * Int128(scale.rawValue)) >> 32)  // ≤ 2^94
    let pen = StrokeParameters(style: style, halfWidth: width >> 1, tolerance: Flattening.tolerance)
    if !style.dashes.isEmpty, dashing.setPattern(style, scale: scale), dashing.cut(spine, flags: smoothPoints.flags, pen: pen) {
      return (dashing.dashes, dashing.flags, scale)
    }
    return (spine, smoothPoints.flags, scale)
  }
}

extension Stroking {
  /// Returns the power of two by which a path is enlarged before it is stroked with a pen of `width`.
  ///
  /// The power is 2^5 if possible. Half the pen and the coordinates must stay within their limits, so for
  /// wide pens the path is made smaller.
  ///
  /// - Parameter box: The bounds of the path.
  static func enlargement(for width: Scalar, within box: Rect) -> WideFixed<32> {
    let extent =
      box.minX.rawValue.magnitude | box.minY.rawValue.magnitude | box.maxX.rawValue.magnitude | box.maxY.rawValue.magnitude
    let bits = min(Int64(width.rawValue.leadingZeroBitCount) &- 34, Int64(extent.leadingZeroBitCount) &- 3)
    return WideFixed(rawValue: 1 &<< (32 &+ bits.clamped(from: -30, to: 5)))
  }
}

extension AffineTransform {
  /// The factor by which the map scales every length, to 2^-15 of itself.
  ///
  /// The property is nil if the factor is not the same everywhere and in all directions.
  var uniformScale: WideFixed<32>? {
    let size = WideFixed<32>.hypotenuse(a, b)
    let slack = WideFixed<32>(rawValue: size.rawValue >> 15)
    let rotates = (a - d).magnitude <= slack && (b + c).magnitude <= slack
    let mirrors = (a + d).magnitude <= slack && (b - c).magnitude <= slack
    return rotates || mirrors ? size : nil
  }
}
