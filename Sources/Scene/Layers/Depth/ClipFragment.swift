import CartoucheRaster

/// The visible part of a layer on one side of the planes that cross it, in the target's pixels.
///
/// Keeps its storage from one use to the next.
struct ClipFragment {
  /// The part as quadrilaterals of whole pixels; fragments of one layer share no pixel.
  ///
  /// The layer's shadow is clipped to these: in it, smooth edges of two fragments would show as a seam.
  private(set) var pixels: [PixelClip] = []
  private var outline = Path()
  private var isSmooth = false

  /// The part as a clip path with smooth edges, for the layer itself; nil if these would show as a seam.
  var path: Path? { isSmooth ? outline : nil }

  /// Sets the fragment to the region of `piece`, seen through `plane`.
  ///
  /// - Returns: Whether there is a fragment; not for a piece without a region, nor if the region reaches
  ///   behind the eye.
  mutating func set(_ piece: DepthOrder.Piece, on plane: Homography) -> Bool {
    pixels.removeAll(keepingCapacity: true)
    outline.removeAll()
    isSmooth = piece.isSmooth
    guard let region = piece.region, region.count > 2 else { return false }
    var corners = InlineArray<12, Point>(repeating: .zero)
    for index in 0..<region.count {
      let point = Point(x: Scalar(rawValue: region[index].x), y: Scalar(rawValue: region[index].y))
      guard let corner = plane.project(point) else { return false }
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
