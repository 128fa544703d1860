public import CartoucheRaster

/// A drawing context in which an overlay renderer records its drawing.
///
/// The context's space is in screen points. North is up, and y increases downward. The map view rotates the
/// drawing with the map.
///
/// A line width of 5 is five screen points at every zoom. For sizes that grow with the map, use
/// ``rect(for:)`` or ``ZoomScale/points(forMapPoints:)``. The first row of an image is at the top, in the
/// north.
public struct MapContext {
  /// The current scale of the map, for conversions between MapKit's map points and screen points.
  public let zoomScale: ZoomScale
  /// The part of the map that is visible in the map view, extended on each side by the renderer's
  /// ``OverlayRenderer/drawingOutset``. The value does not become smaller when the renderer draws only a part
  /// of this area.
  ///
  /// If the drawing depends on this property, the drawing must be repeated whenever the map moves. To request
  /// this, override ``OverlayRenderer/needsDisplayOnCameraChange``.
  public internal(set) var visibleMapRect: MapRect
  /// The part of the map that is visible, or that a pan draws in advance around it.
  var widePart: InclusiveMapRect
  /// The part of the map to draw. Geometry outside this part may be left out, but geometry must not be
  /// clipped at the part's edge.
  var part: InclusiveMapRect
  /// The part of the view to draw.
  var partRect: Rect
  /// The recorded drawing, in the space of the view.
  var list = DisplayList()
  /// The transform from the map to the view, and the same transform with north up.
  let transform: MapTransform
  let northUpTransform: MapTransform
  /// The transform from the space of this context to the view's.
  private let rotation: Homography
  /// Whether the drawing depends on the ``MapTransform/clipExtent``. If it does not, a pan moves its pixels,
  /// however far.
  var dependsOnClipExtent = false
  /// The offset to the east, in map units, of the copy of the world that is being drawn.
  var shift: Int64 = 0
  /// Whether the copy of the world that is being drawn is the first copy in this drawing.
  var isFirstCopy = true
  /// The overlay's rectangle. A point is drawn in the copy of the world that is in or near this rectangle.
  var overlayRect: MapRect
  /// The distance by which the drawing may extend beyond the overlay's rectangle, in points.
  let drawingOutset: Scalar

  init(_ transform: MapTransform, overlayRect: MapRect, drawingOutset: Scalar) {
    self.transform = transform
    (self.overlayRect, self.drawingOutset) = (overlayRect, drawingOutset)
    zoomScale = ZoomScale(transform)
    visibleMapRect = overlayRect
    (part, partRect) = (InclusiveMapRect(overlayRect), transform.bounds)
    widePart = part
    if transform.camera.bearing == .zero {
      northUpTransform = transform
      rotation = .identity
    } else {
      var camera = transform.camera
      camera.bearing = .zero
      // The pivot stays while the clip extent does, so that the drawing is the same wherever it is on the
      // view.
      let pivot = transform.mapPoint(at: transform.clipExtent.center)
      northUpTransform = MapTransform(MapTransform(camera: camera, bounds: transform.viewBounds), origin: pivot, at: .zero)
      let pivotOnView = transform.point(at: pivot)
      rotation = Homography(.rotation(by: .zero - transform.camera.bearing)).concatenating(
        .translation(x: pivotOnView.x, y: pivotOnView.y))
    }
  }

  // MARK: Positions

  /// Returns the position of a ``MapPoint`` in this context's space.
  public func point(for mapPoint: MapPoint) -> Point {
    northUpTransform.point(
      at: shifted(isInOverlay(mapPoint.x) ? mapPoint.x : mapPoint.nearestCopy(to: overlayRect.center).x, mapPoint.y))
  }

  /// Returns the position of a coordinate in this context's space. If the coordinate is not on the map, the
  /// method returns nil.
  public func point(for coordinate: Coordinate) -> Point? { MapPoint(coordinate).map { point(for: $0) } }

