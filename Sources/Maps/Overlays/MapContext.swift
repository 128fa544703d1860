public import CartoucheRaster

/// Where a renderer draws: a display list, and the map under it.
///
/// Its space is the map's, north up, in points of the screen: a pen of 5 is five points wide at every zoom, and what is drawn turns with the map. Sizes that
/// are to grow with the map are asked for: ``rect(for:)``, ``ZoomScale/points(forMapPoints:)``. y points down, and so do pictures.
public struct MapContext {
  /// How large map points are.
  public let zoomScale: ZoomScale
  /// What of the map is seen, with what the renderer reaches beyond its own: whatever piece is being drawn, the same.
  ///
  /// What is drawn by it has to be drawn anew when the map moves: see ``OverlayRenderer/needsDisplayOnCameraChange``.
  public internal(set) var visibleMapRect: MapRect
  /// What of it is to be drawn this time: what lies beside it may be left out, but not cut.
  var part: MapBounds
  /// The same on the view.
  var partRect: Rect
  /// What is drawn, in the space of the view.
  var list = DisplayList()
  /// The view's own transform, and the same with north up.
  let transform: MapTransform
  let northUpTransform: MapTransform
  /// From the space of this context to the view's.
  let rotation: Homography
  /// How many units to the east the copy of the world is that is being drawn.
  var shift: Int64 = 0
  /// Whether that is the first of the copies that are drawn.
  var isFirstCopy = true
  /// What the overlay takes: of a place's copies the one that lies in it is meant.
  var overlayRect: MapRect
  /// How far what is drawn reaches beyond the overlay's rectangle, in points.
  let drawingOutset: Scalar

  init(_ transform: MapTransform, overlayRect: MapRect, drawingOutset: Scalar) {
    self.transform = transform
    (self.overlayRect, self.drawingOutset) = (overlayRect, drawingOutset)
    zoomScale = ZoomScale(transform)
    visibleMapRect = overlayRect
    (part, partRect) = (MapBounds(overlayRect), transform.bounds)
    if transform.camera.bearing == .zero {
      northUpTransform = transform
      rotation = .identity
    } else {
      var camera = transform.camera
      camera.bearing = .zero
      // Turned about a place that stays as long as the clipExtent does, so that what is drawn is the same wherever it is seen.
      let pivot = transform.mapPoint(at: transform.clipExtent.center)
      northUpTransform = MapTransform(MapTransform(camera: camera, bounds: transform.bounds), origin: pivot, at: .zero)
      let stand = transform.point(at: pivot)
      rotation = Homography(.rotation(by: .zero - transform.camera.bearing)).concatenating(.translation(x: stand.x, y: stand.y))
    }
  }

  // MARK: Places

  /// Where a place of the map is in this context.
  public func point(for place: MapPoint) -> Point {
    northUpTransform.point(at: shifted(isHome(place.x) ? place.x : place.nearestCopy(to: overlayRect.center).x, place.y))
  }

  /// Where a coordinate is in this context; nil for what is no place on the map.
  public func point(for coordinate: Coordinate) -> Point? { MapPoint(coordinate).map { point(for: $0) } }

  /// What a part of the map is in this context.
  public func rect(for rect: MapRect) -> Rect {
    let x = isHome(rect.origin.x) ? rect.origin.x : rect.center.nearestCopy(to: overlayRect.center).x &- rect.width / 2
    let from = northUpTransform.point(at: shifted(x, rect.origin.y))
    let to = northUpTransform.point(at: shifted(x &+ rect.width, rect.origin.y &+ rect.height))
    return Rect(origin: from, size: Size(width: to.x - from.x, height: to.y - from.y))
  }

  /// A line through coordinates, each the short way from the one before; what is no place is left out.
  public func path(for coordinates: some Collection<Coordinate>) -> Path {
    var path = Path()
    var line = UnwrappedLine([])
    for coordinate in coordinates {
      line.add(coordinate)
      guard let place = line.points.last else { continue }
      let point = northUpTransform.point(at: shifted(place.x &+ lineShift(line.points[0]), place.y))
      if path.isEmpty { path.move(to: point) } else { path.addLine(to: point) }
    }
    return path
  }

  /// What of the map is at a point of this context; its x may lie in another copy of the world.
  public func mapPoint(for point: Point) -> MapPoint {
    let place = northUpTransform.mapPoint(at: point)
    return MapPoint(x: place.x &- shift, y: place.y)
  }

