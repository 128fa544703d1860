extension DisplayList {
  /// Fills `path`, given in a space that `transform` maps to the screen.
  public mutating func fill(
    _ path: Path, rule: FillRule = .nonZero, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.fill(path, rule), with: paint, transform: transform, opacity: opacity, blend: blend)
  }

  /// Strokes `path` with a pen as wide as `style` says in the path's own space.
  ///
  /// Where strokes of one path overlap they unite: a translucent paint is laid once.
  public mutating func stroke(
    _ path: Path, style: StrokeStyle, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.stroke(path, style), with: paint, transform: transform, opacity: opacity, blend: blend)
  }

  /// Draws `picture`, one unit of its own space a pixel, origin top left, its edges antialiased.
  public mutating func draw(
    _ image: Image, transform: Homography = .identity, filter: ImageFilter = .bilinear, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.image(image, filter), transform: transform, opacity: opacity, blend: blend)
  }

  /// Draws `picture` over `rect` in nine parts: the corners, as large as `insets` says in pixels of the picture, keep their size, the edges between them
  /// stretch along their length and the middle stretches both ways.
  ///
  /// Corners that do not fit `rect` are made smaller together; insets that overlap in the picture are held to its size.
  public mutating func draw(
    _ image: Image, insets: EdgeInsets, over rect: Rect, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.ninePatch(image, insets, rect), transform: transform, opacity: opacity, blend: blend)
  }

  /// Draws the shadow of `rect`, or of the path that `mask` was made of, in one colour.
  ///
  /// - Parameter rect: what casts the shadow, moved by the shadow's offset; of a path's mask only the origin counts, which is added to the path's points.
  public mutating func drawShadow(
    _ mask: ShadowMask, of rect: Rect, color: Color, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.shadow(mask, rect), with: .color(color), transform: transform, opacity: opacity, blend: blend)
  }

  /// Lays `paint` down as far as `mask` covers each pixel.
  ///
  /// The mask lies at its own `bounds`. Where `transform` moves by whole pixels a pixel of it is one of the screen; otherwise it is smoothed between its pixels and fades
  /// out within half a pixel beyond them. There are no mipmaps: much smaller it sparkles.
  public mutating func fill(
    _ mask: CoverageMask, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255, blend: BlendMode = .normal
  ) {
    append(.mask(mask), with: paint, transform: transform, opacity: opacity, blend: blend)
  }

  /// Draws glyphs.
  ///
  /// Where `transform` only moves, kept coverages are laid down, placed to a quarter of a pixel across and to whole pixels down; otherwise outlines are filled.
  public mutating func draw(
    _ glyphs: GlyphRun, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255, blend: BlendMode = .normal
  ) {
    append(.glyphs(glyphs), with: paint, transform: transform, opacity: opacity, blend: blend)
  }
}

/// Which side of an outline is inside.
public enum FillRule: UInt8, Hashable, Sendable, BitwiseCopyable {
  case nonZero, evenOdd
}
