/// What is to be drawn, back to front: the one thing the renderer reads.
///
/// A value that crosses to workers. ``removeAll()`` keeps its storage, so a list that is filled anew every frame allocates nothing
/// once it has seen its largest frame.
public struct DisplayList: Sendable {
  package enum Shape: Sendable {
    case fill(Path, FillRule)
    case stroke(Path, StrokeStyle)
    case picture(Picture)
  }

  package struct Item: Sendable {
    package var shape: Shape
    package var paint: Paint
    /// From the shape's own space to the screen's points.
    package var transform: Homography
    /// 0…255, over the paint's own.
    package var opacity: UInt8
    /// An index into `clips`, or −1.
    package var clip: Int32
  }

  package private(set) var items: [Item] = []
  package private(set) var clips: [PixelClip] = []
  private var currentClip: Int32 = -1

  public init() {}

  public var isEmpty: Bool { items.isEmpty }

  /// How many shapes there are.
  public var count: Int { items.count }

  /// Empties the list and keeps its storage.
  public mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    clips.removeAll(keepingCapacity: true)
    currentClip = -1
  }

  /// Fills `path`, given in a space that `transform` maps to the screen.
  public mutating func fill(
    _ path: Path, rule: FillRule = .nonZero, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255
  ) {
    items.append(Item(shape: .fill(path, rule), paint: paint, transform: transform, opacity: opacity, clip: currentClip))
  }

  /// Strokes `path` with a pen as wide as `style` says in the path's own space.
  ///
  /// Where strokes of one path overlap they unite: a translucent paint is laid once.
  public mutating func stroke(
    _ path: Path, style: StrokeStyle, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255
  ) {
    items.append(Item(shape: .stroke(path, style), paint: paint, transform: transform, opacity: opacity, clip: currentClip))
  }

  /// Draws `picture`, one unit of its own space a pixel, origin top left, filtered bilinearly, its edges antialiased.
  public mutating func draw(_ picture: Picture, transform: Homography = .identity, opacity: UInt8 = 255) {
    items.append(
      Item(shape: .picture(picture), paint: .color(.black), transform: transform, opacity: opacity, clip: currentClip))
  }

  /// Limits what `body` adds to the pixels of `clip`; inside another clip the inner one alone counts.
  public mutating func clipped(to clip: PixelClip, _ body: (inout DisplayList) -> Void) {
    let outer = currentClip
    // The same few regions come again for every kind of thing on a map.
    if let known = clips.lastIndex(of: clip) {
      currentClip = Int32(truncatingIfNeeded: known)
    } else {
      clips.append(clip)
      currentClip = Int32(truncatingIfNeeded: clips.count - 1)
    }
    body(&self)
    currentClip = outer
  }
}

/// Which side of an outline is inside.
public enum FillRule: UInt8, Hashable, Sendable, BitwiseCopyable {
  case nonZero, evenOdd
}

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
