extension MapRect {
  // MARK: Edges

  /// The null rectangle, which has no points. It is the union of no rectangles.
  public static let null = MapRect(origin: MapPoint(x: 0, y: 0), width: -1, height: -1)

  /// Whether the rectangle is null. A rectangle is null if its width or its height is negative.
  ///
  /// A null rectangle is also empty. A rectangle whose width or height is 0 is empty, but not null.
  public var isNull: Bool { width < 0 || height < 0 }

  /// The x coordinate of the west edge.
  public var minX: Int64 { origin.x }
  /// The x coordinate of the east edge.
  public var maxX: Int64 { origin.x.addingSaturated(width) }
  /// The y coordinate of the north edge.
  public var minY: Int64 { origin.y }
  /// The y coordinate of the south edge.
  public var maxY: Int64 { origin.y.addingSaturated(height) }

  /// Whether a part of the rectangle is beyond the 180th meridian, in the next copy of the world to the east
  /// or west.
  public var spans180thMeridian: Bool { !isEmpty && (minX < 0 || maxX > MapPoint.worldSize) }

  /// The part of the rectangle beyond the 180th meridian, moved by the world's width to the other side of the
  /// world. If there is none, the result is ``null``.
  public var remainder: MapRect {
    guard spans180thMeridian else { return .null }
    let world = MapPoint.worldSize
    if minX < 0 {
      let end = min(maxX, 0)
      return MapRect(
        origin: MapPoint(x: minX.addingSaturated(world), y: minY), width: end.subtractingSaturated(minX), height: height)
    }
    let start = max(minX, world)
    return MapRect(origin: MapPoint(x: start - world, y: minY), width: maxX.subtractingSaturated(start), height: height)
  }

  // MARK: Combining

  /// Returns the smallest rectangle that contains both rectangles.
  ///
  /// Of the copies of `other` around the world, the result contains the one that makes the result narrowest.
  /// The union of a place in Alaska and one in Kamchatka therefore crosses the 180th meridian. The x
  /// coordinates of this rectangle stay as they are.
  ///
  /// A null rectangle adds nothing. A rectangle whose width or height is 0 adds its points.
  public func union(_ other: MapRect) -> MapRect {
    if other.isNull { return self }
    if isNull { return other }
    let x = minX.addingSaturated(unionOffset(of: other))
    let (left, top) = (min(minX, x), min(minY, other.minY))
    let right = max(maxX, x.addingSaturated(other.width))
    return MapRect(
      origin: MapPoint(x: left, y: top), width: right.subtractingSaturated(left),
      height: max(maxY, other.maxY).subtractingSaturated(top))
  }

  /// Returns the rectangle of the points that both rectangles contain.
  ///
  /// The result is in this rectangle's copy of the world. If several copies of `other` intersect this
  /// rectangle, the result is the widest of the intersections. If none does, the result is ``null``.
  public func intersection(_ other: MapRect) -> MapRect {
    guard !isEmpty, !other.isEmpty else { return .null }
    let (top, bottom) = (max(minY, other.minY), min(maxY, other.maxY))
    guard top < bottom else { return .null }
    let east = eastwardOffset(of: other)
    let west = east - MapPoint.worldSize
    // In units from the west edge of this rectangle.
    let ranges = [east, west].map { (from: max($0, 0), to: min(width, $0.addingSaturated(other.width))) }
    let widest = ranges[0].to - ranges[0].from >= ranges[1].to - ranges[1].from ? ranges[0] : ranges[1]
    guard widest.from < widest.to else { return .null }
    return MapRect(
      origin: MapPoint(x: minX.addingSaturated(widest.from), y: top), width: widest.to - widest.from,
      height: bottom.subtractingSaturated(top))
  }

  /// Returns whether the rectangle contains every point of `other`, in any copy of the world.
  ///
  /// An empty rectangle neither contains a rectangle nor is contained in one.
  public func contains(_ other: MapRect) -> Bool {
    guard !isEmpty, !other.isEmpty, minY <= other.minY, other.maxY <= maxY else { return false }
    return width >= MapPoint.worldSize || eastwardOffset(of: other).addingSaturated(other.width) <= width
  }

  /// Returns the rectangle with its west and east edges moved inward by `dx`, and its north and south edges
  /// moved inward by `dy`, in units of ``MapPoint``.
  ///
  /// Negative numbers move the edges outward. If the edges would pass each other, the result is ``null``.
  public func insetBy(dx: Int64, dy: Int64) -> MapRect {
    guard !isNull else { return .null }
    let inset = MapRect(
      origin: MapPoint(x: minX.addingSaturated(dx), y: minY.addingSaturated(dy)),
      width: width.subtractingSaturated(dx).subtractingSaturated(dx),
      height: height.subtractingSaturated(dy).subtractingSaturated(dy))
    return inset.isNull ? .null : inset
  }

  /// Returns the rectangle, moved by `dx` to the east and by `dy` to the south, in units of ``MapPoint``.
  public func offsetBy(dx: Int64, dy: Int64) -> MapRect {
    isNull
      ? .null
      : MapRect(origin: MapPoint(x: minX.addingSaturated(dx), y: minY.addingSaturated(dy)), width: width, height: height)
  }

  /// The offset from this rectangle's west edge to that of the next copy of `other` to the east, in
  /// 0 ..< `worldSize`.
  private func eastwardOffset(of other: MapRect) -> Int64 { (other.minX &- minX) & (MapPoint.worldSize - 1) }

  /// The offset from this rectangle's west edge to that of the copy of `other` in their union.
  private func unionOffset(of other: MapRect) -> Int64 {
    let east = eastwardOffset(of: other)
    let west = east - MapPoint.worldSize
    let eastwardWidth = max(width, east.addingSaturated(other.width))
    let westwardWidth = max(width, west.addingSaturated(other.width)).addingSaturated(-west)
    return eastwardWidth <= westwardWidth ? east : west
  }

  /// The offset by which `other` moves to its copy in the union with this rectangle, a multiple of the
  /// world's width.
  func unionShift(of other: MapRect) -> Int64 {
    isNull || other.isNull ? 0 : minX.addingSaturated(unionOffset(of: other)).subtractingSaturated(other.minX)
  }
}

extension Int64 {
  /// Returns the sum, clamped to the range of the type.
  func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// Returns the difference, clamped to the range of the type.
  func subtractingSaturated(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other > 0 ? .min : .max) : difference
  }
}
