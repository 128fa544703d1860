/// Turns a path into lines as they are seen on the screen.
///
/// A curve's chords stay within 1/32 px of it, those of a large one within 3/64 px, as much of them outside as inside. Polygons that are
/// only moved or not changed at all are copied; without perspective, control points are moved to the screen first and the curves followed
/// there; with it, curves are followed in the path's own space, finely enough for the place where it is seen largest, and what lies behind
/// the eye is cut off.
///
/// Keeps its working memory from call to call.
package struct Flattening {
  /// The greatest distance of a chord from its curve, in 1/65536 px: 1/32 px where five chords are enough for it, otherwise half as much again.
  ///
  /// With it, circles of .6 to 14 px cover their edges' pixels to 2.0 of 255 in the mean, 9.4 at the worst, with about as much too
  /// light as too dark. Of the libraries measured beside it, cairo is the nearest, with 6.4 and 31.
  package static var tolerance: Int64 { 2048 }

  private var mapped: [Point] = []
  private var flat = Contours()
  private var perspectiveClipping = PerspectiveClipping()

  package init() {}

  /// Adds the outlines of `path` to `contours`.
  ///
  /// - Parameters:
  ///   - transform: from the path's space to the screen's points.
  ///   - closing: whether each subpath is to be filled; then it counts as closed, and one with fewer than three corners is left out.
  package mutating func flatten(_ path: Path, transform: Homography, closing: Bool, into contours: inout Contours) {
    if path.isEmpty { return }
    let hasCurves = path.hasCurves
    if transform.isAffine {
      let affine = AffineTransform(normalizing: transform)
      if hasCurves {
        var noFlags: [Bool] = []
        if !affine.isIdentity {
          mapped.removeAll(keepingCapacity: true)
          mapped.append(contentsOf: path.points)
          affine.apply(to: &mapped, from: 0)
        }
        appendCurves(
          path.verbs, affine.isIdentity ? path.points : mapped, tolerance: Flattening.tolerance, closing: closing, to: &contours,
          flags: &noFlags, flagging: false)
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
    var noFlags: [Bool] = []
    appendCurves(
      path.verbs, mapped, tolerance: view.tolerance, closing: closing, to: &flat, flags: &noFlags, flagging: false)
    perspectiveClipping.project(flat, by: view, closing: closing, into: &contours)
  }
}

/// Marks where the contours of a path without curves end, whose points are there already from index `first` on.
func endPolygons(_ verbs: [Path.Verb], first: Int, closing: Bool, in contours: inout Contours) {
  var (begin, from) = (first, first)
  // A subpath of one point without a line draws nothing; a filled one with two draws nothing either. What follows those moves up.
  forEachPolygon(verbs) { corners, isClosed in
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

/// Calls `body` with the number of corners of every subpath that has some, and whether it is closed; there are no curves.
@inline(__always)
func forEachPolygon(_ verbs: [Path.Verb], _ body: (_ corners: Int, _ isClosed: Bool) -> Void) {
  verbs.withUnsafeBytes { bytes in
    var corners = 0
    func end(isClosed: Bool) {
      if corners > 0 { body(corners, isClosed) }
      corners = 0
    }
    var index = 0
    while index < bytes.count {
      // Long outlines are eight lines at a time.
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
  /// Whether there is anything but straight lines.
  var hasCurves: Bool {
    verbs.withUnsafeBytes { bytes in
      var all: UInt8 = 0
      for byte in bytes { all |= byte }
      return all & 2 != 0  // of the five verbs only the two curves have this bit
    }
  }
}
