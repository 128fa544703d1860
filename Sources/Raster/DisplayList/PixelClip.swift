/// Whole pixels: those whose centre lies inside a convex four-cornered region, nothing antialiased.
///
/// Two regions that share an edge share no pixel and leave none out, whatever the edge's slope. This is how map tiles are drawn side by side
/// without a seam: each is drawn beyond its edge and shows only in the pixels it owns.
public struct PixelClip: Hashable, Sendable {
  /// The corners in order, either way round, in the screen's points.
  public var corners: (Point, Point, Point, Point) { (a, b, c, d) }
  private var a: Point, b: Point, c: Point, d: Point

  public init(_ a: Point, _ b: Point, _ c: Point, _ d: Point) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  public init(_ rect: Rect) {
    self.init(
      rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY), Point(x: rect.minX, y: rect.maxY))
  }
}
