import CartoucheRaster
import CartoucheScene

/// An overlay's place among the layers: one layer each, so that one that changes damages what it covers and no more.
///
/// It has no size, so that fingers fall through, and its space is the map view's, as far away as the contentLayer was carried since the overlay was placed anew. What it shows is recorded when it is drawn for the first time with a camera, and
/// appended to the frame's list as long as that stays; the lists' storage is kept.
final class OverlayLayer: Layer {
  let overlay: any Overlay
  private(set) var renderer: OverlayRenderer?
  private var hasAsked = false
  private(set) var mapRect: MapRect
  /// What of the view may be touched.
  private(set) var seen = Rect.zero
  /// The copies of the world in which the overlay is seen.
  private var copies: [Int] = []
  private var transform2D: MapTransform?
  /// Where the contentLayer's contents had their origin when the overlay was placed anew: as far as it has been carried since, so far it stands from the view's origin.
  private var placementOrigin = PixelPoint(x: 0, y: 0)
  private var recorded = DisplayList()
  private var isRecorded = false
  private var needsPlacement = false

  /// In which the layer stands, and so does not hold it.
  private weak var contentLayer: CachedScrollLayer?
  /// The round of the contentLayer in which a part was drawn that is not recorded.
  private var partRound: Int?

  /// - Parameter contentLayer: in which the layer stands.
  init(_ overlay: any Overlay, on contentLayer: CachedScrollLayer) {
    (self.overlay, self.contentLayer) = (overlay, contentLayer)
    mapRect = overlay.boundingMapRect
    super.init(frame: .zero)
  }

  override var drawnBounds: Rect { inOwnSpace(seen) }

  // MARK: Following

  /// Takes the layer to where the overlay is seen, and asks for its renderer when it is seen for the first time.
  ///
  /// - Parameter isTranslated: whether nothing has changed since it was placed last but that the contentLayer was carried, and the overlay with it.
  func updatePlacement(_ transform: MapTransform, isTranslated: Bool = false, _ ask: (any Overlay) -> OverlayRenderer?) {
    // What else changed on the map is nothing to it.
    if isTranslated, !needsPlacement, transform2D == transform { return }
    let isTranslated = isTranslated && !needsPlacement && hasAsked && renderer?.needsDisplayOnCameraChange != true
    transform2D = transform
    needsPlacement = false
    discardRecording()
    if !isTranslated { placementOrigin = transform.integralOrigin }
    let origin = transform.integralOrigin
    position = Point(x: Scalar(origin.x &- placementOrigin.x), y: Scalar(origin.y &- placementOrigin.y))
    find(transform, drawingOutset: renderer?.drawingOutset ?? 0)
    if !hasAsked, !copies.isEmpty {
      hasAsked = true
      renderer = ask(overlay)
      renderer?.layer = self
      opacity = renderer?.alpha ?? 1
      if let drawingOutset = renderer?.drawingOutset, drawingOutset > 0 { find(transform, drawingOutset: drawingOutset) }
    }
    if renderer == nil { (seen, copies) = (.zero, []) }
    if !isTranslated { setNeedsDisplay() }
  }

  /// Whether the layer asked to be placed anew though the map stays.
  func consumePlacementRequest() -> Bool {
    defer { needsPlacement = false }
    return needsPlacement
  }

  /// Forgets the renderer: another may be there.
  func discardRenderer() {
    renderer?.layer = nil
    renderer = nil
    hasAsked = false
    reload()
  }

  func reload() {
    mapRect = overlay.boundingMapRect
    discardRecording()
    needsPlacement = true
    superlayer?.setNeedsLayout()
    setNeedsDisplay()
  }

  func reload(in part: MapRect) {
    guard let transform = transform2D, !needsPlacement else { return reload() }
    discardRecording()
    let drawingOutset = renderer?.drawingOutset ?? 0
    for copy in copies {
      let box = transform.viewRect(part, copy: copy).insetBy(dx: -drawingOutset - 1, dy: -drawingOutset - 1).intersection(seen)
      if !box.isEmpty { setNeedsDisplay(in: inOwnSpace(box)) }
    }
  }

  private func discardRecording() { (isRecorded, partRound) = (false, nil) }

