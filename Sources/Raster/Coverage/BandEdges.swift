/// Consecutive edges of an outline that touch the same bands.
struct EdgeRun: BitwiseCopyable {
  /// The first and the last band that an edge touches.
  ///
  /// An edge that ends where a band begins does not touch that band.
  struct BandRange: BitwiseCopyable, Equatable {
    private static let bits = Int64(8 + RenderBlockHeight.bits)

    /// The last band in the upper half, the first one in the lower.
    private let packed: Int64

    /// Creates the bands of an edge from `upper` down to `lower`, which differ, in 1/256 px.
    @inline(__always)
    init(_ upper: Int64, _ lower: Int64) {
      packed = ((lower &- 1) >> Self.bits) << 32 | upper >> Self.bits
    }

    private init(packed: Int64) { self.packed = packed }

    /// A range that no edge has.
    static var none: BandRange { BandRange(packed: -1) }

    @inline(__always)
    var first: Int { Int(truncatingIfNeeded: packed & 0xffff_ffff) }
    @inline(__always)
    var last: Int { Int(truncatingIfNeeded: packed >> 32) }

    /// The height of a band, in 1/256 px.
    static var height: Int64 { 1 << bits }

    /// The top of the first band, in 1/256 px.
    @inline(__always)
    var top: Int64 { (packed & 0xffff_ffff) << Self.bits }

    @inline(__always)
    var spansSeveralBands: Bool { packed >> 32 != packed & 0xffff_ffff }
  }

  let span: IndexSpan
  let bands: BandRange
}

/// The edges of a shape that may touch one band.
struct BandEdges {
  let edges: UnsafePointer<Edge>
  let spans: UnsafeBufferPointer<IndexSpan>

  /// Returns the longest range of identical rows at the begin or the end of the rows `from..<to`.
  ///
  /// Rows are identical where every edge in them is vertical and passes through all of them. A range of fewer
  /// than four rows is returned as empty.
  func identicalRows(from: Int, to: Int) -> Range<Int> {
    let (first, last) = (Int32(truncatingIfNeeded: from) << 8, Int32(truncatingIfNeeded: to) << 8)
    let minimum: Int32 = 4 << 8
    // From `begin` on, and up to `end`, no edge slants, begins or ends.
    var (begin, end) = (first, last)
    /// Takes an edge into account, and returns whether there may still be identical rows.
    @inline(__always)
    func exclude(_ edge: Edge) -> Bool {
      let (upper, lower) = (min(edge.y0, edge.y1), max(edge.y0, edge.y1))
      if upper >= last || lower <= first { return true }
      if edge.x0 != edge.x1 {
        begin = max(begin, lower)
        end = min(end, upper)
      } else {
        if upper > first { (begin, end) = (max(begin, upper), min(end, upper)) }
        if lower < last { (begin, end) = (max(begin, lower), min(end, lower)) }
      }
      return last &- begin >= minimum || end &- first >= minimum
    }
    // A long outline often enters the band at one side and leaves it at the other. Then these two edges
    // exclude all rows.
    for span in spans where span.count > 32 {
      let edges = edges + Int(span.start)
      guard exclude(edges[0]) && exclude(edges[Int(span.count) &- 1]) else { return from..<from }
    }
    for span in spans {
      for edge in UnsafeBufferPointer(start: edges + Int(span.start), count: Int(span.count)) {
        guard exclude(edge) else { return from..<from }
      }
    }
    let (firstRow, endRow) = (Int(truncatingIfNeeded: (begin &+ 255) >> 8), Int(truncatingIfNeeded: end >> 8))
    return to &- firstRow > endRow &- from ? firstRow..<to : from..<endRow
  }
}
