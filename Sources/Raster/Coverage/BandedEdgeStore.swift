/// The edges of a frame's shapes, sorted by band, so that each block finds the edges that it has to consider.
struct BandedEdgeStore: ~Copyable {
  /// The spans of one shape's edges that touch one band.
  private var bands = GrowingBuffer<IndexSpan>(capacity: 256)
  /// For each of ``bands``, whether its spans are of ``copies`` instead of the edge builder's edges.
  private var areCopied = GrowingBuffer<Bool>(capacity: 256)
  private var spans = GrowingBuffer<IndexSpan>(capacity: 1024)
  private var copies = GrowingBuffer<Edge>(capacity: 1024)

  /// The number of copied edges, and the number for which there is memory.
  var copyCount: Int { copies.count }
  var copyCapacity: Int { copies.capacity }

  mutating func removeAll() {
    bands.count = 0
    areCopied.count = 0
    spans.count = 0
    copies.count = 0
  }

  /// Adds a shape whose edges every block considers.
  ///
  /// - Returns: The index to pass to ``edges(_:in:)``.
  mutating func add(_ span: IndexSpan) -> Int {
    bands.append(IndexSpan(start: Int32(truncatingIfNeeded: spans.count), count: 1))
    areCopied.append(false)
    spans.append(span)
    return bands.count &- 1
  }

  /// Adds a shape by its runs of `edges`, which touch `bandCount` bands from `firstBand` on.
  ///
  /// - Returns: The index to pass to ``edges(_:in:)`` for the first band. The following bands have the
  ///   following indices.
  mutating func add(
    _ runs: UnsafeBufferPointer<EdgeRun>, of edges: UnsafePointer<Edge>, firstBand: Int, bandCount: Int
  ) -> Int {
    let start = bands.count
    bands.reserve(bandCount)
    bands.count = start &+ bandCount
    areCopied.reserve(bandCount)
    areCopied.count = bands.count
    guard let last = runs.last, let begin = runs.first?.span.start else { return start }
    let edgeCount = Int(last.span.start &+ last.span.count &- begin)
    // Spans of a few edges, as along a winding road, take longer to look up one by one than to copy.
    if edgeCount < runs.count &* 12 {
      addCopies(runs, of: edges, firstBand: firstBand, at: start, count: bandCount)
    } else {
      addSpans(runs, firstBand: firstBand, at: start, count: bandCount)
    }
    return start
  }

  /// Adds spans of the edges themselves. A run that continues the run before extends the span of that run.
  private mutating func addSpans(_ runs: UnsafeBufferPointer<EdgeRun>, firstBand: Int, at start: Int, count: Int) {
    (areCopied.base + start).update(repeating: false, count: count)
    countingSort(
      runs.count, into: bands.base + start, count: count, from: spans.count,
      binRange: { (runs[$0].bands.first &- firstBand, runs[$0].bands.last &- firstBand) }, size: { _ in 1 },
      reserve: { total in
        spans.reserve(total)
        spans.count &+= total
        return spans.base
      },
      insert: { index, spans, band in
        let span = runs[index].span
        let next = spans + band.pointee.end
        if band.pointee.count > 0 && next[-1].start &+ next[-1].count == span.start {
          next[-1].count &+= span.count
        } else {
          next[0] = span
          band.pointee.count &+= 1
        }
      })
  }

  /// Adds copies of the edges, one span a band.
  private mutating func addCopies(
    _ runs: UnsafeBufferPointer<EdgeRun>, of edges: UnsafePointer<Edge>, firstBand: Int, at start: Int, count: Int
  ) {
    let firstSpan = spans.count
    spans.reserve(count)
    spans.count = firstSpan &+ count
    for band in 0..<count {
      bands.base[start &+ band] = IndexSpan(start: Int32(truncatingIfNeeded: firstSpan &+ band), count: 1)
      areCopied.base[start &+ band] = true
    }
    countingSort(
      runs.count, into: spans.base + firstSpan, count: count, from: copies.count,
      binRange: { (runs[$0].bands.first &- firstBand, runs[$0].bands.last &- firstBand) }, size: { runs[$0].span.count },
      reserve: { total in
        copies.reserve(total)
        copies.count &+= total
        return copies.base
      },
      insert: { index, copies, band in
        let span = runs[index].span
        let (from, to) = (edges + Int(span.start), copies + band.pointee.end)
        for edge in 0..<Int(span.count) { to[edge] = from[edge] }
        band.pointee.count &+= span.count
      })
  }

  /// Whether the edges at an index are copies, so that the edge builder's are not needed any more.
  func hasCopied(_ index: Int) -> Bool { areCopied.base[index] }

  /// Returns the edges at an index; those that were not copied are among `edges`.
  func edges(_ index: Int, in edges: UnsafePointer<Edge>) -> BandEdges {
    let band = bands.base[index]
    return BandEdges(
      edges: areCopied.base[index] ? UnsafePointer(copies.base) : edges,
      spans: UnsafeBufferPointer(start: spans.base + Int(band.start), count: Int(band.count)))
  }
}
