extension DisplayList {
  /// Fills a path, given in a space that `transform` maps to the screen.
  public mutating func fill(
    _ path: Path, rule: FillRule = .nonZero, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.shape(.fill(path, rule), paint, Compositing(opacity: opacity, blend: blend)), transform: transform)
  }

  /// Strokes a path with a pen whose width, in the path's own space, is that of `style`.
  ///
  /// Where strokes of one path overlap they unite: a translucent paint is applied once.
  public mutating func stroke(
    _ path: Path, style: StrokeStyle, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.shape(.stroke(path, style), paint, Compositing(opacity: opacity, blend: blend)), transform: transform)
  }

  /// Draws an image with antialiased edges; its top left corner is the origin, and a pixel is one unit of its
  /// space.
  public mutating func draw(
    _ image: Image, transform: Homography = .identity, filter: ImageFilter = .bilinear, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.image(image, filter, Compositing(opacity: opacity, blend: blend)), transform: transform)
  }

  /// Stretches an image over `rect` in nine parts.
  ///
  /// The corners keep their size, the edges between them stretch along their length, and the center stretches
  /// both ways. Corners that do not fit `rect` are scaled down together; insets that overlap in the image are
  /// clamped to its size.
  ///
  /// - Parameter insets: The sizes of the corners and edges, in pixels of the image.
  public mutating func draw(
    _ image: Image, insets: EdgeInsets, over rect: Rect, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.ninePatch(image, insets, rect, Compositing(opacity: opacity, blend: blend)), transform: transform)
  }

  /// Draws the shadow of `rect`, or of the path that `mask` was made of, in one color.
  ///
  /// - Parameter rect: The rectangle that casts the shadow, moved by the shadow's offset. For a path's mask
  ///   only its origin counts, which is added to the path's points.
  public mutating func drawShadow(
    _ mask: ShadowMask, of rect: Rect, color: Color, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.shape(.shadow(mask, rect), .color(color), Compositing(opacity: opacity, blend: blend)), transform: transform)
  }

  /// Fills the pixels that `mask` covers, each in proportion to its coverage.
  ///
  /// The mask is drawn at its own `bounds`. Where `transform` moves it by whole pixels, its pixels are the
  /// screen's. Elsewhere coverage is interpolated between the mask's pixels and fades out within half a pixel
  /// around them. There are no mipmaps: a mask that is scaled down a lot is undersampled.
  public mutating func fill(
    _ mask: CoverageMask, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255, blend: BlendMode = .normal
  ) {
    append(.shape(.mask(mask), paint, Compositing(opacity: opacity, blend: blend)), transform: transform)
  }

  /// Draws glyphs.
  ///
  /// Where `transform` is a translation, the glyphs' prerendered masks are drawn, positioned to a quarter of
  /// a pixel horizontally and to whole pixels vertically. Elsewhere the outlines are filled.
  public mutating func draw(
    _ glyphs: GlyphRun, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255, blend: BlendMode = .normal
  ) {
    append(.shape(.glyphs(glyphs), paint, Compositing(opacity: opacity, blend: blend)), transform: transform)
  }
}
