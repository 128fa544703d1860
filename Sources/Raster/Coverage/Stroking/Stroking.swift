/// Strokes paths: turns lines with a width into outlines to be filled.
///
/// Each open line becomes one contour, out along its left side and back along its right; each closed one
/// becomes two. A contour is the sum of its segments' rectangles, of wedges at the outer side of corners and
/// of caps, and all of these wind the same way. On the inner side of a corner, the two edges meet in one
/// point where both segments are long enough. Elsewhere the contour passes through the corner itself, which
/// adds nothing that winds the other way. So overlaps unite under the nonzero rule, even where signed areas
/// are summed.
///
///      left  ──────────╮        outer side: miter, arc or bevel; one point on shallow turns
///      line  ─ ─ ─ ─ ╮  ╲
///      right ──────╮  ╲  ╲      inner side: one point
///                   ╲  ╲  ╲
///
/// Where the transform rotates, translates, mirrors and scales uniformly, stroking is done on the screen.
/// Elsewhere it is done in the path's own space, and the outline is projected; there, the pen's half width is
/// clamped to 8192 units.
///
/// A pen that appears thinner than ``minimumWidth`` is drawn that thick with a fainter coverage.
///
/// It reuses its working memory from call to call.
package struct Stroking {
  /// The thinnest pen, in 1/65536 px.
  ///
  /// With a thinner one, the grid of 1/256 px would make a line's two sides uneven.
  package static var minimumWidth: Int64 { 1 << 14 }

  /// The flattened lines.
  private var spine = Contours()
  private var smoothPoints = SmoothPoints()
  private var mapped: [Point] = []
  private var dashing = Dashing()
  private var outlining = StrokeOutlining()
  private var outlines = Contours()
  private var perspectiveClipping = PerspectiveClipping()
  /// The last transform and its properties: most strokes have the same as the one before.
  private var lastTransform = Homography.identity
  private var affine = AffineTransform.identity
  private var uniformScale: WideFixed<32>? = 1

  package init() {}

  /// Adds closed contours, to be filled by the nonzero rule, that cover the stroke of `path`.
  ///
  /// - Parameter minimumWidth: The smallest width, in 1/65536 px; used where the transform scales uniformly.
  /// - Returns: The factor of the coverage, of 256: less for a pen thinner than that.
  @discardableResult
  package mutating func stroke(
    _ path: Path, style: StrokeStyle, transform: Homography, minimumWidth: Int64 = minimumWidth, into contours: inout Contours
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
      let pen = Pen(style: style, halfWidth: max(width, minimumWidth) >> 1, tolerance: Flattening.tolerance)
      outline(style, pen: pen, scale: uniformScale, across: (affine.a.rawValue, affine.b.rawValue), into: &contours)
      return width >= minimumWidth ? 256 : UInt32(truncatingIfNeeded: ((width << 8) + (minimumWidth >> 1)) / minimumWidth)
    }
    // A miter may extend farther; that only makes the result a little coarser there.
    guard let view = PerspectiveProjection(transform, of: path.points, reaching: style.width, enlarges: true) else { return 256 }
    view.enlarge(&mapped)
    let half = (Int128(style.width.rawValue) << Int128(view.enlargement)) >> 1
    flatten(path, tolerance: max(view.tolerance * 2 / 3, 1))
    let pen = Pen(style: style, halfWidth: Int64(clamping: half), tolerance: min(view.tolerance, 1 << 31))
    var flat = Contours()
    swap(&flat, &outlines)
    flat.removeAll()
    outline(style, pen: pen, scale: WideFixed(rawValue: 1 << (32 + view.enlargement)), across: (1, 0), into: &flat)
    perspectiveClipping.project(flat, by: view, closing: true, into: &contours)
    swap(&flat, &outlines)
    return 256
  }

  /// Adds the outlines of the spine, solid or dashed.
  private mutating func outline(
    _ style: StrokeStyle, pen: Pen, scale: WideFixed<32>, across: (x: Int64, y: Int64), into contours: inout Contours
  ) {
    if !style.dashes.isEmpty, dashing.setPattern(style, scale: scale), dashing.cut(spine, flags: smoothPoints.flags, pen: pen) {
      outlining.outline(dashing.dashes, flags: dashing.flags, pen: pen, across: across, into: &contours)
    } else {
      outlining.outline(spine, flags: smoothPoints.flags, pen: pen, across: across, into: &contours)
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
  /// Returns the power of two by which to enlarge a path before it is stroked with a pen of `width`, 2^5 if
  /// possible.
  ///
  /// Half the pen and the coordinates must stay within their limits; for wide pens the path is made smaller.
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
  /// The factor of every length where it is the same in all directions, to 2^-15 of itself; nil elsewhere.
  var uniformScale: WideFixed<32>? {
    let size = WideFixed<32>.hypotenuse(a, b)
    let slack = WideFixed<32>(rawValue: size.rawValue >> 15)
    let rotates = (a - d).magnitude <= slack && (b + c).magnitude <= slack
    let mirrors = (a + d).magnitude <= slack && (b - c).magnitude <= slack
    return rotates || mirrors ? size : nil
  }
}
