/// Some of a buffer's edges, one after the other.
struct EdgeSpan: BitwiseCopyable {
  var start: Int32
  var count: Int32

  /// Takes the next `count` places from `place` on, and is empty until they are filled.
  mutating func begin(at place: inout Int) {
    start = Int32(truncatingIfNeeded: place)
    place &+= Int(count)
    count = 0
  }
}

/// Edges that follow one another along an outline and touch the same bands.
struct EdgeRun: BitwiseCopyable {
  /// The first and the last band that an edge touches; an edge that ends where a band begins does not touch that.
  struct BandRange: BitwiseCopyable, Equatable {
    private static let bits = Int64(8 + Renderer.blockRowBits)

    /// The last band in the upper half, the first one in the lower.
    private let both: Int64

    /// For an edge from `upper` down to `lower`, which are different, in 1/256 px.
    @inline(__always)
    init(_ upper: Int64, _ lower: Int64) {
      both = ((lower &- 1) >> Self.bits) << 32 | upper >> Self.bits
    }

    private init(both: Int64) { self.both = both }

    /// Those of no edge.
    static var none: BandRange { BandRange(both: -1) }

    var spansSeveralBands: Bool { both >> 32 != both & 0xffff_ffff }

    /// Calls `body` with each band's number.
    @inline(__always)
    func forEach(_ body: (Int) -> Void) {
      var band = Int(truncatingIfNeeded: both & 0xffff_ffff)
      let last = Int(truncatingIfNeeded: both >> 32)
      while band <= last {
        body(band)
        band &+= 1
      }
    }
  }

  let span: EdgeSpan
  let bands: BandRange
}

/// The edges of a shape that may touch one band.
struct BandEdges {
  let edges: UnsafePointer<Edge>
  let spans: UnsafeBufferPointer<EdgeSpan>

  /// The most rows of `from`..<`to`, at their begin or at their end, that are all alike: every edge in them stands upright and goes through all of them.
  func identicalRows(from: Int, to: Int) -> Range<Int> {
    let (first, last) = (Int32(truncatingIfNeeded: from) << 8, Int32(truncatingIfNeeded: to) << 8)
    let fewest: Int32 = 4 << 8
    // From `begin` on, and up to `end`, nothing bends, begins or ends.
    var (begin, end) = (first, last)
    for span in spans {
      for edge in UnsafeBufferPointer(start: edges + Int(span.start), count: Int(span.count)) {
        let (upper, lower) = (min(edge.y0, edge.y1), max(edge.y0, edge.y1))
        if upper >= last || lower <= first { continue }
        if edge.x0 != edge.x1 {
          begin = max(begin, lower)
          end = min(end, upper)
        } else {
          if upper > first { (begin, end) = (max(begin, upper), min(end, upper)) }
          if lower < last { (begin, end) = (max(begin, lower), min(end, lower)) }
        }
        if last &- begin < fewest && end &- first < fewest { return from..<from }
      }
    }
    let (begins, ends) = (Int(truncatingIfNeeded: (begin &+ 255) >> 8), Int(truncatingIfNeeded: end >> 8))
    return to &- begins > ends &- from ? begins..<to : from..<ends
  }
}
