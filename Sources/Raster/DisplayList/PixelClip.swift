/// A clip to the whole pixels whose centers are inside a convex quadrilateral. The clip's edge is not
/// antialiased.
///
/// Two pixel clips that share an edge have no pixel in common and leave no pixel out, whatever the edge's
/// slope. So map tiles can be drawn side by side without a seam. Each tile is drawn beyond its edge and shows
/// only in the pixels of its own clip.
public struct PixelClip: Hashable, Sendable {
  /// The clip's corners in the screen's points, in clockwise or counterclockwise order.
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
