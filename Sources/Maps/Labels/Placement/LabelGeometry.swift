import CartoucheRaster

/// The position of labels in a view.
struct LabelGeometry {
  let transform: MapTransform
  /// The sine and cosine of the angle by which the map is turned, clockwise.
  let mapSine: Double
  let mapCosine: Double

  init(_ transform: MapTransform) {
    self.transform = transform
    let (sine, cosine) = transform.camera.bearing.sineAndCosine
    // The map turns against its bearing.
    mapSine = -Double(sine.rawValue) / 4_294_967_296
    mapCosine = Double(cosine.rawValue) / 4_294_967_296
  }

  func point(_ mapPoint: MapPoint) -> SIMD2<Double> {
    let point = transform.point(at: mapPoint)
    return SIMD2(Double(point.x), Double(point.y))
  }

  /// Returns the direction of a label's line at its anchor, as a vector of length 1.
  func direction(of label: PlacedLabel) -> SIMD2<Double> {
    guard let line = label.line, line.points.indices.contains(label.segment + 1) else { return SIMD2(1, 0) }
    let delta = point(line.points[label.segment + 1].moved(label.shift)) - point(line.points[label.segment].moved(label.shift))
    let length = delta.length
    return length > 0 ? delta / length : SIMD2(mapCosine, mapSine)
  }

  /// Returns the cosine and sine by which an upright text or icon is turned.
  func direction(
    of label: PlacedLabel, rotation: Double, alignment: LabelRules.Alignment, keepsUpright: Bool
  ) -> SIMD2<Double> {
    var base = SIMD2(1.0, 0.0)
    if alignment == .map {
      base = label.line == nil ? SIMD2(mapCosine, mapSine) : direction(of: label)
      if keepsUpright, label.line != nil, base.x < 0 { base = -base }
    }
    guard rotation != 0 else { return base }
    let radians = rotation / 180 * ElementaryFunctions.pi
    return base.turned(sine: ElementaryFunctions.sine(radians), cosine: ElementaryFunctions.cosine(radians))
  }

  /// Returns the part of a label's line that is at most `reach` away from the anchor in each direction, as
  /// distances from the anchor; nil if the line is shorter.
  ///
  /// - Parameters:
  ///   - anchor: Where the label's anchor is in the space of the course. That may be another space than the
  ///     view's, moved by some distance.
  ///   - memory: A line whose memory is used, if there is a course.
  func course(
    of label: PlacedLabel, at anchor: SIMD2<Double>, back: Double, ahead: Double, reusing memory: inout PixelLine
  ) -> LabelCourse? {
    guard let line = label.line, line.points.indices.contains(label.segment + 1) else { return nil }
    // Positions in the view are multiples of 1/65536 points, so their differences are exact.
    let origin = point(label.anchor) - anchor
    func place(_ index: Int) -> SIMD2<Double> { point(line.points[index].moved(label.shift)) - origin }
    var (distance, last, index) = (0.0, anchor, label.segment)
    while index >= 0, distance < back {
      let next = place(index)
      distance += (next - last).length
      last = next
      index -= 1
    }
    // Rounding must not refuse a label that fits to the pixel.
    guard distance + 0.5 >= back else { return nil }
    let (first, before) = (index + 1, distance)
    (distance, last, index) = (0, anchor, label.segment + 1)
    while index < line.points.count, distance < ahead {
      let next = place(index)
      distance += (next - last).length
      last = next
      index += 1
    }
    guard distance + 0.5 >= ahead else { return nil }
    // The points are computed twice, because growing arrays takes longer.
    var course = PixelLine(capacity: 0)
    swap(&course, &memory)
    course.removeAll(reserving: index - first + 1)
    for index in first..<index {
      if index == label.segment + 1 { course.append(anchor) }
      course.append(place(index))
    }
    if index == label.segment + 1 { course.append(anchor) }
    return LabelCourse(course, anchor: before)
  }
}

/// The part of a line along which a text runs.
struct LabelCourse {
  let line: PixelLine
  /// The distance of the label's anchor from the line's start.
  let anchor: Double

  init(_ line: PixelLine, anchor: Double) {
    (self.line, self.anchor) = (line, anchor)
  }

  /// Returns the point at a distance from the anchor. Beyond the line's ends, it continues straight.
  func point(at distance: Double) -> SIMD2<Double> {
    let target = anchor + distance
    let points = line.points
    guard points.count > 1 else { return points.first ?? .zero }
    if target < 0 { return points[0] + Self.unit(points[0] - points[1]) * -target }
    if target > line.length {
      return points[points.count - 1] + Self.unit(points[points.count - 1] - points[points.count - 2]) * (target - line.length)
    }
    return line.point(at: target).point
  }

  static func unit(_ vector: SIMD2<Double>) -> SIMD2<Double> {
    let length = vector.length
    return length > 0 ? vector / length : SIMD2(1, 0)
  }

  /// Whether a text that runs along the line reads from right to left, so that it is turned.
  ///
  /// - Parameters:
  ///   - wasFlipped: Whether the text was turned in the frame before. Then it is turned back only 10° past
  ///     the vertical, so that it does not flutter. If it is nil, it is turned exactly at the vertical.
  ///   - isVertical: Whether the text is written from top to bottom.
  func isUpsideDown(from start: Double, to end: Double, isVertical: Bool, wasFlipped: Bool?) -> Bool {
    let delta = point(at: end) - point(at: start)
    if isVertical { return delta.y < 0 }
    let limit = delta.length * 0.17364817766693033  // sin 10°
    guard let wasFlipped else { return delta.x < 0 || (delta.x == 0 && delta.y < 0) }
    return wasFlipped ? delta.x < limit : delta.x < -limit
  }
}

extension MapPoint {
  func moved(_ dx: Int64) -> MapPoint { MapPoint(x: x &+ dx, y: y) }
}
