public import CartoucheRaster

/// The pixels that are not as they were, as a few rectangles.
///
/// Holds at most ``limit`` rectangles; they may overlap. What is added is joined with what is there where the two together waste little, and where there
/// would be too many the two that waste least are.
public struct Damage: Hashable, Sendable {
  /// How many rectangles there can be.
  public static let limit = 8

  public private(set) var rects: [PixelRect] = []

  public init() {}

  public var isEmpty: Bool { rects.isEmpty }

  /// Forgets everything and keeps the storage.
  public mutating func removeAll() {
    rects.removeAll(keepingCapacity: true)
  }

  /// Adds the pixels of `rect`; of an empty one, nothing. Coordinates beyond ±2^30 are not counted.
  public mutating func add(_ rect: PixelRect) {
    let reach = 1 << 30
    var rect = rect.intersection(PixelRect(minX: -reach, minY: -reach, maxX: reach, maxY: reach))
    guard !rect.isEmpty else { return }
    // Joined, a rectangle may take in others that it passed over before: look again until it takes in none.
    while let index = rects.firstIndex(where: { Self.joinsCheaply($0, rect) }) {
      if rects[index].contains(rect) { return }
      rect = rect.union(rects[index])
      rects.swapAt(index, rects.count - 1)
      rects.removeLast()
    }
    rects.append(rect)
    if rects.count > Self.limit { joinCheapestPair() }
  }

  public mutating func add(_ other: Damage) {
    for rect in other.rects { add(rect) }
  }

  /// Whether the rectangle round both has at most an eighth more pixels than the two have.
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

/// What has to be drawn into a buffer that last showed an older frame.
///
///     add(settled damage) ▶ damage(forAge:) of the frame at hand ▶ draw ▶ framePresented()
///
/// A buffer of age 1 holds the frame before this one and lacks this one's damage alone; each further frame of age adds that frame's. A frame that is settled
/// but not presented counts towards the one that is.
public struct DamageHistory: Hashable, Sendable {
  private let screen: PixelRect
  /// The damage of the frame being made, and those before it, newest first.
  private var frames: [Damage]
  private var known = 1

  /// - Parameter frames: how many frames are remembered; as many as the display has buffers is enough.
  public init(size: PixelSize, frames: Int = 4) {
    screen = PixelRect(size)
    self.frames = Array(repeating: Damage(), count: min(max(frames, 1), 64))
  }

  /// Adds to the frame being made.
  public mutating func add(_ damage: [PixelRect]) {
    for rect in damage { frames[0].add(rect.intersection(screen)) }
  }

  /// What a buffer lacks that was shown `age` frames ago; everything if its content is unknown (0) or older than is remembered.
  public func damage(forAge age: Int) -> [PixelRect] {
    guard age >= 1, age <= known else { return screen.isEmpty ? [] : [screen] }
    guard age > 1 else { return frames[0].rects }
    var sum = frames[0]
    for frame in frames[1..<age] { sum.add(frame) }
    return sum.rects
  }

  /// Starts the next frame.
  public mutating func framePresented() {
    known = min(known + 1, frames.count)
    let oldest = frames.count - 1
    frames[oldest].removeAll()
    // The oldest goes to the front, empty, with its storage.
    var index = oldest
    while index > 0 {
      frames.swapAt(index, index - 1)
      index -= 1
    }
  }
}
