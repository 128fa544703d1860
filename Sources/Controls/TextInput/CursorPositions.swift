import CartoucheRaster
import CartoucheText

/// The x coordinates at which a cursor may stand in a line of text.
///
/// A character of a ligature has no glyph of its own: it takes an equal part of the ligature. In a line that
/// mixes writing directions, positions follow the direction of the line.
struct CursorPositions {
  /// The coordinate before each character, and after the last one, in points from the line's left end.
  let positions: [Scalar]

  /// Finds the positions in the only line of a layout, which shows `characters` and an invisible mark after
  /// them.
  init(_ characters: [Character], layout: TextLayout) {
    guard let line = layout.lines.first else {
      positions = Array(repeating: 0, count: characters.count + 1)
      return
    }
    let isRightToLeft = line.isRightToLeft
    // By index of the scalar: the leading edge of the glyph that begins there.
    var edges: [Int: Scalar] = [:]
    for glyph in layout.glyphs[line.glyphs] {
      let edge = isRightToLeft ? glyph.origin.x + glyph.advance : glyph.origin.x
      let index = Int(glyph.scalarOffset)
      edges[index] = edges[index].map { isRightToLeft ? max($0, edge) : min($0, edge) } ?? edge
    }
    var known: [(index: Int, x: Scalar)] = []
    var offset = 0
    for (index, character) in characters.enumerated() {
      if let x = edges[offset] { known.append((index, x)) }
      offset += character.unicodeScalars.count
    }
    // The mark's own edge is the end of the text.
    let end = edges[offset] ?? (isRightToLeft ? line.origin.x : line.origin.x + line.width)
    known.append((characters.count, end))
    var positions = Array(repeating: known[0].x, count: characters.count + 1)
    for (start, stop) in zip(known, known.dropFirst()) {
      let count = stop.index - start.index
      for step in 0..<count { positions[start.index + step] = start.x + (stop.x - start.x) * step / count }
    }
    positions[characters.count] = end
    self.positions = positions
  }

  /// Returns the index of the position that is nearest to an x coordinate.
  func nearest(to x: Scalar) -> Int {
    positions.indices.min { (positions[$0] - x).magnitude < (positions[$1] - x).magnitude } ?? 0
  }
}
