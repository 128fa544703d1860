import CartoucheRaster

extension MapDrawing {
  /// The result of looking up the image that a property names.
  enum PatternLookup {
    /// There is no pattern, and the color counts.
    case none
    /// The image is missing, and nothing is drawn.
    case missing
    case image(StyleImage)
  }

  /// Returns the image that a pattern names. A missing image is remembered in ``missingImages``.
  mutating func pattern(_ property: CompiledProperty, _ group: FeatureGroup? = nil) -> PatternLookup {
    if property.isNone { return .none }
    guard let name = frame.text(property, group), !name.isEmpty else { return property.dependsOnFeature ? .missing : .none }
    guard let image = style.images[name] else {
      missingImages.insert(name)
      return .missing
    }
    if image.image.isEmpty || image.pixelRatio <= 0 { return .missing }
    return ignoresPatterns ? .none : .image(image)
  }

  /// Returns the paint of a pattern in a cell of the map.
  ///
  /// The pattern repeats from the world's northwest corner. It has its own size at whole zooms, and grows
  /// until the next. Below zoom 0, it shrinks with the world, as in MapLibre. It turns with the map, and so
  /// continues in the next tile.
  ///
  /// - Parameters:
  ///   - origin: The northwest corner of the cell. The copy of the image near it counts, so that the
  ///     pattern's bits do not depend on the view.
  ///   - offset: The offset by which the layer is moved.
  func paint(_ pattern: StyleImage, near origin: MapPoint, offset: Point = .zero) -> Paint {
    typealias Element = WideFixed<32>
    let (transform, ratio) = (frame.transform, Int128(pattern.pixelRatio.rawValue))
    // A pixel of the image is 2^bits / ratio units of the map, where the ratio counts 1/65536.
    let bits = Int128(32 - max(frame.wholeZoom, 0) + 16)
    func start(_ coordinate: Int64, _ count: Int) -> Int64 {
      let period = Int128(count) << bits  // < 2^92
      let position = Int128(coordinate) * ratio
      let rest = position % period
      return coordinate &- Int64(clamping: ((rest < 0 ? rest + period : rest) + ratio / 2) / ratio)
    }
    let size = pattern.image.size
    let corner = MapPoint(x: start(origin.x, size.width), y: start(origin.y, size.height))
    let point = transform.point(at: corner) + offset
    func element(_ scale: Int64) -> Element {
      let wide = Int128(scale) << (bits + 16) / ratio  // < 2^108
      return Element(saturating: wide >> Int128(transform.fractionBits))
    }
    let (a, b) = (element(transform.a), element(transform.b))
    // An image that is drawn much smaller would sparkle.
    let isReduced = a.magnitude < 0.75 && b.magnitude < 0.75
    let image = isReduced ? cache.reducible(pattern.image) : pattern.image
    return .image(
      ImagePattern(
        image,
        transform: AffineTransform(
          a: a, b: -b, c: b, d: a, tx: Element(rounding: point.x), ty: Element(rounding: point.y)),
        tiling: .repeat, filter: isReduced ? .trilinear : .bilinear))
  }

  /// Adds a background that is filled with a pattern, tile by tile.
  mutating func drawBackground(_ pattern: StyleImage, opacity: Scalar, _ layer: CompiledLayer) {
    let alpha = UInt8(clamping: (opacity * 255).rounded)
    guard alpha > 0 else { return }
    for cell in TileCover.cells(frame.transform, zoom: max(frame.wholeZoom, 0)) {
      let corners = frame.transform.corners(of: cell)
      var box = BoundingBox()
      for corner in corners { box.add(corner) }
      guard let bounds = box.rect, bounds.intersects(frame.part) else { continue }
      cells.append(corners)
      // The clip shows the cell's pixels, so a margin beyond them is hidden.
      let path = Path(rect: bounds.insetBy(dx: -2, dy: -2))
      shapes.append(
        Shape(
          content: .filled(path, paint(pattern, near: cell.origin), alpha), cell: cells.count - 1, style: layer.index))
    }
  }
}

extension MapDrawing.Content {
  /// Returns a path that is filled with a translucent paint.
  static func filled(_ path: Path, _ paint: Paint, _ alpha: UInt8) -> MapDrawing.Content {
    if alpha == 255 { return .fill(path, paint) }
    var list = DisplayList()
    list.fill(path, with: paint, opacity: alpha)
    return .list(list)
  }
}
