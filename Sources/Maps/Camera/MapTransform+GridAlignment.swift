package import CartoucheRaster

// Grid alignment makes a pan a translation by whole points, to the bit. All positions count from the map's
// corner, which is at a whole point, and geometry is clipped where every camera near this one clips it.
extension MapTransform {
  /// The transform, moved by at most half a point to align with the grid of its zoom and bearing.
  ///
  /// The map's northwest corner is at a whole point of the view in an aligned transform.
  package var gridAligned: MapTransform {
    let corner = MapPoint(x: 0, y: 0)
    let position = point(at: corner)  // < 2^51: 2^33 points each way, turned
    func whole(_ value: Scalar) -> Int64 { (value.rawValue &+ 32768) & ~0xffff }
    return MapTransform(self, origin: corner, at: SIMD2(whole(position.x), whole(position.y)))
  }

  /// Whether the transform is aligned with its grid.
  ///
  /// The map's northwest corner is the origin of aligned transforms only. No camera that is clamped to the
  /// map has its center at this corner.
  var isGridAligned: Bool { origin == MapPoint(x: 0, y: 0) }

  /// The position of ``origin`` in the view, in whole points, which is exact if the transform is
  /// grid-aligned.
  ///
  /// Where an `Int` has 32 bits, the position may wrap around. The difference between two positions is
  /// correct even then.
  var integralOrigin: PixelPoint {
    PixelPoint(x: Int(truncatingIfNeeded: middle.x >> 16), y: Int(truncatingIfNeeded: middle.y >> 16))
  }

  /// Whether every map point is visible at most once near the view, even after a small pan.
  ///
  /// The world is then so wide that the view does not show two copies of a point.
  var showsOneCopy: Bool { units(for: bounds.width + bounds.height + 512) < MapPoint.worldSize / 2 }

  /// Returns whether `other` shows the same drawing as this transform, moved by whole points.
  func isTranslation(of other: MapTransform) -> Bool {
    isGridAligned && other.isGridAligned && a == other.a && b == other.b && fractionBits == other.fractionBits
      && bounds == other.bounds
      && camera.zoom == other.camera.zoom
  }

  /// Returns whether `other` shows the same map, moved by whole points, whatever part of it is in view.
  func isScrolled(_ other: MapTransform) -> Bool {
    isGridAligned && other.isGridAligned && a == other.a && b == other.b && fractionBits == other.fractionBits
  }

  /// Returns whether `other` draws the same pixels: it is equal, or differs by less than a point on the grid.
  func coincides(with other: MapTransform) -> Bool {
    self == other || isScrolled(other) && integralOrigin == other.integralOrigin && bounds == other.bounds
  }

  /// Returns how far the map is moved in this transform's view, from where `other` shows it.
  func offset(from other: MapTransform) -> Point {
    let (a, b) = (integralOrigin, other.integralOrigin)
    return Point(x: Scalar(a.x &- b.x), y: Scalar(a.y &- b.y))
  }

  /// The ``clipExtent`` relative to the position of ``origin`` in the view.
  var originRelativeClipExtent: Rect {
    let (clipExtent, origin) = (clipExtent, Point(x: Scalar(rawValue: middle.x), y: Scalar(rawValue: middle.y)))
    return Rect(origin: clipExtent.origin - origin, size: clipExtent.size)
  }

  /// The same transform with bounds that are larger by a margin on each side.
  func enlarged(by margin: Scalar) -> MapTransform {
    MapTransform(self, bounds: bounds.insetBy(dx: -margin, dy: -margin), overscan: overscan + margin)
  }

  /// The same transform with the bounds of the view itself.
  var withoutOverscan: MapTransform { overscan == 0 ? self : enlarged(by: 0 - overscan) }

  /// The bounds of the view itself, without the ``overscan``.
  var viewBounds: Rect { bounds.insetBy(dx: overscan, dy: overscan) }

  /// Whether the map's meridians and parallels are horizontal or vertical on the view, so that clipping is
  /// exact.
  var isUpright: Bool { a == 0 || b == 0 }

  /// The rectangle of the view to which geometry that extends far beyond the view is clipped.
  ///
  /// On each side, the rectangle extends at least 512 points beyond the view. Its edges are at multiples of
  /// 2048 points from ``origin``.
  ///
  /// Clipping rounds to 1/65536 point, and thereby tilts an edge slightly. The rectangle therefore must not
  /// move with every pan. If two cameras on one grid clip to the same part of the map, they draw identical
  /// bits wherever both views overlap.
  package var clipExtent: Rect {
    let step: Int64 = 2048 << 16
    let margin: Int64 = 512 << 16
    /// Rounds down to a multiple of the step, negative numbers too.
    func aligned(_ value: Int64) -> Int64 { value & ~(step - 1) }
    func low(_ value: Scalar, _ zero: Int64) -> Scalar { Scalar(rawValue: aligned(value.rawValue &- margin &- zero) &+ zero) }
    func high(_ value: Scalar, _ zero: Int64) -> Scalar {
      Scalar(rawValue: aligned(value.rawValue &+ margin &- zero &+ step - 1) &+ zero)
    }
    let view = viewBounds
    let (left, top) = (low(view.minX, middle.x), low(view.minY, middle.y))
    return Rect(
      origin: Point(x: left, y: top),
      size: Size(width: high(view.maxX, middle.x) - left, height: high(view.maxY, middle.y) - top))
  }

  /// Returns the smallest bounds on the map's plane that contain everything visible in `rect`, plus one unit.
  ///
  /// `rect` is a rectangle of the view.
  func mapBounds(of rect: Rect) -> InclusiveMapRect {
    cornerBounds(of: rect).expanded(by: 1)
  }

  /// Returns the smallest bounds on the map's plane that contain the map points at the corners of `rect`.
  ///
  /// `rect` is a rectangle of the view.
  func cornerBounds(of rect: Rect) -> InclusiveMapRect {
    let corners = rect.corners
    var box = InclusiveMapRect.null
    for index in corners.indices { box.add(mapPoint(at: corners[index])) }
    return box
  }
}

extension Rect {
  /// The rectangle as bounds for clipping, in 1/65536 points.
  var clipBounds: ClipBounds {
    ClipBounds(low: SIMD2(minX.rawValue, minY.rawValue), high: SIMD2(maxX.rawValue, maxY.rawValue))
  }
}