  /// Returns a rectangle of the map, converted to this context's space.
  public func rect(for rect: MapRect) -> Rect {
    let x = isInOverlay(rect.origin.x) ? rect.origin.x : rect.center.nearestCopy(to: overlayRect.center).x &- rect.width / 2
    let from = northUpTransform.point(at: shifted(x, rect.origin.y))
    let to = northUpTransform.point(at: shifted(x &+ rect.width, rect.origin.y &+ rect.height))
    return Rect(origin: from, size: Size(width: to.x - from.x, height: to.y - from.y))
  }

  /// Returns a path of straight segments through the given coordinates, in this context's space. Each segment
  /// takes the shorter of the two ways around the world.
  ///
  /// Coordinates that are not finite are left out.
  public func path(for coordinates: some Collection<Coordinate>) -> Path {
    var path = Path()
    var line = UnwrappedLine([])
    for coordinate in coordinates {
      line.add(coordinate)
      guard let mapPoint = line.points.last else { continue }
      let point = northUpTransform.point(at: shifted(mapPoint.x &+ lineShift(line.points[0]), mapPoint.y))
      if path.isEmpty { path.move(to: point) } else { path.addLine(to: point) }
    }
    return path
  }

  /// Returns the ``MapPoint`` at a point of this context's space.
  ///
  /// The map repeats the world to the east and west. If the point is east or west of the copy that is being
  /// drawn, the x of the result is outside the world.
  public func mapPoint(for point: Point) -> MapPoint {
    let mapPoint = northUpTransform.mapPoint(at: point)
    return MapPoint(x: mapPoint.x &- shift, y: mapPoint.y)
  }

  private func lineShift(_ first: MapPoint) -> Int64 {
    isInOverlay(first.x) ? 0 : first.nearestCopy(to: overlayRect.center).x &- first.x
  }

  private func isInOverlay(_ x: Int64) -> Bool { x >= overlayRect.origin.x && x <= overlayRect.origin.x &+ overlayRect.width }

  /// Returns the map point at `x` and `y`, moved to the copy of the world that is being drawn.
  func shifted(_ x: Int64, _ y: Int64) -> MapPoint { MapPoint(x: x &+ shift, y: y) }

  /// Returns the position in the view of a map point, in the copy of the world that is being drawn.
  func viewPoint(for mapPoint: MapPoint) -> Point { transform.point(at: shifted(mapPoint.x, mapPoint.y)) }

  // MARK: Drawing

  /// Takes note of whether the paths of a builder depend on the clip extent.
  mutating func addDependence(of builder: LinePathBuilder) {
    dependsOnClipExtent = dependsOnClipExtent || builder.dependsOnClipExtent
  }

  /// Returns the transform from the space of this context to the view's, for a drawing. On a turned map, its
  /// pivot depends on the clip extent.
  mutating func rotationForDrawing() -> Homography {
    dependsOnClipExtent = dependsOnClipExtent || !rotation.isIdentity
    return rotation
  }

  /// Fills a path with `paint`. The path is in this context's space.
  public mutating func fill(
    _ path: Path, rule: FillRule = .nonZero, with paint: Paint, opacity: Scalar = 1, blend: BlendMode = .normal
  ) {
    list.fill(path, rule: rule, with: paint, transform: rotationForDrawing(), opacity: Self.alpha(opacity), blend: blend)
  }

  /// Strokes a path with `paint`. The path is in this context's space. The line width in `style` is a number
  /// of screen points.
  public mutating func stroke(
    _ path: Path, style: StrokeStyle, with paint: Paint, opacity: Scalar = 1, blend: BlendMode = .normal
  ) {
    list.stroke(path, style: style, with: paint, transform: rotationForDrawing(), opacity: Self.alpha(opacity), blend: blend)
  }

