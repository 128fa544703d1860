import CartoucheRaster

/// What the layers above say of how a layer is shown.
struct TraversalContext {
  /// From the plane on which the layer is seen to the screen.
  var plane = Homography.identity
  /// That of the spaces above; of planes, their groups have it.
  var opacity: Scalar = 1
  /// What of the screen is left of them.
  var clip: PixelRect
  /// Whether the layer's pixels are damaged however it is itself, because something above is shown otherwise.
  var forcesDamage = false
  /// Which part of the plane is shown, where planes cross.
  var cut: ClipFragment?
}

/// What is left of a layer on one side of the planes that cross it. Keeps its storage from one use to the next.
struct ClipFragment {
  /// The part as whole pixels, every pixel in one part: for what lies beside the layer, its shadow, where a smooth edge would show as a seam.
  private(set) var pixels: [PixelClip] = []
  private var outline = Path()
  private var isSmooth = false

  /// The same with a smooth edge, for the layer itself; nil where that would show as a seam too.
  var path: Path? { isSmooth ? outline : nil }

  /// Answers whether there is such a part; none where the region cannot be said on the screen: it reaches behind the eye.
  mutating func set(_ piece: DepthOrder.Piece, on plane: Homography) -> Bool {
    pixels.removeAll(keepingCapacity: true)
    outline.removeAll()
    isSmooth = piece.isSmooth
    guard let region = piece.region, region.count > 2 else { return false }
    var corners = InlineArray<12, Point>(repeating: .zero)
    for index in 0..<region.count {
      let place = Point(x: Scalar(rawValue: region[index].x), y: Scalar(rawValue: region[index].y))
      guard let corner = plane.project(place) else { return false }
      corners[index] = corner
    }
    // A fan of quadrilaterals; the last may be a triangle.
    var index = 1
    while index + 1 < region.count {
      pixels.append(PixelClip(corners[0], corners[index], corners[index + 1], corners[min(index + 2, region.count - 1)]))
      index += 2
    }
    guard isSmooth else { return true }
    outline.move(to: corners[0])
    for index in 1..<region.count { outline.addLine(to: corners[index]) }
    outline.closeSubpath()
    return true
  }
}
