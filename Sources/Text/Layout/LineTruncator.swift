internal import CartoucheRaster

/// Cuts what does not fit into one line and puts a `…` in its place.
struct LineTruncator {
  let shaper: Shaper
  let tabInterval: Scalar
  var mode: TextTruncation
  let width: Scalar
  /// The face and the style of the `…`.
  let ellipsis: (face: Int32, style: UInt16)
  /// The offset in the text of what stands in a paragraph's place that has no characters.
  let emptySource: Int

  /// The characters from `start` on, cut so that they fit; the `…` alone if nothing else does.
  ///
  /// - Parameters:
  ///   - hasMoreText: whether there is more text behind the paragraph, so that there is a `…` even if all of it fits.
  func line(_ breaking: inout LineBreaker, from start: Int, hasMoreText: Bool) -> (text: ItemizedParagraph, composed: ComposedLine)?
  {
    let text = breaking.shapedParagraph.text
    let candidates = places(&breaking, in: start..<text.count)
    let all = breaking.trimmed(start..<text.count)
    if !hasMoreText, all.upperBound <= candidates.measured {
      let composed = breaking.compose(all)
      if composed.width <= width { return nil }
    }
    return best(text, candidates)
  }

  /// The characters of `range` alone, as many as fit, and a `…` behind them.
  func line(_ breaking: inout LineBreaker, of range: Range<Int>) -> (text: ItemizedParagraph, composed: ComposedLine) {
    var truncating = self
    truncating.mode = .end
    return truncating.best(breaking.shapedParagraph.text, truncating.places(&breaking, in: range))
  }

  private func best(_ text: ItemizedParagraph, _ candidates: CutCandidates) -> (text: ItemizedParagraph, composed: ComposedLine) {
    // More clusters are never narrower, but for what shaping changes at the cut: what is found is tried.
    var (low, high) = (0, candidates.limit + 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if cut(text, candidates, middle).composed.width <= width { low = middle } else { high = middle }
    }
    var best = cut(text, candidates, low)
    while low > 0, best.composed.width > width {
      low -= 1
      best = cut(text, candidates, low)
    }
    return best
  }

  /// Where the text can be cut.
  private struct CutCandidates {
    /// The ends of the clusters at the text's begin, the first the begin itself.
    var heads: [Int]
    /// The begins of the clusters at its end, the first the end itself.
    var tails: [Int]
    /// As many clusters can be kept at most.
    var limit: Int
    /// How far the text was measured.
    var measured: Int
  }

  /// As many clusters from both ends as are sure to be wider than the line, so that of a long text little is looked at.
  private func places(_ breaking: inout LineBreaker, in range: Range<Int>) -> CutCandidates {
    let text = breaking.shapedParagraph.text
    let start = range.lowerBound
    var heads = [start]
    var tails = [breaking.trimmed(range).upperBound]
    // Clusters may have no width; some thousand without are enough.
    let most = 20_000
    var (x, index) = (Scalar(0), start)
    while index < range.upperBound, x <= width, heads.count < most {
      let next = text.clusterEnd(from: index)
      breaking.shapedParagraph.measure(to: next)
      for place in index..<next { x += breaking.shapedParagraph.advances[place] }
      heads.append(next)
      index = next
    }
    if mode != .end {
      // The end is not measured: that would shape all before it. As many clusters as the begin has, or all of a narrower script.
      let count = (heads.count * 2).clamped(from: 64, to: most)
      while tails.count < count, let last = tails.last, last > start { tails.append(text.clusterStart(before: last)) }
    }
    let limit =
      switch mode {
      case .start: tails.count - 1
      case .middle: heads.count + tails.count - 2
      case .end, .none: heads.count - 1
      }
    return CutCandidates(heads: heads, tails: tails, limit: limit, measured: index)
  }

  /// The text with `count` clusters kept.
  private func cut(_ text: ItemizedParagraph, _ places: CutCandidates, _ count: Int) -> (
    text: ItemizedParagraph, composed: ComposedLine
  ) {
    var (head, tail) = (0, 0)
    switch mode {
    case .start: tail = count
    case .middle:
      head = min((count + 1) / 2, places.heads.count - 1)
      tail = min(count - head, places.tails.count - 1)
      head = min(count - tail, places.heads.count - 1)
    case .end, .none: head = count
    }
    let start = places.heads[0]
    var headEnd = places.heads[head]
    // No blank before the dots.
    while headEnd > start, CharacterProperties.isHangingWhitespace(text.scalars[headEnd - 1]) { headEnd -= 1 }
    var tailStart = max(places.tails[tail], headEnd)
    while tailStart < places.tails[0], CharacterProperties.isHangingWhitespace(text.scalars[tailStart]) { tailStart += 1 }
    let tailRange = mode == .end || mode == .none ? text.count..<text.count : tailStart..<max(places.tails[0], tailStart)
    let pieces = text.truncated(
      start..<headEnd, tailRange, ellipsis: ellipsis.face, style: ellipsis.style,
      source: headEnd < text.count ? Int(text.sources[headEnd]) : text.sources.last.map { Int($0) } ?? emptySource)
    let composed = ComposedLine(pieces, 0..<pieces.count, shapedParagraph: nil, shaper: shaper, tabInterval: tabInterval)
    return (pieces, composed)
  }
}
