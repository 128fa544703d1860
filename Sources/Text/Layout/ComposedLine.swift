internal import CartoucheRaster

/// One line's glyphs, in the order in which they are seen, and how long it is.
struct ComposedLine {
  var glyphs: [ShapedGlyph] = []
  var width: Scalar = 0

  /// An empty line.
  init() {}

  /// Puts together the characters of `range`, from which blanks at the end were taken already.
  ///
  /// - Parameter shapedParagraph: where the paragraph's glyphs are; nil, they are shaped anew.
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

  /// Puts runs into the order in which they are seen: from the highest level down to the lowest odd one, what is at least as high is turned round.
  ///
  /// - Source: Unicode Standard Annex 9, rule L2.
  static func reorder<Run>(_ runs: inout [Run], level: (Run) -> Int8) {
    let levels = runs.map(level)
    guard let highest = levels.max(), let lowest = levels.filter({ $0 & 1 == 1 }).min() else { return }
    var places = Array(runs.indices)
    var current = highest
    while current >= lowest {
      var index = 0
      while index < places.count {
        guard levels[places[index]] >= current else {
          index += 1
          continue
        }
        var end = index
        while end < places.count, levels[places[end]] >= current { end += 1 }
        places[index..<end].reverse()
        index = end
      }
      current -= 1
    }
    runs = places.map { runs[$0] }
  }

  /// Where the next tab stop is from `x`.
  static func tabAdvance(from x: Scalar, interval: Scalar) -> Scalar {
    guard interval > 0 else { return 0 }
    let steps = Int128(x.rawValue) / Int128(interval.rawValue) + 1
    return Scalar(saturating: steps * Int128(interval.rawValue)) - x  // ≤ 2^64
  }

  /// Tabs reach to their stops, counted from the side where the paragraph begins.
  private mutating func setTabs(_ text: ItemizedParagraph, interval: Scalar) {
    guard glyphs.contains(where: { text.scalars[Int($0.cluster)] == CharacterProperties.tab }) else { return }
    var x: Scalar = 0
    for place in glyphs.indices {
      let index = text.isRightToLeft ? glyphs.count - 1 - place : place
      if text.scalars[Int(glyphs[index].cluster)] == CharacterProperties.tab {
        glyphs[index].advance = Self.tabAdvance(from: x, interval: interval)
      }
      x += glyphs[index].advance
    }
  }

  /// Stretches the line by `extra` between words and ideographs; where there are none it stays as it is.
  mutating func justify(_ text: ItemizedParagraph, by extra: Scalar) {
    guard extra > 0, glyphs.count > 1 else { return }
    // What is seen last in the line has nothing behind it.
    var gaps: [Int] = []
    for index in 0..<(glyphs.count - 1) where glyphs[index].cluster != glyphs[index + 1].cluster {
      let (here, next) = (text.scalars[Int(glyphs[index].cluster)], text.scalars[Int(glyphs[index + 1].cluster)])
      let isBetweenIdeographs = CharacterProperties.isIdeographic(here) && CharacterProperties.isIdeographic(next)
      if CharacterProperties.isWordSeparator(here) || isBetweenIdeographs { gaps.append(index) }
    }
    guard !gaps.isEmpty else { return }
    var given: Scalar = 0
    for (number, index) in gaps.enumerated() {
      let share = Scalar(saturating: Int128(extra.rawValue) * Int128(number + 1) / Int128(gaps.count))
      glyphs[index].advance += share - given
      given = share
    }
    width += extra
  }
}
