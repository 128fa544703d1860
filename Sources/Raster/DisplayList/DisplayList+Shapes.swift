extension DisplayList {
  /// Fills a path with a paint.
  ///
  /// The `transform` maps the path's space to the screen.
  public mutating func fill(
    _ path: Path, rule: FillRule = .nonZero, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.shape(.fill(path, rule), paint, Compositing(opacity: opacity, blend: blend)), transform: transform)
  }

  /// Strokes a path with a paint. The line width of `style` is measured in the path's own space.
  ///
  /// Where strokes of one path overlap, the paint is applied once, even if the paint is translucent.
  public mutating func stroke(
    _ path: Path, style: StrokeStyle, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.shape(.stroke(path, style), paint, Compositing(opacity: opacity, blend: blend)), transform: transform)
  }

  /// Draws an image with antialiased edges.
  ///
  /// In the space that `transform` maps to the screen, the image's top left corner is the origin. A pixel of
  /// the image is one unit wide and one unit high there.
  public mutating func draw(
    _ image: Image, transform: Homography = .identity, filter: ImageFilter = .bilinear, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.image(image, filter, Compositing(opacity: opacity, blend: blend)), transform: transform)
  }

  /// Draws an image stretched over `rect` in nine parts.
  ///
  /// The corners keep their size. The edges between the corners stretch along their length, and the center
  /// stretches both ways. If the corners do not fit `rect`, all corners are scaled down by one factor. If the
  /// insets overlap in the image, they are clamped to the image's size.
  ///
  /// - Parameter insets: The sizes of the corners and edges, in pixels of the image.
  public mutating func draw(
    _ image: Image, insets: EdgeInsets, over rect: Rect, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.ninePatch(image, insets, rect, Compositing(opacity: opacity, blend: blend)), transform: transform)
  }

  /// Draws the shadow of a rectangle or of a path in one color.
  ///
  /// - Parameters:
  ///   - mask: The shadow's shape and blur. The mask was made for rounded rectangles or for one path.
  ///   - rect: The rectangle that casts the shadow, already moved by the shadow's offset. If `mask` was made
  ///     for a path, only the rectangle's origin counts: the origin is added to the path's points.
  public mutating func drawShadow(
    _ mask: ShadowMask, of rect: Rect, color: Color, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.shape(.shadow(mask, rect), .color(color), Compositing(opacity: opacity, blend: blend)), transform: transform)
  }

  /// Paints the pixels that a coverage mask covers, in proportion to each pixel's coverage.
  ///
  /// The mask is drawn at its own `bounds`. If `transform` moves the mask by whole pixels, each pixel of the
  /// mask falls on one pixel of the screen. Under any other transform, coverage is interpolated between the
  /// mask's pixels. At the mask's border, the coverage then fades out within half a pixel. A mask has no
  /// mipmaps, so a mask that is scaled down a lot is undersampled.
  public mutating func fill(
    _ mask: CoverageMask, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255, blend: BlendMode = .normal
  ) {
    append(.shape(.mask(mask), paint, Compositing(opacity: opacity, blend: blend)), transform: transform)
  }

  /// Draws the glyphs of a glyph run with a paint.
  ///
  /// If `transform` is a translation, the prerendered masks of the glyphs are drawn. The masks are positioned
  /// to a quarter of a pixel horizontally and to whole pixels vertically. Under any other transform, the
  /// glyphs' outlines are filled.
  public mutating func draw(
    _ glyphs: GlyphRun, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255, blend: BlendMode = .normal
  ) {
    append(.shape(.glyphs(glyphs), paint, Compositing(opacity: opacity, blend: blend)), transform: transform)
  }
}
