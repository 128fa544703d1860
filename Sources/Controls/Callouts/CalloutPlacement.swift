import CartoucheRaster

/// The frame of a callout's bubble that points at an anchor rectangle, and the position of the bubble's
/// arrow.
struct CalloutPlacement: Hashable {
  /// The side of the anchor on which the bubble is.
  enum Side: Hashable {
    /// The bubble is above the anchor, with the arrow at its bottom edge.
    case above
    case below
  }

  var frame: Rect
  var side: Side
  /// The distance of the arrow's tip from the frame's left edge, in points.
  var tip: Scalar

  /// The height of the arrow outside of the bubble, in points.
  static var arrowHeight: Scalar { 11 }
  /// Half the width of the arrow at the bubble's edge, in points.
  static var arrowHalfWidth: Scalar { 13 }
  /// The free margin inside each edge of the area, in points. In a small area, the margin is an eighth of the
  /// area's side.
  static var margin: Scalar { 8 }

  /// Returns `area` without its margins. Bubbles stay within the returned rectangle.
  static func availableArea(in area: Rect) -> Rect {
    let (width, height) = (max(area.width, 0), max(area.height, 0))
    let (dx, dy) = (min(margin, width / 8), min(margin, height / 8))
    return Rect(x: area.minX + dx, y: area.minY + dy, width: width - dx * 2, height: height - dy * 2)
  }

  /// Places a bubble of `size` in `area` so that its arrow points at `anchor`.
  ///
  /// If the bubble fits above `anchor`, the bubble is placed there. Otherwise, if the bubble fits below, the
  /// bubble is placed below. If the bubble fits on neither side, the bubble is placed on the higher side.
  ///
  /// The bubble is shifted to stay within `area`. If the bubble is larger than `area`, the bubble is made
  /// smaller. The arrow stays clear of the bubble's corners.
  ///
  /// - Parameter radius: The radius of the bubble's corners, in points.
  init(size: Size, pointingAt anchor: Rect, area: Rect, radius: Scalar) {
    let width = size.width.clamped(from: 0, to: area.width)
    let height = size.height.clamped(from: 0, to: area.height)
    let (above, below) = (anchor.minY - Self.arrowHeight - height, anchor.maxY + Self.arrowHeight)
    let fitsAbove = above >= area.minY && above + height <= area.maxY
    let fitsBelow = below + height <= area.maxY && below >= area.minY
    side = fitsAbove || (!fitsBelow && anchor.minY - area.minY >= area.maxY - anchor.maxY) ? .above : .below
    // Where the limits cross, the lower one wins.
    func fitted(_ value: Scalar, from low: Scalar, to high: Scalar) -> Scalar { value.clamped(from: low, to: max(low, high)) }
    // Whole points keep the edges crisp.
    let y = fitted(Self.whole(side == .above ? above : below), from: area.minY, to: area.maxY - height)
    let x = fitted(Self.whole(anchor.center.x - width / 2), from: area.minX, to: area.maxX - width)
    frame = Rect(x: x, y: y, width: width, height: height)
    let clear = min(radius + Self.arrowHalfWidth, width / 2)
    tip = fitted(anchor.center.x - x, from: clear, to: width - clear)
  }

  private static func whole(_ value: Scalar) -> Scalar { Scalar(value.rounded) }

  /// The arrow's tip in the bubble's coordinate space.
  var tipPoint: Point {
    Point(x: tip, y: side == .above ? frame.height + Self.arrowHeight : -Self.arrowHeight)
  }

  /// Returns the outline of the bubble with its arrow, in the bubble's coordinate space.
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

  /// Adds the arrow to the outline, at the horizontal edge with the y coordinate `base`. The arrow has smooth
  /// sides and a slightly rounded tip.
  ///
  /// - Parameter direction: The direction in which the outline runs along the edge: 1 for rightward along the
  ///   top edge, −1 for leftward along the bottom edge.
  private func addArrow(to path: inout Path, base: Scalar, direction: Int) {
    let halfWidth = min(Self.arrowHalfWidth, tip, frame.width - tip)
    guard halfWidth > 4 else { return }
    // The vertical direction away from the edge; −1 at the top edge.
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
