package import CartoucheRaster

// What makes a pan a translation by whole points, to the bit: all that is drawn counts from the map's corner, which lies on a whole point, and
// what is cut is cut where every camera near this one cuts it.
extension MapTransform {
  /// The same on the grid of its zoom and bearing: moved by half a point at most, so that the map's north-west corner is at a whole point of the view.
  package var gridAligned: MapTransform {
    let corner = MapPoint(x: 0, y: 0)
    let exact = point(at: corner)  // < 2^51: 2^33 points each way, turned
    func whole(_ value: Scalar) -> Int64 { (value.rawValue &+ 32768) & ~0xffff }
    return MapTransform(self, origin: corner, at: SIMD2(whole(exact.x), whole(exact.y)))
  }

  /// Whether it is such a one; no camera that is held to the map has its centre in the map's corner.
  var isGridAligned: Bool { origin == MapPoint(x: 0, y: 0) }

  /// Where ``origin`` is in the view, in points: whole ones, on the grid. Where an `Int` has 32 bits it may wrap round, and what lies between two is right still.
  var integralOrigin: PixelPoint {
    PixelPoint(x: Int(truncatingIfNeeded: middle.x >> 16), y: Int(truncatingIfNeeded: middle.y >> 16))
  }

  /// Whether the world is so wide that of each place near the view one copy is, wherever that is panned by a little.
  var showsOneCopy: Bool { units(for: bounds.width + bounds.height + 512) < MapPoint.worldSize / 2 }

  /// Whether what `other` shows is what this one shows, carried by whole points.
  func isTranslation(of other: MapTransform) -> Bool {
    isGridAligned && other.isGridAligned && a == other.a && b == other.b && fractionBits == other.fractionBits
      && bounds == other.bounds
      && camera.zoom == other.camera.zoom && originRelativeClipExtent == other.originRelativeClipExtent
  }

  /// ``clipExtent``, counted from ``origin``.
  private var originRelativeClipExtent: Rect {
    let (clipExtent, origin) = (clipExtent, Point(x: Scalar(rawValue: middle.x), y: Scalar(rawValue: middle.y)))
    return Rect(origin: clipExtent.origin - origin, size: clipExtent.size)
  }

  /// Whether what is seen of the map's lines to the east and south stands upright: what is cut there is cut exactly.
  var isUpright: Bool { a == 0 || b == 0 }

  /// Where what goes on beyond the view is cut: 512 points or more beyond it, at multiples of 2048 points from ``origin``.
  ///
  /// A cut is rounded to 1/65536 of a point and turns an edge by a hair, so it must not follow the view: what two cameras on one grid draw is the same
  /// to the bit, where both see it, as long as their grounds are the same part of the map.
  package var clipExtent: Rect {
    let step: Int64 = 2048 << 16
    let margin: Int64 = 512 << 16
    /// Down to a multiple; two's complement floors.
    func held(_ value: Int64) -> Int64 { value & ~(step - 1) }
    func low(_ value: Scalar, _ zero: Int64) -> Scalar { Scalar(rawValue: held(value.rawValue &- margin &- zero) &+ zero) }
    func high(_ value: Scalar, _ zero: Int64) -> Scalar {
      Scalar(rawValue: held(value.rawValue &+ margin &- zero &+ step - 1) &+ zero)
    }
    let (left, top) = (low(bounds.minX, middle.x), low(bounds.minY, middle.y))
    return Rect(
      origin: Point(x: left, y: top),
      size: Size(width: high(bounds.maxX, middle.x) - left, height: high(bounds.maxY, middle.y) - top))
  }

  /// The smallest upright box of the plane that holds all that is seen in `rect` of the view, and a unit more.
  func mapBounds(of rect: Rect) -> MapBounds {
    var box = MapBounds.null
    for corner in rect.corners { box.add(mapPoint(at: corner)) }
    return box.expanded(by: 1)
  }
}

extension Rect {
  /// Clockwise from the upper left.
  var corners: [Point] {
    [origin, Point(x: maxX, y: minY), Point(x: maxX, y: maxY), Point(x: minX, y: maxY)]
  }

  /// In 1/65536 points.
  var clipBounds: ClipBounds {
    ClipBounds(low: SIMD2(minX.rawValue, minY.rawValue), high: SIMD2(maxX.rawValue, maxY.rawValue))
  }
}
