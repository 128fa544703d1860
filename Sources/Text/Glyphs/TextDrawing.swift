public import CartoucheRaster

/// The glyphs of a text layout, prepared for drawing. A text drawing can be added to display lists repeatedly
/// without allocating memory.
public struct TextDrawing {
  private var upright: TextRuns?
  /// The runs for text that is not upright; nil if its glyphs are too large for turned masks.
  private var turned: TurnedTextRuns?
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
    let halo = halo.map { Halo(color: $0.color, width: $0.width.clamped(from: 0, to: 64)) }
    let runs = TextRuns(layout, fonts: fonts, halo: halo)
    upright = runs
    bounds = runs.bounds ?? .zero
    if runs.isTurnable && !bounds.isEmpty { turned = TurnedTextRuns(layout, fonts: fonts, halo: halo) }
  }

  /// Adds the text and its halo to a display list.
  ///
  /// - Parameters:
  ///   - list: The display list.
  ///   - transform: The transform from the text layout's coordinate space to the display list's coordinate
  ///     space. If the transform only translates, cached masks of the glyphs are drawn. If it also turns
  ///     small text, the masks are of glyphs in the nearest of 256 directions. Otherwise, the outlines of the
  ///     glyphs are filled.
  ///   - opacity: The opacity of the text and its halo, from 0 (invisible) to 255 (unchanged).
  public func draw(into list: inout DisplayList, transform: Homography = .identity, opacity: UInt8 = 255) {
    if let turned, let turn = TextTurn(transform) {
      let offset = Homography.translation(x: turn.offset.x, y: turn.offset.y)
      turned.runs(for: turn).draw(into: &list, transform: offset, opacity: opacity)
    } else {
      upright?.draw(into: &list, transform: transform, opacity: opacity)
    }
  }
}
