internal import CUnibreak
internal import CartoucheRaster

/// Breaks a paragraph into lines. The end of a line is first found from the measured advances of the
/// characters. If the composed line then turns out too wide, the line ends earlier.
struct LineBreaker {
  /// The characters and glyphs of one line.
  struct Line {
    /// The range of the line's characters, including trailing white space.
    var range: Range<Int>
    /// The range of the line's characters without trailing white space.
    var visible: Range<Int>
    var composed: ComposedLine
    /// Whether the text itself ends the line here with a line break or the end of the paragraph.
    var isForced: Bool
  }

  var shapedParagraph: ShapedParagraph
  let shaper: Shaper
  /// The width available to a line, in points. With nil, a line ends only where the text itself ends the
  /// line.
  let width: Scalar?
  let tabInterval: Scalar

  private var text: ItemizedParagraph { shapedParagraph.text }

  /// Returns the line that begins at `start`, which must be before the end of the paragraph.
  mutating func line(from start: Int) -> Line {
    var (end, isForced) = measuredEnd(from: start)
    while true {
      let visible = trimmed(start..<end)
      let composed = compose(visible)
      guard let width, composed.width > width, let earlier = earlierEnd(than: visible.upperBound, from: start) else {
        return Line(range: start..<end, visible: visible, composed: composed, isForced: isForced)
      }
      (end, isForced) = (earlier, false)
    }
  }

  /// Returns the composed line of characters that were measured before.
  func compose(_ visible: Range<Int>) -> ComposedLine {
    ComposedLine(text, visible, shapedParagraph: shapedParagraph, shaper: shaper, tabInterval: tabInterval)
  }

  /// Returns the end of the line that begins at `start`, found from the measured advances. The method also
  /// returns whether the text itself ends the line there.
  private mutating func measuredEnd(from start: Int) -> (end: Int, isForced: Bool) {
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
        for scalar in index..<next { advance += shapedParagraph.advances[scalar] }
      }
      // White space may extend beyond the edge.
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

  /// Returns the last break opportunity before `end`. If there is no break opportunity, the method returns
  /// the last boundary between clusters. If only one cluster is left, the method returns nil.
  private func earlierEnd(than end: Int, from start: Int) -> Int? {
    var index = end - 1
    while index > start {
      if text.isClusterStart[index], text.breaks[index - 1] <= CChar(LINEBREAK_ALLOWBREAK) { return index }
      index -= 1
    }
    let last = end > start ? text.clusterStart(before: end) : start
    return last > start ? last : nil
  }

  /// Returns `range` without trailing white space.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, CharacterProperties.isHangingWhitespace(text.scalars[end - 1]) { end -= 1 }
    return range.lowerBound..<end
  }
}
