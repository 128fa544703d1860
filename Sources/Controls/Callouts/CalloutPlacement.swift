import CartoucheRaster

/// Where a bubble stands that points at something: its rectangle, and where its arrow points.
struct CalloutPlacement: Hashable {
  enum Side: Hashable {
    /// The bubble is above what it points at, the arrow at its bottom.
    case above
    case below
  }

  var frame: Rect
  var side: Side
  /// The arrow's tip, from the frame's left edge.
  var tip: Scalar

  /// How far the arrow sticks out of the bubble, and half as wide as it is at its root.
  static var arrowHeight: Scalar { 11 }
  static var arrowHalfWidth: Scalar { 13 }
  /// What is kept free along the area's edges where there is room.
  static var margin: Scalar { 8 }

  /// The part of `area` that bubbles keep to.
  static func room(in area: Rect) -> Rect {
    let (width, height) = (max(area.width, 0), max(area.height, 0))
    let (dx, dy) = (min(margin, width / 8), min(margin, height / 8))
    return Rect(x: area.minX + dx, y: area.minY + dy, width: width - dx * 2, height: height - dy * 2)
  }

  /// The place of a bubble of `size` in `room`: above `anchor` if it fits there, else below it, else where there is more room; moved sideways until it fits.
  ///
  /// What is larger than the room is made smaller. The arrow stays clear of corners of `radius`.
  init(size: Size, pointingAt anchor: Rect, room: Rect, radius: Scalar) {
    let width = size.width.clamped(from: 0, to: room.width)
    let height = size.height.clamped(from: 0, to: room.height)
    let (above, below) = (anchor.minY - Self.arrowHeight - height, anchor.maxY + Self.arrowHeight)
    let fitsAbove = above >= room.minY && above + height <= room.maxY
    let fitsBelow = below + height <= room.maxY && below >= room.minY
    side = fitsAbove || (!fitsBelow && anchor.minY - room.minY >= room.maxY - anchor.maxY) ? .above : .below
    // Where the limits cross, the lower one wins.
    func fitted(_ value: Scalar, from low: Scalar, to high: Scalar) -> Scalar { value.clamped(from: low, to: max(low, high)) }
    // On whole points, so that the edges are crisp.
    let y = fitted(Self.whole(side == .above ? above : below), from: room.minY, to: room.maxY - height)
    let x = fitted(Self.whole(anchor.center.x - width / 2), from: room.minX, to: room.maxX - width)
    frame = Rect(x: x, y: y, width: width, height: height)
    let clear = min(radius + Self.arrowHalfWidth, width / 2)
    tip = fitted(anchor.center.x - x, from: clear, to: width - clear)
  }

  private static func whole(_ value: Scalar) -> Scalar { Scalar(value.rounded) }

  /// The arrow's tip in the bubble's own space.
  var tipPoint: Point {
    Point(x: tip, y: side == .above ? frame.height + Self.arrowHeight : -Self.arrowHeight)
  }

  /// The bubble with its arrow, in its own space.
  func outline(radius: Scalar) -> Path {
    let (width, height) = (frame.width, frame.height)
    guard width > 0, height > 0 else { return Path() }
    let cornerRadius = min(radius, width / 2, height / 2)
    var path = Path()
    path.move(to: Point(x: cornerRadius, y: 0))
    if side == .below { addArrow(to: &path, base: 0, direction: 1) }
    path.addArc(
      center: Point(x: width - cornerRadius, y: cornerRadius), radius: cornerRadius, startAngle: .degrees(270),
      endAngle: .degrees(360), direction: .clockwise)
    path.addArc(
      center: Point(x: width - cornerRadius, y: height - cornerRadius), radius: cornerRadius, startAngle: .degrees(0),
      endAngle: .degrees(90), direction: .clockwise)
    if side == .above { addArrow(to: &path, base: height, direction: -1) }
    path.addArc(
      center: Point(x: cornerRadius, y: height - cornerRadius), radius: cornerRadius, startAngle: .degrees(90),
      endAngle: .degrees(180), direction: .clockwise)
    path.addArc(
      center: Point(x: cornerRadius, y: cornerRadius), radius: cornerRadius, startAngle: .degrees(180), endAngle: .degrees(270),
      direction: .clockwise)
    path.closeSubpath()
    return path
  }

  /// An arrow out of the edge at `root`, its sides flowing into that and its tip a little round; `way` is 1 to the right along an edge at the top, −1 to the left
  /// along one at the bottom.
  private func addArrow(to path: inout Path, base: Scalar, direction: Int) {
    let halfWidth = min(Self.arrowHalfWidth, tip, frame.width - tip)
    guard halfWidth > 4 else { return }
    // Outwards from the edge; −1 at the top.
    let outward = -direction
    func point(_ along: Scalar, _ height: Scalar) -> Point { Point(x: tip + along * direction, y: base + height * outward) }
    let (tipHalfWidth, tipHeight) = (Scalar(2), Self.arrowHeight)
    path.addLine(to: point(-halfWidth, 0))
    path.addCurve(
      to: point(-tipHalfWidth, tipHeight - Scalar(1.25)), control1: point(-halfWidth / 2, 0),
      control2: point(-tipHalfWidth - 2, tipHeight - Scalar(3.25)))
    path.addCurve(
      to: point(tipHalfWidth, tipHeight - Scalar(1.25)), control1: point(-Scalar(0.75), tipHeight),
      control2: point(Scalar(0.75), tipHeight))
    path.addCurve(
      to: point(halfWidth, 0), control1: point(tipHalfWidth + 2, tipHeight - Scalar(3.25)), control2: point(halfWidth / 2, 0))
  }
}