  private func lineShift(_ first: MapPoint) -> Int64 {
    isHome(first.x) ? 0 : first.nearestCopy(to: overlayRect.center).x &- first.x
  }

  private func isHome(_ x: Int64) -> Bool { x >= overlayRect.origin.x && x <= overlayRect.origin.x &+ overlayRect.width }

  /// A place in the copy of the world that is drawn.
  func shifted(_ x: Int64, _ y: Int64) -> MapPoint { MapPoint(x: x &+ shift, y: y) }

  /// Where a place in the copy that is drawn is on the view.
  func viewPoint(for place: MapPoint) -> Point { transform.point(at: shifted(place.x, place.y)) }

  // MARK: Drawing

  /// Fills `path`.
  public mutating func fill(
    _ path: Path, rule: FillRule = .nonZero, with paint: Paint, opacity: Scalar = 1, blend: BlendMode = .normal
  ) {
    list.fill(path, rule: rule, with: paint, transform: rotation, opacity: Self.alpha(opacity), blend: blend)
  }

  /// Strokes `path` with a pen that is as wide, in points of the screen, as `style` says.
  public mutating func stroke(
    _ path: Path, style: StrokeStyle, with paint: Paint, opacity: Scalar = 1, blend: BlendMode = .normal
  ) {
    list.stroke(path, style: style, with: paint, transform: rotation, opacity: Self.alpha(opacity), blend: blend)
  }

  /// Draws `picture` over `rect`, its first row on top unless it is to be flipped.
  ///
  /// - Parameter filter: nil: by its mipmaps if it has some, otherwise between four pixels.
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
    let place = Homography(AffineTransform(a: width, b: 0, c: 0, d: height, tx: x, ty: y))
    list.draw(
      image, transform: rotation.isIdentity ? place : place.concatenating(rotation),
      filter: filter ?? (image.hasMipmaps ? .trilinear : .bilinear), opacity: Self.alpha(opacity), blend: blend)
  }

  /// Adds all of a display list, whose points are this context's.
  public mutating func draw(_ other: DisplayList) { list.append(other, transform: rotation) }

  /// Draws what `body` adds by itself and lays it down as one.
  public mutating func group(opacity: Scalar = 1, blend: BlendMode = .normal, _ body: (inout MapContext) -> Void) {
    let place = list.open(.beginGroup, opacity: Self.alpha(opacity), blend: blend)
    body(&self)
    list.close(place, .endGroup)
  }

  /// Shows what `body` adds inside `path` only.
  public mutating func clipped(to path: Path, rule: FillRule = .nonZero, _ body: (inout MapContext) -> Void) {
    let place = list.open(.beginClip(path, rule), transform: rotation)
    body(&self)
    list.closeClip(place)
  }

  static func alpha(_ opacity: Scalar) -> UInt8 { UInt8((min(max(opacity, 0), 1) * 255).rounded) }

  /// Where a rectangle's corners are on the view, clockwise from the north-west: for neighbours the same points.
  func viewCorners(_ box: MapRect) -> [Point] {
    let (right, bottom) = (box.origin.x &+ box.width, box.origin.y &+ box.height)
    return [
      viewPoint(for: box.origin), viewPoint(for: MapPoint(x: right, y: box.origin.y)),
      viewPoint(for: MapPoint(x: right, y: bottom)),
      viewPoint(for: MapPoint(x: box.origin.x, y: bottom)),
    ]
  }

  /// How a line of the overlay is brought to the view.
  var linePathBuilder: LinePathBuilder {
    LinePathBuilder(
      transform: transform, shift: shift, seen: part, clipExtent: clipExtent,
      box: transform.clipExtent.insetBy(dx: -1536 - drawingOutset, dy: -1536 - drawingOutset).clipBounds)
  }

  /// What of the plane ``MapTransform/clipExtent`` shows, and the pen's drawingOutset more, in the overlay's own copy.
  var clipExtent: MapBounds {
    transform.mapBounds(of: transform.clipExtent.insetBy(dx: -drawingOutset - 2, dy: -drawingOutset - 2)).translated(x: -shift)
  }
}

/// Which way round a picture is drawn.
public enum ImageFlip: Hashable, Sendable {
  case none
  /// The first row at the bottom: for pictures that were made for a y that points up.
  case vertical
  case horizontal
  case both

  var mirrorsX: Bool { self == .horizontal || self == .both }
  var mirrorsY: Bool { self == .vertical || self == .both }
}
