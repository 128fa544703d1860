extension DisplayList {
  /// Strokes a line with a color that changes along the line, like MapLibre's `line-gradient`.
  ///
  /// The line's segments are filled one after the other inside the stroke, each a little beyond its end. So
  /// joins show neither gaps nor seams, and a translucent gradient is not darker there. Where the line
  /// crosses itself, the later part is above the earlier one.
  ///
  /// - Parameters:
  ///   - line: The corners of the line, in the size in which it is drawn: about a pixel a unit.
  ///   - style: The style of the stroke.
  ///   - stops: The colors with their locations, in any order. Before the first and after the last stop, the
  ///     line has their colors.
  ///   - locations: The location of each corner in the gradient. Corners without a location have the last
  ///     one. So a piece of a longer line shows its own part of the gradient.
  ///   - transform: The map from the line's space to the screen's points.
  public mutating func stroke(
    _ line: [Point], style: StrokeStyle, gradient stops: [GradientStop], locations: [Scalar], transform: Homography = .identity,
    opacity: UInt8 = 255, blend: BlendMode = .normal
  ) {
    let ramp = LineGradient(stops)
    guard !ramp.stops.isEmpty else { return }
    stroke(line, style: style, transform: transform, opacity: opacity, blend: blend) { index, start, end in
      let from = index < locations.count ? locations[index] : locations.last ?? 0
      let to = index + 1 < locations.count ? locations[index + 1] : locations.last ?? 0
      return ramp.paint(from: from, at: start, to: to, at: end)
    }
  }

  /// Strokes a line with copies of an image along the line, like MapLibre's `line-pattern`.
  ///
  /// The image is scaled so that its height is the line's width. Its top edge is on the right side of the
  /// line, with y pointing down. Joins are drawn as by
  /// ``stroke(_:style:gradient:locations:transform:opacity:blend:)``.
  ///
  /// - Parameters:
  ///   - line: The corners of the line, in the size in which it is drawn: about a pixel a unit.
  ///   - style: The style of the stroke.
  ///   - image: The image that is repeated along the line. If it has mip levels, they are used.
  ///   - start: The length of the line before its first corner, which shifts the images along the line.
  ///   - stretch: The factor by which the images are longer, along the line, than their height asks for.
  ///   - transform: The map from the line's space to the screen's points.
  public mutating func stroke(
    _ line: [Point], style: StrokeStyle, pattern image: Image, start: Scalar = 0, stretch: Scalar = 1,
    transform: Homography = .identity, opacity: UInt8 = 255, blend: BlendMode = .normal
  ) {
    if image.isEmpty { return }
    typealias Element = AffineTransform.Element
    let scale = Element(rounding: style.width) / image.size.height
    let along = scale * Element(rounding: stretch)
    let period = Element(image.size.width)
    if scale.rawValue <= 0 || along.rawValue <= 0 { return }
    var traveled = Element(rounding: start)
    stroke(line, style: style, transform: transform, opacity: opacity, blend: blend) { index, start, end in
      let length = Scalar.hypotenuse(end.x - start.x, end.y - start.y)
      let x = Element(rounding: end.x - start.x) / Element(rounding: length)
      let y = Element(rounding: end.y - start.y) / Element(rounding: length)
      // Only the position within an image matters, and small numbers are more exact.
      let pixels = traveled / along
      let phase = pixels - Element((pixels / period).floor) * period
      traveled += Element(rounding: length)
      let placement = AffineTransform(
        a: x * along, b: y * along, c: y * scale, d: -x * scale, tx: Element(rounding: start.x), ty: Element(rounding: start.y)
      )
      .translated(x: -phase, y: -Element(image.size.height) / 2)
      return .image(
        ImagePattern(
          image, transform: placement, horizontalTiling: .repeat, verticalTiling: .clamp,
          filter: image.hasMipmaps ? .trilinear : .bilinear))
    }
  }

  /// Fills the stroke of a line with one paint for each segment.
  ///
  /// - Parameter paint: Returns the paint of a segment from the segment's index, start and end. It is called
  ///   for each segment with a length, in order.
  private mutating func stroke(
    _ line: [Point], style: StrokeStyle, transform: Homography, opacity: UInt8, blend: BlendMode,
    _ paint: (_ index: Int, _ start: Point, _ end: Point) -> Paint
  ) {
    guard line.count > 1, style.width > 0 else { return }
    var path = Path()
    path.reserveCapacity(verbs: line.count, points: line.count)
    for (index, point) in line.enumerated() {
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    masked(opacity: opacity, blend: blend) {
      $0.stroke(path, style: style, with: .color(.black), transform: transform)
    } _: { list in
      // A pixel more than half the width, so that the stroke alone decides on the edges.
      let side = style.width / 2 + 1
      let corner = style.join == .miter ? side * style.miterLimit.clamped(from: 1, to: 16) : side
      var isFirst = true
      for index in 1..<line.count {
        let (start, end) = (line[index - 1], line[index])
        let length = Scalar.hypotenuse(end.x - start.x, end.y - start.y)
        if length <= 0 { continue }
        let (x, y) = ((end.x - start.x) / length, (end.y - start.y) / length)
        var ahead = corner
        if index + 1 < line.count {
          // A gentle turn needs no more than its outer wedge.
          let next = line[index + 1]
          let span = Scalar.hypotenuse(next.x - end.x, next.y - end.y)
          let (nextX, nextY) = ((next.x - end.x) / span, (next.y - end.y) / span)
          if x * nextX + y * nextY > 0 { ahead = side * (x * nextY - y * nextX).magnitude + 1 }
        }
        let behind = isFirst ? side : 0
        isFirst = false
        func point(_ origin: Point, _ along: Scalar, _ across: Scalar) -> Point {
          Point(x: origin.x + x * along - y * across, y: origin.y + y * along + x * across)
        }
        var quad = Path()
        quad.reserveCapacity(verbs: 5, points: 4)
        quad.move(to: point(start, -behind, -side))
        quad.addLine(to: point(end, ahead, -side))
        quad.addLine(to: point(end, ahead, side))
        quad.addLine(to: point(start, -behind, side))
        quad.closeSubpath()
        // A copy replaces what the segment before has drawn beyond its end, even if the paint is translucent.
        list.fill(quad, with: paint(index - 1, start, end), transform: transform, blend: .copy)
      }
    }
  }
}

/// The colors of a gradient, sorted by location, from which parts are taken.
private struct LineGradient {
  let stops: [GradientStop]

  init(_ stops: [GradientStop]) {
    self.stops = GradientStops.sorted(stops)
  }

  /// Returns the paint between two points at two locations.
  ///
  /// The gradient gets only the stops between them, so that its color table is as fine as it can be.
  func paint(from: Scalar, at start: Point, to: Scalar, at end: Point) -> Paint {
    let (first, last) = (color(at: from), color(at: to))
    let (low, high) = (min(from, to), max(from, to))
    let between = stops.filter { $0.location > low && $0.location < high }
    if between.allSatisfy({ $0.color == first }) && first == last { return .color(first) }
    let span = to - from
    var parts = [GradientStop(location: 0, color: first), GradientStop(location: 1, color: last)]
    for stop in between {
      parts.insert(GradientStop(location: (stop.location - from) / span, color: stop.color), at: parts.count - 1)
    }
    if from > to { parts[1..<parts.count - 1].reverse() }
    return .linearGradient(LinearGradient(stops: parts, start: start, end: end))
  }

  /// Returns the color at a location, interpolated between premultiplied colors.
  private func color(at location: Scalar) -> Color {
    guard let after = stops.firstIndex(where: { $0.location > location }) else { return stops[stops.count - 1].color }
    if after == 0 { return stops[0].color }
    let (a, b) = (stops[after - 1], stops[after])
    let part = (location - a.location) / (b.location - a.location)  // 0 ..< 1
    func mixed(_ x: Int, _ y: Int) -> Scalar { x * (1 - part) + y * part }
    let alpha = mixed(Int(a.color.alpha), Int(b.color.alpha))
    func component(_ x: UInt8, _ y: UInt8) -> UInt8 {
      let product = mixed(Int(x) * Int(a.color.alpha), Int(y) * Int(b.color.alpha))
      return UInt8(clamping: alpha > 0 ? (product / alpha).rounded : 0)
    }
    return Color(
      red: component(a.color.red, b.color.red), green: component(a.color.green, b.color.green),
      blue: component(a.color.blue, b.color.blue), alpha: UInt8(clamping: alpha.rounded))
  }
}
