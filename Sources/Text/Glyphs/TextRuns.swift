internal import CartoucheRaster

/// The glyph runs of a text: one for the halo, and one for each color.
struct TextRuns {
  /// The glyph runs, in the order in which the colors first occur in the text.
  private(set) var runs: [(color: Color, glyphs: GlyphRun)] = []
  private(set) var halo: (color: Color, glyphs: GlyphRun)?
  /// The bounds of all shapes at their positions; nil if there is no ink.
  private(set) var bounds: Rect?
  /// Whether no ink is so far from its pen that a mask of the nearest direction would be visibly wrong.
  private(set) var isTurnable = true

  /// Creates the runs of a text.
  ///
  /// - Parameters:
  ///   - layout: The layout of the text.
  ///   - fonts: The font collection with which the text was laid out.
  ///   - halo: The border around the glyphs, already limited to the supported widths.
  ///   - turn: The turn of the text; nil for upright text.
  init(_ layout: TextLayout, fonts: FontCollection, halo: Halo?, turn: TextTurn? = nil) {
    // One lock for all glyphs, which their shapes take again.
    self = fonts.lock.withLock { TextRuns(locked: layout, fonts: fonts, halo: halo, turn: turn) }
  }

  private init(locked layout: TextLayout, fonts: FontCollection, halo: Halo?, turn: TextTurn?) {
    var ink = BoundingBox()
    if let halo, halo.width > 0, halo.color.alpha > 0 {
      var builder = GlyphRunBuilder(fonts: fonts, halo: halo.width, turn: turn)
      builder.reserveCapacity(layout.glyphs.count)
      for glyph in layout.glyphs { builder.add(glyph, size: layout.styles[Int(glyph.style)].fontSize, ink: &ink) }
      self.halo = (halo.color, builder.run)
      isTurnable = builder.isTurnable
    }
    var builders: [(color: Color, builder: GlyphRunBuilder)] = []
    var runIndices: [Color: Int] = [:]
    // The index of the run for each style.
    let runOfStyle = layout.styles.map { style in
      if let runIndex = runIndices[style.color] { return runIndex }
      runIndices[style.color] = builders.count
      builders.append((style.color, GlyphRunBuilder(fonts: fonts, halo: 0, turn: turn)))
      return builders.count - 1
    }
    if builders.count == 1 { builders[0].builder.reserveCapacity(layout.glyphs.count) }
    for glyph in layout.glyphs {
      let runIndex = runOfStyle[Int(glyph.style)]
      guard builders[runIndex].color.alpha > 0 else { continue }
      builders[runIndex].builder.add(glyph, size: layout.styles[Int(glyph.style)].fontSize, ink: &ink)
    }
    runs = builders.lazy.filter { !$0.builder.run.placements.isEmpty }.map { ($0.color, $0.builder.run) }
    isTurnable = builders.allSatisfy(\.builder.isTurnable) && isTurnable
    bounds = ink.rect
  }

  /// Adds the halo and then the glyphs to a display list.
  func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    if let halo {
      if halo.color.alpha == 255 && opacity == 255 {
        list.draw(halo.glyphs, with: .color(halo.color), transform: transform)
      } else {
        // The halos of adjacent glyphs overlap. The group composites them as one shape.
        var opaque = halo.color
        opaque.alpha = 255
        let alpha = (UInt32(halo.color.alpha) * UInt32(opacity) + 127) / 255
        list.group(opacity: UInt8(alpha)) { $0.draw(halo.glyphs, with: .color(opaque), transform: transform) }
      }
    }
    for run in runs { list.draw(run.glyphs, with: .color(run.color), transform: transform, opacity: opacity) }
  }
}

/// The runs of a text for the turn with which it was last drawn.
final class TurnedTextRuns {
  private let layout: TextLayout
  private let fonts: FontCollection
  private let halo: Halo?
  private var last: (turn: TextTurn, runs: TextRuns)?

  init(_ layout: TextLayout, fonts: FontCollection, halo: Halo?) {
    (self.layout, self.fonts, self.halo) = (layout, fonts, halo)
  }

  /// Returns the runs for a turn. Nothing is made if the text was last drawn with the same turn, or moved
  /// from there by whole pixels.
  func runs(for turn: TextTurn) -> TextRuns {
    if let last, last.turn.isSame(as: turn) { return last.runs }
    let runs = TextRuns(layout, fonts: fonts, halo: halo, turn: turn)
    last = (turn, runs)
    return runs
  }
}
