/// Which edges each band's blocks have to look through: where shapes' edges are kept until the frame is drawn.
struct BandedEdgeStore: ~Copyable {
  /// Which of the spans are a shape's that touch one band.
  struct Band: BitwiseCopyable {
    var spans = EdgeSpan(start: 0, count: 0)
    /// Whether the edges are among the copies.
    var isCopied = false
  }

  private var bands = GrowingBuffer<Band>(capacity: 256)
  private var spans = GrowingBuffer<EdgeSpan>(capacity: 1024)
  private var copies = GrowingBuffer<Edge>(capacity: 1024)

  mutating func removeAll() {
    bands.count = 0
    spans.count = 0
    copies.count = 0
  }

  /// Adds a shape whose edges every block looks through.
  ///
  /// - Returns: what ``edges(_:in:)`` wants to be told.
  mutating func add(_ span: EdgeSpan) -> Int {
    bands.append(Band(spans: EdgeSpan(start: Int32(truncatingIfNeeded: spans.count), count: 1)))
    spans.append(span)
    return bands.count &- 1
  }

  /// Adds a shape by its runs of `edges`, which touch `count` bands from number `first` on.
  ///
  /// - Returns: what ``edges(_:in:)`` wants to be told of the first of the bands, and one more of each that follows.
  mutating func add(_ runs: UnsafeBufferPointer<EdgeRun>, of edges: UnsafePointer<Edge>, first: Int, count: Int) -> Int {
    let start = bands.count
    bands.reserve(count)
    bands.count = start &+ count
    let bands = bands.base + start
    guard let last = runs.last, let begin = runs.first?.span.start else { return start }
    let all = Int(last.span.start &+ last.span.count &- begin)
    // Spans of a few edges, as along a winding road, take longer to look up one by one than to copy.
    if all < runs.count &* 12 {
      addCopies(runs, of: edges, first, bands, count)
    } else {
      addSpans(runs, first, bands, count)
    }
    return start
  }

  private mutating func addSpans(
    _ runs: UnsafeBufferPointer<EdgeRun>, _ first: Int, _ bands: UnsafeMutablePointer<Band>, _ count: Int
  ) {
    for band in 0..<count { bands[band] = Band() }
    for run in runs { run.bands.forEach { bands[$0 &- first].spans.count &+= 1 } }
    var place = spans.count
    for band in 0..<count { bands[band].spans.begin(at: &place) }
    spans.reserve(place &- spans.count)
    spans.count = place
    let spans = spans.base
    for run in runs {
      run.bands.forEach {
        let band = bands + ($0 &- first)
        let next = spans + Int(band.pointee.spans.start &+ band.pointee.spans.count)
        // What follows directly on what the band has already only makes that longer.
        if band.pointee.spans.count > 0 && next[-1].start &+ next[-1].count == run.span.start {
          next[-1].count &+= run.span.count
        } else {
          next[0] = run.span
          band.pointee.spans.count &+= 1
        }
      }
    }
  }

  private mutating func addCopies(
    _ runs: UnsafeBufferPointer<EdgeRun>, of edges: UnsafePointer<Edge>, _ first: Int, _ bands: UnsafeMutablePointer<Band>,
    _ count: Int
  ) {
    let firstSpan = spans.count
    spans.reserve(count)
    spans.count = firstSpan &+ count
    let spans = spans.base + firstSpan
    for band in 0..<count {
      bands[band] = Band(spans: EdgeSpan(start: Int32(truncatingIfNeeded: firstSpan &+ band), count: 1), isCopied: true)
      spans[band] = EdgeSpan(start: 0, count: 0)
    }
    for run in runs { run.bands.forEach { spans[$0 &- first].count &+= run.span.count } }
    var place = copies.count
    for band in 0..<count { spans[band].begin(at: &place) }
    copies.reserve(place &- copies.count)
    copies.count = place
    let copies = copies.base
    for run in runs {
      let from = edges + Int(run.span.start)
      run.bands.forEach {
        let span = spans + ($0 &- first)
        let to = copies + Int(span.pointee.start &+ span.pointee.count)
        for index in 0..<Int(run.span.count) { to[index] = from[index] }
        span.pointee.count &+= run.span.count
      }
    }
  }

  /// The edges under `number`; those that were not copied are among `edges`.
  func edges(_ number: Int, in edges: UnsafePointer<Edge>) -> BandEdges {
    let band = bands.base[number]
    return BandEdges(
      edges: band.isCopied ? UnsafePointer(copies.base) : edges,
      spans: UnsafeBufferPointer(start: spans.base + Int(band.spans.start), count: Int(band.spans.count)))
  }
}
