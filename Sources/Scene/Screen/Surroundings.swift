import CartoucheRaster

/// What the layers above say of how a layer is shown.
struct Surroundings {
  /// From the plane on which the layer is seen to the screen.
  var plane = Homography.identity
  /// That of the spaces above; of planes, their groups have it.
  var opacity: Scalar = 1
  /// What of the screen is left of them.
  var clip: PixelRect
  /// Whether the layer's pixels are damaged however it is itself, because something above is shown otherwise.
  var isOtherwise = false
  /// Which part of the plane is shown, where planes cross.
  var cut: Cut?
}

/// What is left of a layer on one side of the planes that cross it.
struct Cut {
  /// The part as whole pixels, every pixel in one part: for what lies beside the layer, its shadow, where a smooth edge would show as a seam.
  var pixels: [PixelClip]
  /// The same with a smooth edge, for the layer itself; nil where that would show as a seam too.
  var path: Path?

  /// - Returns: nil where the region cannot be said on the screen: it reaches behind the eye.
  init?(_ piece: DepthOrder.Piece, on plane: Homography) {
    guard let region = piece.region, region.count > 2 else { return nil }
    func place(_ index: Int) -> Point {
      Point(x: Scalar(rawValue: region[index].x), y: Scalar(rawValue: region[index].y))
    }
    var corners: [Point] = []
    for index in 0..<region.count {
      guard let corner = plane.project(place(index)) else { return nil }
      corners.append(corner)
    }
    // A fan of quadrilaterals; the last may be a triangle.
    pixels = []
    var index = 1
    while index + 1 < corners.count {
      pixels.append(PixelClip(corners[0], corners[index], corners[index + 1], corners[min(index + 2, corners.count - 1)]))
      index += 2
    }
    guard piece.isSmooth else { return }
    var outline = Path()
    outline.move(to: corners[0])
    for corner in corners.dropFirst() { outline.addLine(to: corner) }
    outline.closeSubpath()
    path = outline
  }
}
