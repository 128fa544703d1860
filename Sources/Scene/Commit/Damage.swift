public import CartoucheRaster

/// A set of at most ``limit`` rectangles that cover the changed pixels of a screen.
///
/// The rectangles may overlap, and may also contain unchanged pixels.
///
/// A new rectangle and an old one are merged into their bounding box if the box adds few pixels. If the two
/// rectangles cover 800 pixels, for example, the box may add at most 100 pixels. If there are then more than
/// ``limit`` rectangles, the pair whose bounding box adds the fewest pixels is merged.
public struct Damage: Hashable, Sendable {
  /// The maximum number of rectangles in a ``Damage``.
  public static let limit = 8

  /// The rectangles that contain the changed pixels, in no particular order.
  public private(set) var rects: [PixelRect] = []

  /// Creates a damage without rectangles.
  public init() {}

  /// Whether the damage has no rectangles.
  public var isEmpty: Bool { rects.isEmpty }

  /// Removes all rectangles, and keeps the allocated memory for new rectangles.
  public mutating func removeAll() {
    rects.removeAll(keepingCapacity: true)
  }

  /// Adds the pixels of `rect` to the damage.
  ///
  /// If `rect` is empty, this call has no effect. Pixels with a coordinate less than −2^30 or greater than
  /// 2^30 are ignored.
  public mutating func add(_ rect: PixelRect) {
    let limit = 1 << 30
    var rect = rect.intersection(PixelRect(minX: -limit, minY: -limit, maxX: limit, maxY: limit))
    guard !rect.isEmpty else { return }
    // The union may join cheaply with rectangles that were passed over before, so search until none is left.
    while let index = rects.firstIndex(where: { Self.joinsCheaply($0, rect) }) {
      if rects[index].contains(rect) { return }
      rect = rect.union(rects[index])
      rects.swapAt(index, rects.count - 1)
      rects.removeLast()
    }
    rects.append(rect)
    if rects.count > Self.limit { joinCheapestPair() }
  }

  /// Adds every rectangle of `other` to this damage.
  public mutating func add(_ other: Damage) {
    for rect in other.rects { add(rect) }
  }

  /// Whether the union of two rectangles has at most an eighth more pixels than the two together.
  private static func joinsCheaply(_ a: PixelRect, _ b: PixelRect) -> Bool {
    let parts = area(a) &+ area(b) &- area(a.intersection(b))  // ≤ 2^63
    return area(a.union(b)) &- parts <= parts / 8
  }

  private mutating func joinCheapestPair() {
    var best = (waste: Int64.max, first: 0, second: 1)
    for first in rects.indices {
      for second in rects.indices where second > first {
        let waste = Self.area(rects[first].union(rects[second])) &- Self.area(rects[first]) &- Self.area(rects[second])
        if waste < best.waste { best = (waste, first, second) }
      }
    }
    let joined = rects[best.first].union(rects[best.second])
    rects.remove(at: best.second)
    rects.remove(at: best.first)
    add(joined)
  }

  private static func area(_ rect: PixelRect) -> Int64 {
    rect.isEmpty ? 0 : Int64(rect.width) &* Int64(rect.height)  // ≤ 2^62
  }
}