  /// Draws an image, scaled to fill `rect`. The rectangle is in this context's space.
  ///
  /// - Parameters:
  ///   - flip: The directions in which the image is flipped. Without flipping, the first row of the image is
  ///     at the top of `rect`.
  ///   - filter: The filter for scaling. If nil, the filter is trilinear for an image with mip levels, and
  ///     bilinear for any other image.
  public mutating func draw(
    _ image: Image, in rect: Rect, flipped flip: ImageFlip = .none, filter: ImageFilter? = nil, opacity: Scalar = 1,
    blend: BlendMode = .normal
  ) {
    guard !image.isEmpty, !rect.isEmpty else { return }
    typealias Element = WideFixed<32>
    var width = Element(rounding: rect.width) / image.size.width
    var height = Element(rounding: rect.height) / image.size.height
    var (x, y) = (Element(rounding: rect.minX), Element(rounding: rect.minY))
    if flip.mirrorsX { (width, x) = (-width, Element(rounding: rect.maxX)) }
    if flip.mirrorsY { (height, y) = (-height, Element(rounding: rect.maxY)) }
    let imageTransform = Homography(AffineTransform(a: width, b: 0, c: 0, d: height, tx: x, ty: y))
    let rotation = rotationForDrawing()
    list.draw(
      image, transform: rotation.isIdentity ? imageTransform : imageTransform.concatenating(rotation),
      filter: filter ?? (image.hasMipmaps ? .trilinear : .bilinear), opacity: Self.alpha(opacity), blend: blend)
  }

  /// Draws the items of a display list. Points in the display list are in this context's space.
  public mutating func draw(_ other: DisplayList) { list.append(other, transform: rotationForDrawing()) }

  /// Calls the closure `body` and composites its drawing as one group. `opacity` and `blend` apply to the
  /// group as a whole, not to each shape.
  public mutating func group(opacity: Scalar = 1, blend: BlendMode = .normal, _ body: (inout MapContext) -> Void) {
    let group = list.open(.beginGroup, opacity: Self.alpha(opacity), blend: blend)
    body(&self)
    list.close(group, .endGroup)
  }

  /// Calls the closure `body` and clips its drawing to the inside of a path. The path is in this context's
  /// space.
  public mutating func clipped(to path: Path, rule: FillRule = .nonZero, _ body: (inout MapContext) -> Void) {
    let clip = list.open(.beginClip(path, rule), transform: rotationForDrawing())
    body(&self)
    list.closeClip(clip)
  }

  static func alpha(_ opacity: Scalar) -> UInt8 { UInt8((opacity.clamped(from: 0, to: 1) * 255).rounded) }

  /// Returns the corners of a map rectangle in the view, clockwise from the northwest. Adjacent rectangles
  /// share exactly the same corner points.
  func viewCorners(_ box: MapRect) -> [Point] {
    let (right, bottom) = (box.origin.x &+ box.width, box.origin.y &+ box.height)
    return [
      viewPoint(for: box.origin), viewPoint(for: MapPoint(x: right, y: box.origin.y)),
      viewPoint(for: MapPoint(x: right, y: bottom)),
      viewPoint(for: MapPoint(x: box.origin.x, y: bottom)),
    ]
  }

  /// The builder that makes paths from the overlay's lines.
  var linePathBuilder: LinePathBuilder {
    LinePathBuilder(
      transform: transform, shift: shift, visible: part, clipExtent: clipExtent,
      box: transform.clipExtent.insetBy(dx: -1536 - drawingOutset, dy: -1536 - drawingOutset).clipBounds)
  }

  /// The part of the plane within ``MapTransform/clipExtent``, extended by the drawing's outset, in the
  /// overlay's own copy of the world.
  var clipExtent: InclusiveMapRect {
    transform.mapBounds(of: transform.clipExtent.insetBy(dx: -drawingOutset - 2, dy: -drawingOutset - 2)).translated(x: -shift)
  }
}

/// The directions in which an image is flipped when a ``MapContext`` draws the image.
public enum ImageFlip: Hashable, Sendable {
  /// The image is not flipped. Its first row is at the top.
  case none
  /// The image is flipped top to bottom, so its first row is at the bottom. Use this case for images that are
  /// made for a y axis that points up.
  case vertical
  /// The image is flipped left to right.
  case horizontal
  /// The image is flipped top to bottom and left to right.
  case both

  var mirrorsX: Bool { self == .horizontal || self == .both }
  var mirrorsY: Bool { self == .vertical || self == .both }
}
