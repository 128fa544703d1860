import CartoucheRaster

/// The symbols in the discs of points of interest, in a square of 32 pixels around their centers.
enum PointOfInterestSymbol {
  /// Returns the symbol of a group: paths that are filled one after the other by the even-odd rule.
  static func paths(of group: PointOfInterestGroup) -> [Path] {
    var path = Path()
    var second = Path()
    switch group {
    case .food:
      // A cup with a handle on a saucer.
      path.addRoundedRect(
        Rect(x: 9, y: 10, width: 11, height: 10), radii: CornerRadii(topLeft: 0, topRight: 0, bottomRight: 5, bottomLeft: 5))
      second.addCircle(center: Point(x: 20, y: 14), radius: 4)
      second.addCircle(center: Point(x: 20, y: 14), radius: 2)
      path.addRect(Rect(x: 8, y: 22, width: 15, height: 2))
    case .shop:
      // A bag.
      path.addRect(Rect(x: 9, y: 13, width: 14, height: 11))
      second.addCircle(center: Point(x: 16, y: 12), radius: 4)
      second.addCircle(center: Point(x: 16, y: 12), radius: 2.5)
    case .culture:
      // A gable on columns.
      add([(16, 7), (24, 12), (8, 12)], to: &path)
      for x in [9, 15, 21] { path.addRect(Rect(x: Scalar(x), y: 13, width: 2, height: 8)) }
      path.addRect(Rect(x: 8, y: 22, width: 16, height: 2))
    case .learning:
      // A cap with a flat top.
      add([(16, 8), (26, 13), (16, 18), (6, 13)], to: &path)
      add([(10, 17), (16, 20), (22, 17), (22, 21), (16, 24), (10, 21)], to: &path)
    case .health:
      add(
        [(14, 8), (18, 8), (18, 14), (24, 14), (24, 18), (18, 18), (18, 24), (14, 24), (14, 18), (8, 18), (8, 14), (14, 14)],
        to: &path)
    case .nature:
      // A tree.
      path.addCircle(center: Point(x: 16, y: 13), radius: 6)
      path.addRect(Rect(x: 15, y: 19, width: 2, height: 6))
    case .sport:
      // A ball.
      path.addCircle(center: Point(x: 16, y: 16), radius: 8)
      path.addCircle(center: Point(x: 16, y: 16), radius: 6.5)
      add([(16, 12), (20, 15), (18, 20), (14, 20), (12, 15)], to: &path)
    case .lodging:
      // A bed.
      add([(7, 10), (9, 10), (9, 17), (25, 17), (25, 23), (23, 23), (23, 20), (9, 20), (9, 23), (7, 23)], to: &path)
      path.addCircle(center: Point(x: 12, y: 14), radius: 2)
      add([(15, 12), (22, 12), (25, 16), (15, 16)], to: &path)
    case .civic:
      // A flag.
      path.addRect(Rect(x: 10, y: 8, width: 2, height: 17))
      add([(12, 9), (23, 9), (20, 13), (23, 17), (12, 17)], to: &path)
    case .transport:
      // A train from the front.
      path.addRoundedRect(Rect(x: 10, y: 8, width: 12, height: 13), radius: 3)
      path.addRect(Rect(x: 12, y: 11, width: 8, height: 4))
      add([(11, 22), (13, 22), (11, 25), (9, 25)], to: &path)
      add([(19, 22), (21, 22), (23, 25), (21, 25)], to: &path)
    case .worship:
      // A tower beside a hall.
      add([(12, 6), (15, 11), (15, 15), (24, 15), (24, 24), (9, 24), (9, 11)], to: &path)
    case .other:
      path.addCircle(center: Point(x: 16, y: 16), radius: 4)
    }
    return [path, second]
  }

  private static func add(_ corners: [(Int, Int)], to path: inout Path) {
    for (index, corner) in corners.enumerated() {
      let point = Point(x: Scalar(corner.0), y: Scalar(corner.1))
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.closeSubpath()
  }
}
