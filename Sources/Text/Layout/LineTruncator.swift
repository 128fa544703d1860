internal import CartoucheRaster

/// Truncates text to the width of one line, and marks the truncation with a `…`.
struct LineTruncator {
  let shaper: Shaper
  let tabInterval: Scalar
  var mode: TextTruncation
  let width: Scalar
  /// The indices of the face and the style of the `…`.
  let ellipsis: (face: Int32, style: UInt16)
  /// The text offset of the `…` if the paragraph has no characters.
  let emptySource: Int

  /// The number of clusters at which looking for those that fit ends: clusters may have no width.
  static let maximumCount = 20_000

  /// Truncates the characters from `start` on so that they fit in one line. If no character fits, the line
  /// consists of the `…` alone.
  ///
  /// - Parameters:
  ///   - breaking: The line breaker of the paragraph.
  ///   - start: The index of the line's first character.
  ///   - hasMoreText: Whether text follows the paragraph. If true, a `…` is shown even if the whole paragraph
  ///     fits.
  /// - Returns: The truncated text and its line. If no `…` is needed, the method returns nil.
  func line(_ breaking: inout LineBreaker, from start: Int, hasMoreText: Bool) -> (text: ItemizedParagraph, composed: ComposedLine)?
  {
    let text = breaking.shapedParagraph.text
    let candidates = self.candidates(&breaking, in: start..<text.count)
    let all = breaking.trimmed(start..<text.count)
    if !hasMoreText, all.upperBound <= candidates.measured {
      let composed = breaking.compose(all)
      if composed.width <= width { return nil }
    }
    return best(text, candidates)
  }

  /// Returns a line of as many characters of `range` as fit, followed by a `…`.
  func line(_ breaking: inout LineBreaker, of range: Range<Int>) -> (text: ItemizedParagraph, composed: ComposedLine) {
    var truncator = self
    truncator.mode = .end
    return truncator.best(breaking.shapedParagraph.text, truncator.candidates(&breaking, in: range))
  }

  private func best(_ text: ItemizedParagraph, _ candidates: CutCandidates) -> (text: ItemizedParagraph, composed: ComposedLine) {
    // More clusters are rarely narrower, but shaping may change at the cut. The result is therefore verified
    // below.
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

  /// The positions where the text can be cut.
  private struct CutCandidates {
    /// The ends of the clusters at the start of the text. The first element is the start of the text.
    var heads: [Int]
    /// The starts of the clusters at the end of the text. The first element is the end of the text.
    var tails: [Int]
    /// The maximum number of clusters that can stay in the line.
    var limit: Int
    /// The index of the end of the measured part of the text.
    var measured: Int
  }

  /// Collects clusters from both ends of the text until the clusters are wider than the line. Only a small
  /// part of a long text is thus examined.
  private func candidates(_ breaking: inout LineBreaker, in range: Range<Int>) -> CutCandidates {
    let text = breaking.shapedParagraph.text
    let start = range.lowerBound
    var heads = [start]
    var tails = [breaking.trimmed(range).upperBound]
    var (x, index) = (Scalar(0), start)
    while index < range.upperBound, x <= width, heads.count < Self.maximumCount {
      let next = text.clusterEnd(from: index)
      breaking.shapedParagraph.measure(to: next)
      for scalar in index..<next { x += breaking.shapedParagraph.advances[scalar] }
      heads.append(next)
      index = next
    }
    if mode != .end {
      // Measuring the end would shape everything before it. Take twice as many clusters as at the start, in
      // case they are narrower.
      let count = (heads.count * 2).clamped(from: 64, to: Self.maximumCount)
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

  /// Returns the text with `count` clusters left, and the line of that text.
  private func cut(_ text: ItemizedParagraph, _ candidates: CutCandidates, _ count: Int) -> (
    text: ItemizedParagraph, composed: ComposedLine
  ) {
    var (head, tail) = (0, 0)
    switch mode {
    case .start: tail = count
    case .middle:
      head = min((count + 1) / 2, candidates.heads.count - 1)
      tail = min(count - head, candidates.tails.count - 1)
      head = min(count - tail, candidates.heads.count - 1)
    case .end, .none: head = count
    }
    let start = candidates.heads[0]
    var headEnd = candidates.heads[head]
    // Remove white space before the `…`.
    while headEnd > start, CharacterProperties.isHangingWhitespace(text.scalars[headEnd - 1]) { headEnd -= 1 }
    var tailStart = max(candidates.tails[tail], headEnd)
    while tailStart < candidates.tails[0], CharacterProperties.isHangingWhitespace(text.scalars[tailStart]) { tailStart += 1 }
    let tailRange = mode == .end || mode == .none ? text.count..<text.count : tailStart..<max(candidates.tails[0], tailStart)
    let pieces = text.truncated(
      start..<headEnd, tailRange, ellipsis: ellipsis.face, style: ellipsis.style,
      source: headEnd < text.count ? Int(text.sources[headEnd]) : text.sources.last.map { Int($0) } ?? emptySource)
    let composed = ComposedLine(pieces, 0..<pieces.count, shapedParagraph: nil, shaper: shaper, tabInterval: tabInterval)
    return (pieces, composed)
  }
}
