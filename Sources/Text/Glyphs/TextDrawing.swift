public import CartoucheRaster

/// A band round each glyph, drawn under the whole text, so that it can be read on any ground.
public struct Halo: Hashable, Sendable, BitwiseCopyable {
  public var color: Color
  /// How far it reaches beyond the glyphs, in points, held to 0…64.
  public var width: Scalar

  public init(color: Color = .white, width: Scalar) {
    (self.color, self.width) = (color, width)
  }
}

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
    var ink = InkBounds()
    let width = halo.map { min(max($0.width, 0), 64) } ?? 0
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
    bounds = ink.rect
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

/// The smallest rectangle round all outlines.
private struct InkBounds {
  private var low = Point(x: .max, y: .max)
  private var high = Point(x: .min, y: .min)

  var rect: Rect {
    low.x > high.x ? .zero : Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  mutating func add(_ rect: Rect, at origin: Point) {
    low = Point(x: min(low.x, rect.minX + origin.x), y: min(low.y, rect.minY + origin.y))
    high = Point(x: max(high.x, rect.maxX + origin.x), y: max(high.y, rect.maxY + origin.y))
  }
}

/// Gathers placed glyphs, each shape once.
private struct GlyphRunBuilder {
  let fonts: FontCollection
  let halo: Scalar
  var run = GlyphRun(shapes: [], placements: [])
  private var known: [GlyphCache.Key: Int32] = [:]
  /// Of each shape what its outline takes; nil without ink.
  private var extents: [Rect?] = []

  init(fonts: FontCollection, halo: Scalar) {
    (self.fonts, self.halo) = (fonts, halo)
  }

  mutating func add(_ glyph: TextLayout.Glyph, size: Scalar, ink: inout InkBounds) {
    if glyph.face == MissingGlyph.face && glyph.glyph == MissingGlyph.blank { return }
    let key = GlyphCache.Key(
      face: glyph.face, glyph: glyph.face < 0 ? 0 : glyph.glyph, size: size.rawValue, halo: halo.rawValue)
    let index: Int32
    if let found = known[key] {
      index = found
    } else {
      index = Int32(clamping: run.shapes.count)
      known[key] = index
      let shape = fonts.shape(key, size: size, halo: halo)
      run.shapes.append(shape)
      extents.append(shape.outline.controlBounds)
    }
    guard let extent = extents[Int(index)] else { return }
    run.placements.append(GlyphRun.Placement(shape: index, origin: glyph.origin))
    ink.add(extent, at: glyph.origin)
  }
}

extension FontCollection {
  /// A glyph, or its halo, at a size: kept, or made now.
  fileprivate func shape(_ key: GlyphCache.Key, size: Scalar, halo: Scalar) -> GlyphShape {
    glyphs.shape(key) {
      var outline: Path
      if key.face >= 0, Int(key.face) < faces.count {
        outline = faces[Int(key.face)].outline(of: key.glyph, size: size)
      } else {
        outline = MissingGlyph.outline(size: size)
      }
      if halo > 0 { outline = outline.stroked(style: StrokeStyle(width: halo * 2, cap: .round, join: .round)) }
      return GlyphShape(outline: outline, scratch: glyphs.maskScratch)
    }
  }
}
