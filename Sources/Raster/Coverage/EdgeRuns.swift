/// Some of a buffer's edges, one after the other.
struct EdgeSpan: BitwiseCopyable {
  var start: Int32
  var count: Int32
}

/// Edges that follow one another along an outline and touch the same bands.
struct EdgeRun: BitwiseCopyable {
  /// The first and the last band that an edge touches; an edge that ends where a band begins does not touch that.
  struct Bands: BitwiseCopyable, Equatable {
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
    static var none: Bands { Bands(both: -1) }

    /// Calls `body` with each band's number.
    @inline(__always)
    func each(_ body: (Int) -> Void) {
      var band = Int(truncatingIfNeeded: both & 0xffff_ffff)
      let last = Int(truncatingIfNeeded: both >> 32)
      while band <= last {
        body(band)
        band &+= 1
      }
    }
  }

  let span: EdgeSpan
  let bands: Bands
}

/// The edges of a shape that may touch one band.
struct BandEdges {
  let edges: UnsafePointer<Edge>
  let spans: UnsafeBufferPointer<EdgeSpan>

  /// Whether they are few, and each runs straight down from row `from` or above to row `to` or below, or touches none of them.
  func areUpright(from: Int, to: Int) -> Bool {
    let (from, to) = (Int32(truncatingIfNeeded: from) << 8, Int32(truncatingIfNeeded: to) << 8)
    var count: Int32 = 0
    for span in spans {
      count &+= span.count
      if count > 12 { return false }
      for edge in UnsafeBufferPointer(start: edges + Int(span.start), count: Int(span.count)) {
        let (upper, lower) = (min(edge.y0, edge.y1), max(edge.y0, edge.y1))
        let passes = edge.x0 == edge.x1 && upper <= from && lower >= to
        if !passes && upper < to && lower > from { return false }
      }
    }
    return count > 0
  }
}
