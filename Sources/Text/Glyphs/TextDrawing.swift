public import CartoucheRaster

/// A laid-out text as glyph runs, ready to be added to display lists again and again without any memory being asked for.
public struct TextDrawing {
  /// The text, a run for each colour in the order in which they come first.
  private var runs: [(color: Color, glyphs: GlyphRun)] = []
  private var halo: (color: Color, glyphs: GlyphRun)?
  /// What is covered, in the layout's space; empty where there is no ink.
  public private(set) var bounds = Rect.zero

  /// Nothing.
  public init() {}

  /// - Parameter halo: drawn under all of `layout`.
  /// - Complexity: glyphs that `fonts` has kept are looked up, the others rasterized.
  public init(_ layout: TextLayout, fonts: FontCollection, halo: Halo? = nil) {
    var ink = PointBounds()
    let width = halo.map { $0.width.clamped(from: 0, to: 64) } ?? 0
    if let halo, width > 0, halo.color.alpha > 0 {
      var builder = GlyphRunBuilder(fonts: fonts, halo: width)
      for glyph in layout.glyphs { builder.add(glyph, size: layout.styles[Int(glyph.style)].fontSize, ink: &ink) }
      self.halo = (halo.color, builder.run)
    }
    var builders: [(color: Color, builder: GlyphRunBuilder)] = []
    var known: [Color: Int] = [:]
    // Of each style, the run that its glyphs are in.
    let numbers = layout.styles.map { style in
      if let number = known[style.color] { return number }
      known[style.color] = builders.count
      builders.append((style.color, GlyphRunBuilder(fonts: fonts, halo: 0)))
      return builders.count - 1
    }
    for glyph in layout.glyphs {
      let number = numbers[Int(glyph.style)]
      guard builders[number].color.alpha > 0 else { continue }
      builders[number].builder.add(glyph, size: layout.styles[Int(glyph.style)].fontSize, ink: &ink)
    }
    runs = builders.lazy.filter { !$0.builder.run.placements.isEmpty }.map { ($0.color, $0.builder.run) }
    bounds = ink.rect ?? .zero
  }

  /// Adds the text to `list`.
  ///
  /// - Parameter transform: from the layout's space to the screen. Where it only moves, kept coverages are laid down; otherwise outlines are filled.
  public func draw(into list: inout DisplayList, transform: Homography = .identity, opacity: UInt8 = 255) {
    if let halo {
      if halo.color.alpha == 255 && opacity == 255 {
        list.draw(halo.glyphs, with: .color(halo.color), transform: transform)
      } else {
        // Halos of neighbours overlap; together they are one.
        var opaque = halo.color
        opaque.alpha = 255
        let alpha = (UInt32(halo.color.alpha) * UInt32(opacity) + 127) / 255
        list.group(opacity: UInt8(alpha)) { $0.draw(halo.glyphs, with: .color(opaque), transform: transform) }
      }
    }
    for run in runs { list.draw(run.glyphs, with: .color(run.color), transform: transform, opacity: opacity) }
  }
}