  private func find(_ transform: MapTransform, drawingOutset: Scalar) {
    copies.removeAll(keepingCapacity: true)
    seen = .zero
    guard !mapRect.isEmpty, !transform.bounds.isEmpty else { return }
    let held = MapBounds(mapRect)
    let view = transform.visibleMapBounds
    let world = MapPoint.worldSize
    // Beyond two hundred copies nothing is seen at any zoom of a screen.
    let first = max((view.minX - held.maxX) / world - 2, -200)
    let last = min((view.maxX - held.minX) / world + 2, 200)
    guard first <= last else { return }
    for copy in first...last {
      let box = transform.viewRect(mapRect, copy: Int(copy)).insetBy(dx: -drawingOutset - 1, dy: -drawingOutset - 1).intersection(
        transform.bounds)
      if !box.isEmpty {
        copies.append(Int(copy))
        seen = seen.union(box)
      }
    }
  }

  /// A rectangle of the view in the layer's space, which is carried with the contentLayer.
  private func inOwnSpace(_ rect: Rect) -> Rect {
    Rect(origin: rect.origin - position, size: rect.size)
  }

  // MARK: Drawing

  override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard let map = transform2D, let renderer, !seen.isEmpty else { return }
    if !isRecorded {
      // Parts are drawn of what has moved. What is asked for again, though it stays, since something moves above it, is recorded whole: a renderer of an
      // application's own may be slow.
      let isAgain = !renderer.prefersPartialDrawing && partRound.map { $0 != contentLayer?.partialDrawCount } ?? false
      let part = isAgain ? map.bounds : contentLayer?.partialDrawRect ?? map.bounds
      record(map, renderer, within: part)
      isRecorded = part == map.bounds
      partRound = contentLayer?.partialDrawCount
    }
    guard !recorded.isEmpty else { return }
    let transform = Homography.translation(x: -position.x, y: -position.y).concatenating(transform)
    let corners = map.bounds.corners
    guard let a = transform.project(corners[0]), let b = transform.project(corners[1]), let c = transform.project(corners[2]),
      let d = transform.project(corners[3])
    else { return }
    let place = opacity < 255 ? list.open(.beginGroup, opacity: opacity) : -1
    list.clipped(to: PixelClip(a, b, c, d)) { $0.append(recorded, transform: transform) }
    if place >= 0 { list.closeGroup(place) }
  }

  private func record(_ map: MapTransform, _ renderer: OverlayRenderer, within part: Rect) {
    recorded.removeAll()
    var context = MapContext(map, overlayRect: mapRect, drawingOutset: renderer.drawingOutset)
    swap(&context.list, &recorded)
    let margin = map.units(for: renderer.drawingOutset + 2)
    let (view, box) = (map.visibleMapBounds.expanded(by: margin), map.mapBounds(of: part).expanded(by: margin))
    for copy in copies {
      context.shift = Int64(copy) * MapPoint.worldSize
      context.isFirstCopy = copy == copies.first
      let visible = view.translated(x: -context.shift)
      context.visibleMapRect = visible.rect
      (context.part, context.partRect) = (box.translated(x: -context.shift), part.insetBy(dx: -2, dy: -2))
      renderer.draw(
        renderer.needsDisplayOnCameraChange ? visible.rect : context.part.rect, zoomScale: context.zoomScale, in: &context)
    }
    swap(&context.list, &recorded)
  }
}

extension MapTransform {
  /// What of the plane the view shows: the smallest upright rectangle that holds it.
  var visibleMapBounds: MapBounds { mapBounds(of: bounds) }

  /// How many map units so many points take, rounded up.
  func units(for points: Scalar) -> Int64 {
    Int64(clamping: ((Int128(min(points, 1_048_576).rawValue) << Int128(fractionBits)) >> 38) + 1)
  }

  /// The smallest rectangle of the view that holds `rect` of that copy of the world.
  func viewRect(_ rect: MapRect, copy: Int) -> Rect {
    let (x, y) = (rect.origin.x &+ Int64(copy) &* MapPoint.worldSize, rect.origin.y)
    var box = PointBounds()
    box.add(point(at: MapPoint(x: x, y: y)))
    box.add(point(at: MapPoint(x: x &+ rect.width, y: y)))
    box.add(point(at: MapPoint(x: x &+ rect.width, y: y &+ rect.height)))
    box.add(point(at: MapPoint(x: x, y: y &+ rect.height)))
    return box.rect ?? .zero
  }
}
