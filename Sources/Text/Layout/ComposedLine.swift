internal import CartoucheRaster

/// The glyphs of one line in visual order, and their total width.
struct ComposedLine {
  var glyphs: [ShapedGlyph] = []
  var width: Scalar = 0

  /// Creates an empty line.
  init() {}

  /// Composes the line of the characters in `range`. The range must not end with white space.
  ///
  /// - Parameter shapedParagraph: The shaped glyphs of the paragraph. With nil, the characters are shaped
  ///   again.
  init(
    _ text: ItemizedParagraph, _ range: Range<Int>, shapedParagraph: ShapedParagraph?, shaper: Shaper, tabInterval: Scalar
  ) {
    guard !range.isEmpty else { return }
    var runs: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let end = text.runEnd(from: start, to: range.upperBound)
      runs.append(start..<end)
      start = end
    }
    Self.reorder(&runs) { text.levels[$0.lowerBound] }
    for run in runs {
      if let shapedParagraph {
        shapedParagraph.addGlyphs(of: run, line: range, into: &glyphs)
      } else {
        shaper.shape(text, run, context: range, into: &glyphs)
      }
    }
    setTabs(text, interval: tabInterval)
    for glyph in glyphs { width += glyph.advance }
  }

  /// Sorts runs of characters from logical to visual order.
  ///
  /// For each level from the highest down to the lowest odd level, sequences of runs at that level or above
  /// are reversed.
  ///
  /// - Source: Unicode Standard Annex 9, rule L2.
  static func reorder<Run>(_ runs: inout [Run], level: (Run) -> Int8) {
    // Most lines run from left to right as a whole.
    guard runs.contains(where: { level($0) & 1 == 1 }) else { return }
    let levels = runs.map(level)
    guard let highest = levels.max(), let lowest = levels.filter({ $0 & 1 == 1 }).min() else { return }
    var order = Array(runs.indices)
    var current = highest
    while current >= lowest {
      var index = 0
      while index < order.count {
        guard levels[order[index]] >= current else {
          index += 1
          continue
        }
        var end = index
        while end < order.count, levels[order[end]] >= current { end += 1 }
        order[index..<end].reverse()
        index = end
      }
      current -= 1
    }
    runs = order.map { runs[$0] }
  }

  /// Returns the distance from `x` to the next tab stop.
  static func tabAdvance(from x: Scalar, interval: Scalar) -> Scalar {
    guard interval > 0 else { return 0 }
    let steps = Int128(x.rawValue) / Int128(interval.rawValue) + 1
    return Scalar(saturating: steps * Int128(interval.rawValue)) - x  // ≤ 2^64
  }

  /// Widens tabs up to their tab stops. Tab stops are counted from the side at which the paragraph begins.
  private mutating func setTabs(_ text: ItemizedParagraph, interval: Scalar) {
    guard glyphs.contains(where: { text.scalars[Int($0.cluster)] == CharacterProperties.tab }) else { return }
    var x: Scalar = 0
    for position in glyphs.indices {
      let index = text.isRightToLeft ? glyphs.count - 1 - position : position
      if text.scalars[Int(glyphs[index].cluster)] == CharacterProperties.tab {
        glyphs[index].advance = Self.tabAdvance(from: x, interval: interval)
      }
      x += glyphs[index].advance
    }
  }

  /// Widens the line by `extra` points, spread over the gaps between words and ideographs. If the line has no
  /// such gaps, the line does not change.
  mutating func justify(_ text: ItemizedParagraph, by extra: Scalar) {
    guard extra > 0, glyphs.count > 1 else { return }
    // The visually last glyph has no gap after it.
    var gaps: [Int] = []
    for index in 0..<(glyphs.count - 1) where glyphs[index].cluster != glyphs[index + 1].cluster {
      let (here, next) = (text.scalars[Int(glyphs[index].cluster)], text.scalars[Int(glyphs[index + 1].cluster)])
      let isBetweenIdeographs = CharacterProperties.isIdeographic(here) && CharacterProperties.isIdeographic(next)
      if CharacterProperties.isWordSeparator(here) || isBetweenIdeographs { gaps.append(index) }
    }
    guard !gaps.isEmpty else { return }
    var added: Scalar = 0
    for (number, index) in gaps.enumerated() {
      let share = Scalar(saturating: Int128(extra.rawValue) * Int128(number + 1) / Int128(gaps.count))
      glyphs[index].advance += share - added
      added = share
    }
    width += extra
  }
}
