extension DisplayList {
  /// Fills a path with a paint.
  ///
  /// The `transform` maps the path's space to the screen's points. The `opacity` is from 0 (invisible) to 255
  /// (opaque).
  public mutating func fill(
    _ path: Path, rule: FillRule = .nonZero, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    add(.fill(path: tables.add(path), rule), paint, opacity: opacity, blend: blend, transform: transform)
  }

  /// Strokes a path with a paint. The line width of `style` is measured in the path's own space.
  ///
  /// Where the stroke overlaps itself, the paint is applied only once. So a translucent paint is not darker
  /// there.
  public mutating func stroke(
    _ path: Path, style: StrokeStyle, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    add(.stroke(tables.add(Tables.Stroke(path: path, style: style))), paint, opacity: opacity, blend: blend, transform: transform)
  }

  /// Draws an image with antialiased edges.
  ///
  /// The `transform` maps the image's space to the screen's points. In the image's space, the image's top
  /// left corner is the origin, and each pixel is one unit wide and one unit high.
  public mutating func draw(
    _ image: Image, transform: Homography = .identity, filter: ImageFilter = .bilinear, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.image(image, filter, Compositing(opacity: opacity, blend: blend)), transform: transform)
  }

  /// Draws an image in nine parts, which together fill `rect`: four corners, four edges and a center.
  ///
  /// The corners keep their size: one unit of `rect` for each pixel of the image. The edges between the
  /// corners stretch along their length, and the center stretches in both directions. If the corners do not
  /// fit into `rect`, all four corners are scaled down by the same factor.
  ///
  /// - Parameter insets: The distances of the center part from the image's four edges, in pixels of the
  ///   image. If two opposite insets overlap, the right inset or the bottom inset is reduced.
  public mutating func draw(
    _ image: Image, insets: EdgeInsets, over rect: Rect, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.ninePatch(image, insets, rect, Compositing(opacity: opacity, blend: blend)), transform: transform)
  }

  /// Draws the shadow of a rectangle or of a path. The whole shadow has one color.
  ///
  /// - Parameters:
  ///   - mask: The shape and the blur of the shadow, made either for rounded rectangles or for one path.
  ///   - rect: The rectangle that casts the shadow, already moved by the shadow's offset. If `mask` was made
  ///     for a path, the path is moved by `rect.origin`, and the rectangle's size has no effect.
  public mutating func drawShadow(
    _ mask: ShadowMask, of rect: Rect, color: Color, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    add(
      .shadow(tables.add(Tables.Shadow(mask: mask, rect: rect))), .color(color), opacity: opacity, blend: blend,
      transform: transform)
  }

  /// Fills a coverage mask with a paint. At each pixel, the paint is weighted by the mask's coverage.
  ///
  /// The `transform` maps the space of the mask's ``CoverageMask/bounds`` to the screen's points. If the
  /// transform only moves the mask by whole pixels, the coverage is used unchanged. Under any other
  /// transform, the coverage is interpolated between the mask's pixels. At the mask's border, the coverage
  /// then falls to zero within half a pixel.
  ///
  /// A mask has no mipmaps. If a mask is drawn at a much smaller size, some of its pixels are skipped.
  public mutating func fill(
    _ mask: CoverageMask, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255, blend: BlendMode = .normal
  ) {
    add(.mask(tables.add(mask)), paint, opacity: opacity, blend: blend, transform: transform)
  }

  /// Draws the glyphs of a glyph run with a paint.
  ///
  /// If `transform` is a translation, prerendered masks of the glyphs are drawn. The position of each mask is
  /// rounded to 1/4 pixel horizontally and to a whole pixel vertically.
  ///
  /// Under any other transform, the outlines of all glyphs are filled. The outlines are also filled if one of
  /// the glyphs is too large for a mask.
  public mutating func draw(
    _ glyphs: GlyphRun, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255, blend: BlendMode = .normal
  ) {
    add(.glyphs(tables.add(glyphs)), paint, opacity: opacity, blend: blend, transform: transform)
  }
}
