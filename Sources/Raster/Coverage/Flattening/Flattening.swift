/// Flattens paths: turns their curves into straight lines in screen space.
///
/// The chords of a curve stay within 1/32 px of the curve. The chords of a large curve stay within 3/64 px.
/// They lie as much outside the curve as inside.
///
/// Without perspective, control points are mapped to the screen and the curves are flattened there. Polygons
/// that are only moved are copied. In perspective, curves are flattened in the path's own space, finely
/// enough for the point where the path appears largest. The part behind the viewer is clipped.
///
/// Working memory is reused from call to call.
package struct Flattening {
  /// The greatest distance of a chord from its curve, in 1/65536 px.
  ///
  /// The distance is 1/32 px if five chords are enough for that, and half as much again for curves with more
  /// chords. With this tolerance, circles of 0.6 to 14 px cover the pixels of their edges to 2.0 of 255 on
  /// average and 9.4 at worst. About as many of the pixels are too light as too dark. Of the libraries
  /// measured for comparison, the nearest is cairo, with 6.4 and 31.
  package static var tolerance: Int64 { 2048 }

  private var mapped: [Point] = []
  private var flat = Contours()
  private var perspectiveClipping = PerspectiveClipping()

  package init() {}

  /// Adds the outlines of `path` to `contours`.
  ///
  /// - Parameters:
  ///   - transform: The map from the path's space to the screen's points.
  ///   - closing: Whether the subpaths are to be filled. If so, all subpaths count as closed, and subpaths
  ///     with fewer than three corners are left out.
  package mutating func flatten(_ path: Path, transform: Homography, closing: Bool, into contours: inout Contours) {
    if path.isEmpty { return }
    let hasCurves = path.hasCurves
    var observer = IgnoredCurves()
    if transform.isAffine {
      let affine = AffineTransform(normalizing: transform)
      if hasCurves {
        if !affine.isIdentity {
          mapped.removeAll(keepingCapacity: true)
          mapped.append(contentsOf: path.points)
          affine.apply(to: &mapped, from: 0)
        }
        appendCurves(
          path.verbs, affine.isIdentity ? path.points : mapped, tolerance: Flattening.tolerance, closing: closing, to: &contours,
          observer: &observer)
      } else {
        let first = contours.points.count
        contours.points.append(contentsOf: path.points)
        affine.apply(to: &contours.points, from: first)
        endPolygons(path.verbs, first: first, closing: closing, in: &contours)
      }
      return
    }
    guard let view = PerspectiveProjection(transform, of: path.points, enlarges: hasCurves) else { return }
    flat.removeAll()
    if !hasCurves {
      flat.points.append(contentsOf: path.points)
      endPolygons(path.verbs, first: 0, closing: closing, in: &flat)
      perspectiveClipping.project(flat, by: view, closing: closing, into: &contours)
      return
    }
    mapped.removeAll(keepingCapacity: true)
    mapped.append(contentsOf: path.points)
    view.enlarge(&mapped)
    appendCurves(path.verbs, mapped, tolerance: view.tolerance, closing: closing, to: &flat, observer: &observer)
    perspectiveClipping.project(flat, by: view, closing: closing, into: &contours)
  }
}

/// Marks the ends of the contours of a path without curves, whose points were added from index `first` on.
///
/// - Parameter closing: Whether the contours are to be filled.
func endPolygons(_ verbs: [Path.Verb], first: Int, closing: Bool, in contours: inout Contours) {
  var (begin, from) = (first, first)
  // A subpath of one point without a line draws nothing, nor does a filled one of two. The points after them
  // move up.
  forEachPolygon(verbs.span) { corners, isClosed in
    if corners >= (closing ? 3 : isClosed ? 1 : 2) {
      if from > begin {
        for index in 0..<corners { contours.points[begin + index] = contours.points[from + index] }
      }
      begin += corners
      contours.ends.append(begin)
      contours.isClosed.append(closing || isClosed)
    }
    from += corners
  }
  contours.points.removeLast(from - begin)
}

/// Calls `body` with the number of corners of every nonempty subpath of a path without curves.
@inline(__always)
func forEachPolygon(_ verbs: Span<Path.Verb>, _ body: (_ corners: Int, _ isClosed: Bool) -> Void) {
  verbs.withUnsafeBytes { bytes in
    var corners = 0
    func end(isClosed: Bool) {
      if corners > 0 { body(corners, isClosed) }
      corners = 0
    }
    var index = 0
    while index < bytes.count {
      // Long outlines: eight lines at a time.
      while index + 8 <= bytes.count
        && bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) == 0x0101_0101_0101_0101
      {
        corners += 8
        index += 8
      }
      if index == bytes.count { break }
      switch Path.Verb(rawValue: bytes[index]) {
      case .move:
        end(isClosed: false)
        corners = 1
      case .line:
        corners += 1
      case .close:
        end(isClosed: true)
      case .quadratic, .cubic, nil:
        break
      }
      index += 1
    }
    end(isClosed: false)
  }
}

extension Path {
  /// Whether the path has any curve.
  var hasCurves: Bool { verbs.span.hasCurves }
}

extension Span<Path.Verb> {
  /// Whether there is any curve among the steps of a path.
  var hasCurves: Bool {
    withUnsafeBytes { bytes in
      var all: UInt8 = 0
      for byte in bytes { all |= byte }
      return all & 2 != 0  // of the five verbs only the two curves have this bit
    }
  }
}
