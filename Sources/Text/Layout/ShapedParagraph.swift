internal import CartoucheRaster

/// The glyphs of a paragraph, shaped as if the paragraph were one long line. The paragraph is shaped in
/// segments, on demand.
///
///     position requested ▶ shape its segment ▶ advances for line breaking, glyphs for lines
///
/// If the ends of a line are safe to break, the line takes its glyphs from this shaped paragraph. Otherwise
/// the line's runs are shaped again.
struct ShapedParagraph {
  private struct Segment {
    var range: Range<Int>
    var glyphs: Range<Int>
  }

  /// The number of characters after which a segment ends at the next break opportunity.
  private static let segmentLength = 384

  let text: ItemizedParagraph
  private let shaper: Shaper
  private var segments: [Segment] = []
  private var glyphs: [ShapedGlyph] = []
  /// The width in points that each measured scalar's cluster adds to a line. Only the scalar at which the
  /// cluster's glyphs begin has the width.
  private(set) var advances: [Scalar] = []
  /// Whether the text must be shaped again if a line is broken before each measured scalar.
  private var unsafe: [Bool] = []

  init(_ text: ItemizedParagraph, shaper: Shaper) {
    (self.text, self.shaper) = (text, shaper)
  }

  /// Measures the advances of all scalars before `end`.
  mutating func measure(to end: Int) {
    while advances.count < end { measureSegment() }
  }

  private mutating func measureSegment() {
    let start = advances.count
    let runEnd = text.runEnd(from: start, to: min(text.count, start + 4 * Self.segmentLength))
    let end = segmentEnd(from: start, to: runEnd)
    let first = glyphs.count
    if start == 0 { reserveCapacity() }
    shaper.shape(text, start..<end, context: 0..<text.count, into: &glyphs)
    segments.append(Segment(range: start..<end, glyphs: first..<glyphs.count))
    advances.append(contentsOf: repeatElement(0, count: end - start))
    // Where no glyph begins, one glyph covers both sides.
    unsafe.append(contentsOf: repeatElement(true, count: end - start))
    for glyph in glyphs[first...] {
      let cluster = Int(glyph.cluster)
      advances[cluster] += glyph.advance
      unsafe[cluster] = false
    }
    for glyph in glyphs[first...] where glyph.isUnsafeToBreak { unsafe[Int(glyph.cluster)] = true }
    // Letters in two segments of one script may join, whatever their fonts. White space joins nothing.
    if start > 0, text.scripts[start] == text.scripts[start - 1], text.levels[start] == text.levels[start - 1] {
      let isParted =
        CharacterProperties.isHangingWhitespace(text.scalars[start - 1])
        || CharacterProperties.isHangingWhitespace(text.scalars[start])
      if !isParted { unsafe[start] = true }
    } else if start > 0 {
      unsafe[start] = false
    }
  }

  /// Makes room for the glyphs of the first segment, and so for those of most texts.
  private mutating func reserveCapacity() {
    let count = min(text.count, 2 * Self.segmentLength)
    glyphs.reserveCapacity(count)
    advances.reserveCapacity(count)
    unsafe.reserveCapacity(count)
  }

  /// Returns the first break opportunity after ``segmentLength`` characters. If there is none within as many
  /// characters again, the method returns a boundary between clusters.
  private func segmentEnd(from start: Int, to end: Int) -> Int {
    guard end - start > Self.segmentLength else { return end }
    var index = start + Self.segmentLength
    let furthest = min(index + Self.segmentLength, end)
    while index < furthest, text.breaks[index - 1] > 1 { index += 1 }
    if index == furthest { index = start + Self.segmentLength }
    while index < end, !text.isClusterStart[index] { index += 1 }
    return index
  }

  /// Adds the glyphs of `run` as they appear on a line with the characters of `line`. The characters of the
  /// run share all properties.
  func addGlyphs(of run: Range<Int>, line: Range<Int>, into shaped: inout [ShapedGlyph]) {
    guard run.upperBound <= advances.count, isSafe(run.lowerBound, in: line), isSafe(run.upperBound, in: line) else {
      return shaper.shape(text, run, context: line, into: &shaped)
    }
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].range.upperBound <= run.lowerBound { low = middle + 1 } else { high = middle }
    }
    high = low
    while high < segments.count, segments[high].range.lowerBound < run.upperBound { high += 1 }
    let isRightToLeft = text.levels[run.lowerBound] & 1 == 1
    for index in low..<high {
      let segment = segments[isRightToLeft ? low + high - 1 - index : index]
      if shaped.isEmpty { shaped.reserveCapacity(min(segment.glyphs.count, line.count)) }
      for glyph in glyphs[segment.glyphs] where run.contains(Int(glyph.cluster)) { shaped.append(glyph) }
    }
  }

  /// Returns whether the glyphs on both sides of `index` would be the same if the line ended there.
  private func isSafe(_ index: Int, in line: Range<Int>) -> Bool {
    if index <= 0 || index >= advances.count { return index <= 0 || index >= text.count }
    // Positions inside the line are not broken.
    if index > line.lowerBound && index < line.upperBound { return true }
    return !unsafe[index]
  }
}
