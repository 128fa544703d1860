import CartoucheRaster

extension MapDrawing {
  /// Adds the image of a tile.
  mutating func drawRaster(_ paint: RasterPaint, _ layer: CompiledLayer, _ image: Image, _ placement: TilePlacement) {
    let corners = Array(frame.transform.corners(of: placement.id))
    guard let (shown, alpha, filter) = adjusted(image, paint, corners) else { return }
    let pattern = ImagePattern(
      shown, transform: AffineTransform(mapping: image.size, to: corners), tiling: .clamp, filter: filter)
    // The clip shows the cell's pixels, so a margin beyond them is hidden.
    let path = Path(rect: placement.cellBounds.insetBy(dx: -2, dy: -2))
    shapes.append(
      Shape(content: .filled(path, .image(pattern), alpha), cell: placement.cell, style: layer.index, features: 1))
  }

  /// Adds one image that is laid over a part of the map, in each copy of the world that shows it.
  mutating func drawImage(_ paint: RasterPaint, _ layer: CompiledLayer, _ source: ImageSource) {
    guard let corners = source.mapCorners else { return }
    let image = cache.reducible(source.image)
    let view = frame.transform.cornerBounds(of: frame.transform.bounds)
    var box = InclusiveMapRect.null
    for corner in corners { box.add(corner) }
    let world = MapPoint.worldSize
    // At zoom −2, where the world is narrowest, these are more than 2^15 points.
    let first = (view.minX &- box.maxX) / world - 1
    for copy in first...first + 264 where box.translated(x: copy * world).intersects(view) {
      let points = corners.map { frame.transform.point(at: MapPoint(x: $0.x + copy * world, y: $0.y)) }
      var bounds = BoundingBox()
      for point in points { bounds.add(point) }
      guard bounds.rect?.intersects(frame.part) == true, let (shown, alpha, filter) = adjusted(image, paint, points) else {
        continue
      }
      var list = DisplayList()
      // As MapLibre does, the image is bent along the diagonal from the northeast to the southwest.
      list.group(opacity: alpha) { list in
        Self.fill(points, with: shown, between: points, filter, &list)
        let opposite = points[1] + points[3] - points[2]
        guard opposite != points[0] else { return }
        Self.fill(Array(points[1...3]), with: shown, between: [opposite] + points[1...3], filter, blend: .copy, &list)
      }
      shapes.append(Shape(content: .list(list), style: layer.index, features: 1))
    }
  }

  /// Fills a polygon with a part of an image that is drawn between corners.
  private static func fill(
    _ polygon: [Point], with image: Image, between corners: [Point], _ filter: ImageFilter, blend: BlendMode = .normal,
    _ list: inout DisplayList
  ) {
    var path = Path()
    path.move(to: polygon[0])
    for point in polygon.dropFirst() { path.addLine(to: point) }
    path.closeSubpath()
    let pattern = ImagePattern(
      image, transform: AffineTransform(mapping: image.size, to: corners), tiling: .clamp, filter: filter)
    list.fill(path, with: .image(pattern), blend: blend)
  }

  /// Returns how an image is drawn between corners; nil if it is not drawn at all.
  private mutating func adjusted(_ image: Image, _ paint: RasterPaint, _ corners: [Point]) -> (Image, alpha: UInt8, ImageFilter)? {
    let alpha = UInt8(clamping: (frame.number(paint.opacity) * 255).rounded)
    guard alpha > 0, !image.isEmpty else { return nil }
    let adjustment = ImageAdjustment(
      hueRotation: Angle(degrees: WideFixed<32>(rounding: frame.number(paint.hueRotation))),
      saturation: frame.number(paint.saturation), contrast: frame.number(paint.contrast),
      minimumBrightness: frame.number(paint.minimumBrightness), maximumBrightness: frame.number(paint.maximumBrightness))
    let shown = cache.adjusted(image, by: adjustment)
    // Mip levels blur, so they serve only an image that is reduced by more than √2.
    let width = Scalar.hypotenuse(corners[1].x - corners[0].x, corners[1].y - corners[0].y)
    let isReduced = width * 1.4140625 < Scalar(image.size.width)
    return (shown, alpha, frame.text(paint.resampling) == "nearest" ? .nearest : isReduced ? .trilinear : .bilinear)
  }
}

extension ImageSource {
  /// The corners on the map's plane, the first one in the first copy of the world; nil if there are not four
  /// valid coordinates.
  var mapCorners: [MapPoint]? {
    guard corners.count == 4, corners.allSatisfy({ $0.latitude.isFinite && $0.longitude.isFinite }) else { return nil }
    let first = MapPoint(clamping: corners[0])
    return corners.map { corner in
      // Longitudes count as they are, so that an image may be as wide as the world.
      let turns = ((corner.longitude - corners[0].longitude) / 360).clamped(from: -4, to: 4)
      let east = ElementaryFunctions.nearest(turns * Double(MapPoint.worldSize))
      return MapPoint(x: first.x + east, y: MapPoint(clamping: corner).y)
    }
  }
}

extension AffineTransform {
  /// Creates the transform that maps an image to a parallelogram, whose points are clockwise from where the
  /// image's top left corner is.
  fileprivate init(mapping size: PixelSize, to points: [Point]) {
    func part(_ from: Scalar, _ to: Scalar, _ count: Int) -> Element { Element(rounding: to - from) / Element(count) }
    self.init(
      a: part(points[0].x, points[1].x, size.width), b: part(points[0].y, points[1].y, size.width),
      c: part(points[0].x, points[3].x, size.height), d: part(points[0].y, points[3].y, size.height),
      tx: Element(rounding: points[0].x), ty: Element(rounding: points[0].y))
  }
}
