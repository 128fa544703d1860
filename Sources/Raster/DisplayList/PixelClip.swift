/// A clip to whole pixels: those whose center is inside a convex quadrilateral. Nothing is antialiased.
///
/// Two clips that share an edge share no pixel and leave none out, whatever the edge's slope. So map tiles
/// can be drawn side by side without a seam: each is drawn beyond its edge and shows only in its own pixels.
public struct PixelClip: Hashable, Sendable {
  /// The corners in order, clockwise or counterclockwise, in the screen's points.
  public var corners: (Point, Point, Point, Point) { (a, b, c, d) }
  private var a: Point, b: Point, c: Point, d: Point

  public init(_ a: Point, _ b: Point, _ c: Point, _ d: Point) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  public init(_ rect: Rect) {
    let corners = rect.corners
    self.init(corners[0], corners[1], corners[2], corners[3])
  }
}
