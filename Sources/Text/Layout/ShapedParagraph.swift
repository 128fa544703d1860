internal import CartoucheRaster

/// A paragraph's glyphs as they are where no line ends, shaped as far as they were asked for.
///
///     ask for a place ▶ shape the piece it is in ▶ advances for breaking, glyphs for lines
///
/// A line takes its glyphs from here where its ends part nothing that belongs together, and is shaped anew only where they do.
struct ShapedParagraph {
  private struct Segment {
    var range: Range<Int>
    var glyphs: Range<Int>
  }

  /// A piece is ended at the next place for a line's end behind so many characters.
  private static let pieceLength = 384

  let text: ItemizedParagraph
  private let shaper: Shaper
  private var pieces: [Segment] = []
  private var glyphs: [ShapedGlyph] = []
  /// Of each scalar that was measured, what its cluster adds to the line if its glyphs begin there.
  private(set) var advances: [Scalar] = []
  /// Of each scalar that was measured, whether nothing may be parted before it.
  private var unsafe: [Bool] = []

  init(_ text: ItemizedParagraph, shaper: Shaper) {
    (self.text, self.shaper) = (text, shaper)
  }

  /// Sees to it that the advances are known up to `end`.
  mutating func measure(to end: Int) {
    while advances.count < end { measurePiece() }
  }

  private mutating func measurePiece() {
    let start = advances.count
    let runEnd = text.runEnd(from: start, to: min(text.count, start + 4 * Self.pieceLength))
    let end = pieceEnd(from: start, to: runEnd)
    let first = glyphs.count
    shaper.shape(text, start..<end, context: 0..<text.count, into: &glyphs)
    pieces.append(Segment(range: start..<end, glyphs: first..<glyphs.count))
    advances.append(contentsOf: repeatElement(0, count: end - start))
    // Where no glyph begins, there is one that belongs to both sides.
    unsafe.append(contentsOf: repeatElement(true, count: end - start))
    for glyph in glyphs[first...] {
      let cluster = Int(glyph.cluster)
      advances[cluster] += glyph.advance
      unsafe[cluster] = false
    }
    for glyph in glyphs[first...] where glyph.isUnsafeToBreak { unsafe[Int(glyph.cluster)] = true }
    // Letters of two pieces of one script may join, whatever their fonts; a blank joins nothing.
    if start > 0, text.scripts[start] == text.scripts[start - 1], text.levels[start] == text.levels[start - 1] {
      let isParted =
        CharacterProperties.isHangingWhitespace(text.scalars[start - 1])
        || CharacterProperties.isHangingWhitespace(text.scalars[start])
      if !isParted { unsafe[start] = true }
    } else if start > 0 {
      unsafe[start] = false
    }
  }

  /// The first place behind ``pieceLength`` characters where a line may end, or else where a cluster does.
  private func pieceEnd(from start: Int, to end: Int) -> Int {
    guard end - start > Self.pieceLength else { return end }
    var index = start + Self.pieceLength
    let farthest = min(index + Self.pieceLength, end)
    while index < farthest, text.breaks[index - 1] > 1 { index += 1 }
    if index == farthest { index = start + Self.pieceLength }
    while index < end, !text.isClusterStart[index] { index += 1 }
    return index
  }

  /// Adds the glyphs of `run`, all of one kind, as they are on a line that has no more of the paragraph than `line`.
  func addGlyphs(of run: Range<Int>, line: Range<Int>, into shaped: inout [ShapedGlyph]) {
    guard run.upperBound <= advances.count, isSafe(run.lowerBound, in: line), isSafe(run.upperBound, in: line) else {
      return shaper.shape(text, run, context: line, into: &shaped)
    }
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].range.upperBound <= run.lowerBound { low = middle + 1 } else { high = middle }
    }
    high = low
    while high < pieces.count, pieces[high].range.lowerBound < run.upperBound { high += 1 }
    let isRightToLeft = text.levels[run.lowerBound] & 1 == 1
    for index in low..<high {
      let piece = pieces[isRightToLeft ? low + high - 1 - index : index]
      for glyph in glyphs[piece.glyphs] where run.contains(Int(glyph.cluster)) { shaped.append(glyph) }
    }
  }

  /// Whether the glyphs on both sides of `place` are those that they would be if the line ended there.
  private func isSafe(_ place: Int, in line: Range<Int>) -> Bool {
    if place <= 0 || place >= advances.count { return place <= 0 || place >= text.count }
    // Inside the line nothing ends.
    if place > line.lowerBound && place < line.upperBound { return true }
    return !unsafe[place]
  }
}
