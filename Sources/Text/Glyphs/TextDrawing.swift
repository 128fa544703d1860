public import CartoucheRaster

/// The glyphs of a text layout, prepared for drawing. A text drawing can be added to display lists repeatedly
/// without allocating memory.
public struct TextDrawing {
  /// The glyph runs, one for each color, in the order in which the colors first occur in the text.
  private var runs: [(color: Color, glyphs: GlyphRun)] = []
  private var halo: (color: Color, glyphs: GlyphRun)?
  /// The bounds of the drawing's visible glyphs and halo, in the text layout's coordinate space.
  ///
  /// If nothing is visible, the bounds are empty.
  public private(set) var bounds = Rect.zero

  /// Creates a drawing without glyphs.
  public init() {}

  /// Creates the drawing of a text layout.
  ///
  /// - Parameters:
  ///   - layout: The layout of the text.
  ///   - fonts: The font collection with which the text was laid out.
  ///   - halo: The border around the glyphs, which is drawn below all glyphs. If nil, the glyphs have no
  ///     border.
  /// - Complexity: O(n), where n is the number of glyphs. Each glyph and each halo is looked up in the glyph
  ///   cache of `fonts` at most once. Shapes that are not in the cache are rasterized.
  public init(_ layout: TextLayout, fonts: FontCollection, halo: Halo? = nil) {
    var ink = BoundingBox()
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

  /// Adds the text and its halo to a display list.
  ///
  /// - Parameters:
  ///   - list: The display list.
  ///   - transform: The transform from the text layout's coordinate space to the display list's coordinate
  ///     space. If the transform only translates, cached masks of the glyphs are drawn. Otherwise, the
  ///     outlines of the glyphs are filled.
  ///   - opacity: The opacity of the text and its halo, from 0 (invisible) to 255 (unchanged).
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
