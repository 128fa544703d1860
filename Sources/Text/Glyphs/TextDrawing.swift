public import CartoucheRaster

/// A laid-out text as glyph runs, ready to be added to display lists repeatedly without allocating memory.
public struct TextDrawing {
  /// One run for each color, in the order in which the colors first occur.
  private var runs: [(color: Color, glyphs: GlyphRun)] = []
  private var halo: (color: Color, glyphs: GlyphRun)?
  /// The bounds of the ink in the layout's coordinate space; empty if there is no ink.
  public private(set) var bounds = Rect.zero

  /// Creates an empty drawing.
  public init() {}

  /// Creates the drawing of a layout.
  ///
  /// - Parameter halo: The outline drawn below the whole text.
  /// - Complexity: Glyphs in the cache of `fonts` are looked up, others are rasterized.
  public init(_ layout: TextLayout, fonts: FontCollection, halo: Halo? = nil) {
    var ink = PointBounds()
    let width = halo.map { $0.width.clamped(from: 0, to: 64) } ?? 0
    if let halo, width > 0, halo.color.alpha > 0 {
      var builder = GlyphRunBuilder(fonts: fonts, halo: width)
      for glyph in layout.glyphs { builder.add(glyph, size: layout.styles[Int(glyph.style)].fontSize, ink: &ink) }
      self.halo = (halo.color, builder.run)
    }
    var builders: [(color: Color, builder: GlyphRunBuilder)] = []
    var runIndices: [Color: Int] = [:]
    // The index of the run for each style.
    let runOfStyle = layout.styles.map { style in
      if let runIndex = runIndices[style.color] { return runIndex }
      runIndices[style.color] = builders.count
      builders.append((style.color, GlyphRunBuilder(fonts: fonts, halo: 0)))
      return builders.count - 1
    }
    for glyph in layout.glyphs {
      let runIndex = runOfStyle[Int(glyph.style)]
      guard builders[runIndex].color.alpha > 0 else { continue }
      builders[runIndex].builder.add(glyph, size: layout.styles[Int(glyph.style)].fontSize, ink: &ink)
    }
    runs = builders.lazy.filter { !$0.builder.run.placements.isEmpty }.map { ($0.color, $0.builder.run) }
    bounds = ink.rect ?? .zero
  }

  /// Adds the text to `list`.
  ///
  /// - Parameter transform: Maps the layout's space to the screen. If it only translates, cached coverage is
  ///   drawn; otherwise the outlines are filled.
  public func draw(into list: inout DisplayList, transform: Homography = .identity, opacity: UInt8 = 255) {
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
