import CartoucheRaster

/// The visible part of a layer on one side of the planes that cross the layer, in the target's pixels.
///
/// A clip fragment keeps its storage from one use to the next.
struct ClipFragment {
  /// The visible part as quadrilaterals of whole pixels; two fragments of the same layer share no pixel.
  ///
  /// The layer's shadow is clipped to these quadrilaterals. In a shadow, smooth edges of two fragments would
  /// show as a seam.
  private(set) var pixels: [PixelClip] = []
  private var outline = Path()
  private var isSmooth = false

  /// The visible part as a clip path with smooth edges, for the layer itself.
  ///
  /// If smooth edges would show as a seam, this property is nil.
  var path: Path? { isSmooth ? outline : nil }

  /// Sets the fragment to a region, seen through `plane`.
  ///
  /// - Parameter isSmooth: Whether the region's edges may be smooth.
  /// - Returns: Whether there is a fragment. The result is false for an empty region, and if the region
  ///   reaches behind the viewer.
  mutating func set(_ region: ConvexPolygon, isSmooth: Bool, on plane: Homography) -> Bool {
    pixels.removeAll(keepingCapacity: true)
    outline.removeAll()
    self.isSmooth = isSmooth
    guard !region.isEmpty else { return false }
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
