/// Turns lines with a width into outlines to be filled.
///
/// Each open line becomes one contour, out along its left side and back along its right; each closed one becomes two. All wind the same way:
/// a contour is the sum of its segments' rectangles, of wedges at the outer side of corners and of caps, none of them turned over. On
/// the inner side of a corner the two edges meet in one point where both segments are long enough for it; elsewhere the contour goes by
/// way of the corner itself, which adds nothing turned over either. So overlaps unite under the nonzero rule, even where
/// signed areas are summed.
///
///      left  ──────────╮        outer side: miter, arc or bevel; one point on shallow turns
///      line  ─ ─ ─ ─ ╮  ╲
///      right ──────╮  ╲  ╲      inner side: one point
///                   ╲  ╲  ╲
///
/// Where the transform turns, moves, mirrors and scales evenly, this is done on the screen; otherwise in the path's own space, and the
/// outline is projected. The pen's half width is held to 8192 units there.
///
/// A pen that the screen shows thinner than ``minimumWidth`` is drawn that thick, and says how much it is to fade.
///
/// Keeps its working memory from call to call.
package struct Stroking {
  /// The thinnest pen, in 1/65536 px: below, the grid of 1/256 px would make a line's two sides uneven.
  package static var minimumWidth: Int64 { 1 << 14 }

  private var spine = Contours()
  private var flags: [Bool] = []
  private var mapped: [Point] = []
  private var dashing = Dashing()
  private var outlining = StrokeOutlining()
  private var outlines = Contours()
  private var perspectiveClipping = PerspectiveClipping()
  /// The last transform and what was found out about it: mostly the next stroke has the same.
  private var known = Homography.identity
  private var affine = AffineTransform.identity
  private var uniformScale: WideFixed<32>? = 1

  package init() {}

  /// Adds closed contours, to be filled by the nonzero rule, that cover the stroke of `path`.
  ///
  /// - Parameter minimumWidth: the least width, in 1/65536 px; looked at where the view has one scale.
  /// - Returns: what the paint's opacity is to be multiplied by, of 256.
  @discardableResult
  package mutating func stroke(
    _ path: Path, style: StrokeStyle, transform: Homography, minimumWidth: Int64 = minimumWidth, into contours: inout Contours
  ) -> UInt32 {
    if path.isEmpty || style.width <= 0 { return 256 }
    mapped.removeAll(keepingCapacity: true)
    mapped.append(contentsOf: path.points)
    if transform != known {
      known = transform
      affine = transform.isAffine ? AffineTransform(normalizing: transform) : .identity
      uniformScale = transform.isAffine ? affine.uniformScale : nil
    }
    if let uniformScale {
      affine.apply(to: &mapped, from: 0)
      let width = Int64(clamping: (Int128(style.width.rawValue) * Int128(uniformScale.rawValue)) >> 32)  // ≤ 2^94
      // Of what is thin one sees more than of what is filled; and a dash's end stands as its chord does: shorter ones are nearer to the curve's direction.
      let tolerance = Flattening.tolerance * 2 / 3
      follow(path, tolerance: style.dashes.isEmpty ? tolerance : tolerance / 4)
      let pen = Pen(style: style, halfWidth: max(width, minimumWidth) >> 1, tolerance: Flattening.tolerance)
      outline(style, pen: pen, scale: uniformScale, across: (affine.a.rawValue, affine.b.rawValue), into: &contours)
      return width >= minimumWidth ? 256 : UInt32(truncatingIfNeeded: ((width << 8) + (minimumWidth >> 1)) / minimumWidth)
    }
    // A miter may reach farther than this; that only makes the view a little coarser there.
    guard let view = PerspectiveProjection(transform, of: path.points, reaching: style.width, enlarges: true) else { return 256 }
    view.enlarge(&mapped)
    let half = (Int128(style.width.rawValue) << Int128(view.enlargement)) >> 1
    follow(path, tolerance: max(view.tolerance * 2 / 3, 1))
    let pen = Pen(style: style, halfWidth: Int64(clamping: half), tolerance: min(view.tolerance, 1 << 31))
    var flat = Contours()
    swap(&flat, &outlines)
    flat.removeAll()
    outline(style, pen: pen, scale: WideFixed(rawValue: 1 << (32 + view.enlargement)), across: (1, 0), into: &flat)
    perspectiveClipping.project(flat, by: view, closing: true, into: &contours)
    swap(&flat, &outlines)
    return 256
  }

  /// Adds the outlines of the spine, whole or in dashes.
  private mutating func outline(
    _ style: StrokeStyle, pen: Pen, scale: WideFixed<32>, across: (x: Int64, y: Int64), into contours: inout Contours
  ) {
    if !style.dashes.isEmpty, dashing.setPattern(style, scale: scale), dashing.cut(spine, flags: flags, pen: pen) {
      outlining.outline(dashing.dashes, flags: dashing.flags, pen: pen, across: across, into: &contours)
    } else {
      outlining.outline(spine, flags: flags, pen: pen, across: across, into: &contours)
    }
  }

  /// Makes lines of the path whose points stand in `mapped`.
  private mutating func follow(_ path: Path, tolerance: Int64) {
    spine.removeAll()
    flags.removeAll(keepingCapacity: true)
    if path.hasCurves {
      appendCurves(path.verbs, mapped, tolerance: tolerance, closing: false, to: &spine, flags: &flags, flagging: true)
    } else {
      swap(&spine.points, &mapped)
      endPolygons(path.verbs, first: 0, closing: false, in: &spine)
    }
  }
}

extension Stroking {
  /// A power of two by which a path of the bounds `box` is enlarged so that a pen of `width` is followed finely, 2^5 if it may be: half the pen
  /// and the coordinates have to keep within their limits. Wider pens are made smaller.
  static func enlargement(for width: Scalar, within box: Rect) -> WideFixed<32> {
    let reach =
      box.minX.rawValue.magnitude | box.minY.rawValue.magnitude | box.maxX.rawValue.magnitude | box.maxY.rawValue.magnitude
    let room = min(Int64(width.rawValue.leadingZeroBitCount) &- 34, Int64(reach.leadingZeroBitCount) &- 3)
    return WideFixed(rawValue: 1 &<< (32 &+ min(max(room, -30), 5)))
  }
}

extension AffineTransform {
  /// By how much every length grows, where that is the same in all directions (to 2^-15 of itself); otherwise nil.
  var uniformScale: WideFixed<32>? {
    let size = WideFixed<32>.hypotenuse(a, b)
    let slack = WideFixed<32>(rawValue: size.rawValue >> 15)
    let turns = (a - d).magnitude <= slack && (b + c).magnitude <= slack
    let mirrors = (a + d).magnitude <= slack && (b - c).magnitude <= slack
    return turns || mirrors ? size : nil
  }
}
