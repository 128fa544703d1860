internal import CUnibreak
internal import CartoucheRaster

/// Where a paragraph's lines end: each as late as it may, by the measured widths, and then by its own.
struct LineBreaker {
  /// A line's characters.
  struct Line {
    /// With the blanks at its end.
    var range: Range<Int>
    /// Without them.
    var visible: Range<Int>
    var composed: ComposedLine
    /// Whether the paragraph itself ends the line here.
    var isForced: Bool
  }

  var shapedParagraph: ShapedParagraph
  let shaper: Shaper
  /// nil, lines end only where the paragraph says.
  let width: Scalar?
  let tabInterval: Scalar

  private var text: ItemizedParagraph { shapedParagraph.text }

  /// The line that begins at `start`, which lies before the paragraph's end.
  mutating func line(from start: Int) -> Line {
    var (end, isForced) = reach(from: start)
    while true {
      let visible = trimmed(start..<end)
      let composed = compose(visible)
      guard let width, composed.width > width, let shorter = earlierEnd(than: visible.upperBound, from: start) else {
        return Line(range: start..<end, visible: visible, composed: composed, isForced: isForced)
      }
      (end, isForced) = (shorter, false)
    }
  }

  /// The glyphs of characters that were measured.
  func compose(_ visible: Range<Int>) -> ComposedLine {
    ComposedLine(text, visible, shapedParagraph: shapedParagraph, shaper: shaper, tabInterval: tabInterval)
  }

  /// How far the line reaches by the measured widths.
  private mutating func reach(from start: Int) -> (end: Int, isForced: Bool) {
    var x: Scalar = 0
    var index = start
    var opportunity: Int?
    while index < text.count {
      let next = text.clusterEnd(from: index)
      shapedParagraph.measure(to: next)
      let scalar = text.scalars[index]
      var advance: Scalar = 0
      if scalar == CharacterProperties.tab {
        advance = ComposedLine.tabAdvance(from: x, interval: tabInterval)
      } else {
        for place in index..<next { advance += shapedParagraph.advances[place] }
      }
      // Blanks may reach beyond the side.
      if let width, !CharacterProperties.isHangingWhitespace(scalar), x + advance > width, index > start {
        return (opportunity ?? index, false)
      }
      x += advance
      index = next
      switch Int32(text.breaks[index - 1]) {
      case LINEBREAK_MUSTBREAK: return (index, true)
      case LINEBREAK_ALLOWBREAK: opportunity = index
      default: break
      }
    }
    return (text.count, true)
  }

  /// The last place before `end` where the line may end; if there is none, the last where a character does; nil if only one is left.
  private func earlierEnd(than end: Int, from start: Int) -> Int? {
    var index = end - 1
    while index > start {
      if text.isClusterStart[index], text.breaks[index - 1] <= CChar(LINEBREAK_ALLOWBREAK) { return index }
      index -= 1
    }
    let last = end > start ? text.clusterStart(before: end) : start
    return last > start ? last : nil
  }

  /// The characters without the blanks at their end.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, CharacterProperties.isHangingWhitespace(text.scalars[end - 1]) { end -= 1 }
    return range.lowerBound..<end
  }
}
