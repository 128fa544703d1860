extension DisplayList {
  /// Fills a path with a paint.
  ///
  /// The `transform` maps the path's space to the screen's points. The `opacity` is from 0 (invisible) to 255
  /// (opaque).
  public mutating func fill(
    _ path: Path, rule: FillRule = .nonZero, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.shape(.fill(path, rule), paint, Compositing(opacity: opacity, blend: blend)), transform: transform)
  }

  /// Strokes a path with a paint. The line width of `style` is measured in the path's own space.
  ///
  /// Where the stroke overlaps itself, the paint is applied only once. So a translucent paint is not darker
  /// there.
  public mutating func stroke(
    _ path: Path, style: StrokeStyle, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.shape(.stroke(path, style), paint, Compositing(opacity: opacity, blend: blend)), transform: transform)
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
  /// fit `rect`, all four corners are scaled down by the same factor. If the left and right insets together
  /// exceed the image's width, the right inset is reduced. If the top and bottom insets together exceed the
  /// image's height, the bottom inset is reduced.
  ///
  /// - Parameter insets: The distances of the center part from the image's four edges, in pixels of the
  ///   image. The insets thus give the sizes of the corners.
  public mutating func draw(
    _ image: Image, insets: EdgeInsets, over rect: Rect, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.ninePatch(image, insets, rect, Compositing(opacity: opacity, blend: blend)), transform: transform)
  }

  /// Draws the shadow of a rectangle or of a path. The whole shadow has one color.
  ///
  /// - Parameters:
  ///   - mask: The shadow's shape and blur. The mask was made for rounded rectangles or for one path.
  ///   - rect: The rectangle that casts the shadow, already moved by the shadow's offset. If `mask` was made
  ///     for a path, only the rectangle's origin is used. The origin's coordinates are added to those of the
  ///     path's points.
  public mutating func drawShadow(
    _ mask: ShadowMask, of rect: Rect, color: Color, transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    append(.shape(.shadow(mask, rect), .color(color), Compositing(opacity: opacity, blend: blend)), transform: transform)
  }

  /// Paints the pixels that a coverage mask covers, in proportion to each pixel's coverage.
  ///
  /// The mask's own ``CoverageMask/bounds`` give its position before `transform` is applied. If `transform`
  /// moves the mask by whole pixels, each pixel of the mask falls on one pixel of the screen. Under any other
  /// transform, coverage is interpolated between the mask's pixels. At the mask's border, the interpolated
  /// coverage falls to zero within half a pixel. A mask has no mipmaps. So if a mask is drawn at a much
  /// smaller size, some of its pixels have no effect.
  public mutating func fill(
    _ mask: CoverageMask, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255, blend: BlendMode = .normal
  ) {
    append(.shape(.mask(mask), paint, Compositing(opacity: opacity, blend: blend)), transform: transform)
  }

  /// Draws the glyphs of a glyph run with a paint.
  ///
  /// If `transform` is a translation, the prerendered masks of the glyphs are drawn. Each mask's position is
  /// rounded to a quarter of a pixel horizontally and to a whole pixel vertically. Under any other transform,
  /// the glyphs' outlines are filled. Glyphs that are too large for masks are always filled.
  public mutating func draw(
    _ glyphs: GlyphRun, with paint: Paint, transform: Homography = .identity, opacity: UInt8 = 255, blend: BlendMode = .normal
  ) {
    append(.shape(.glyphs(glyphs), paint, Compositing(opacity: opacity, blend: blend)), transform: transform)
  }
}
