import CartoucheRaster
import CartoucheScene

/// The layer of one overlay, so that a change of the overlay damages only the area that the overlay covers.
///
/// The layer has no size, so touches pass through the layer. The layer's space is the map view's space with
/// an offset. The offset is the distance by which the content layer was scrolled since the overlay was
/// placed. The overlay's drawing is recorded when the overlay is first drawn with a camera. While the camera
/// stays, the recorded list is appended to each frame's list. The list's storage is reused.
final class OverlayLayer: Layer {
  let overlay: any Overlay
  private(set) var renderer: OverlayRenderer?
  private var hasRequestedRenderer = false
  private(set) var mapRect: MapRect
  /// The part of the view that the overlay may cover, given by the overlay's rectangle and the renderer's
  /// outset.
  private(set) var visibleRect = Rect.zero
  /// The copies of the world in which the overlay is visible.
  private var copies: [Int] = []
  private var mapTransform: MapTransform?
  /// The content layer's origin when the overlay was placed; the layer's position is the distance scrolled
  /// since then.
  private var placementOrigin = PixelPoint(x: 0, y: 0)
  private var recorded = DisplayList()
  private var isRecorded = false
  private var needsPlacement = false

  /// The content layer, which contains this layer.
  private weak var contentLayer: CachedScrollLayer?
  /// The value of the content layer's ``CachedScrollLayer/partialDrawCount`` when an unrecorded part of the
  /// overlay was drawn.
  private var partialDrawCount: Int?

  /// Creates the layer of an overlay.
  ///
  /// - Parameter contentLayer: The content layer that will contain the new layer.
  init(_ overlay: any Overlay, on contentLayer: CachedScrollLayer) {
    (self.overlay, self.contentLayer) = (overlay, contentLayer)
    mapRect = overlay.boundingMapRect
    super.init(frame: .zero)
  }

  override var drawnBounds: Rect { inOwnSpace(visibleRect) }

  // MARK: Following

  /// Places the layer for `transform`. When the overlay is visible for the first time, the method calls
  /// `makeRenderer`.
  ///
  /// - Parameter isTranslated: Whether the content layer, and the overlay with the content layer, was only
  ///   scrolled since the last placement.
  func updatePlacement(_ transform: MapTransform, isTranslated: Bool = false, _ makeRenderer: (any Overlay) -> OverlayRenderer?) {
    // Other changes on the map do not concern this overlay.
    if isTranslated, !needsPlacement, mapTransform == transform { return }
    let isTranslated = isTranslated && !needsPlacement && hasRequestedRenderer && renderer?.needsDisplayOnCameraChange != true
    mapTransform = transform
    needsPlacement = false
    discardRecording()
    if !isTranslated { placementOrigin = transform.integralOrigin }
    let origin = transform.integralOrigin
    position = Point(x: Scalar(origin.x &- placementOrigin.x), y: Scalar(origin.y &- placementOrigin.y))
    updateVisibleRect(transform, drawingOutset: renderer?.drawingOutset ?? 0)
    if !hasRequestedRenderer, !copies.isEmpty {
      hasRequestedRenderer = true
      renderer = makeRenderer(overlay)
      renderer?.layer = self
      opacity = renderer?.alpha ?? 1
      if let drawingOutset = renderer?.drawingOutset, drawingOutset > 0 {
        updateVisibleRect(transform, drawingOutset: drawingOutset)
      }
    }
    if renderer == nil { (visibleRect, copies) = (.zero, []) }
    if !isTranslated { setNeedsDisplay() }
  }

  /// Returns whether the layer requested placement while the map was at rest, and clears that request.
  func consumePlacementRequest() -> Bool {
    defer { needsPlacement = false }
    return needsPlacement
  }

  /// Discards the renderer, because the application may return another renderer for the overlay.
  func discardRenderer() {
    renderer?.layer = nil
    renderer = nil
    hasRequestedRenderer = false
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
    guard let transform = mapTransform, !needsPlacement else { return reload() }
    discardRecording()
    let drawingOutset = renderer?.drawingOutset ?? 0
    for copy in copies {
      let box = transform.viewRect(part, copy: copy).insetBy(dx: -drawingOutset - 1, dy: -drawingOutset - 1).intersection(
        visibleRect)
      if !box.isEmpty { setNeedsDisplay(in: inOwnSpace(box)) }
    }
  }

  private func discardRecording() { (isRecorded, partialDrawCount) = (false, nil) }

  private func updateVisibleRect(_ transform: MapTransform, drawingOutset: Scalar) {
    copies.removeAll(keepingCapacity: true)
    visibleRect = .zero
    guard !mapRect.isEmpty, !transform.bounds.isEmpty else { return }
    let bounds = InclusiveMapRect(mapRect)
    let view = transform.visibleMapBounds
    let world = MapPoint.worldSize
    // No screen shows more than two hundred copies at any zoom.
    let first = max((view.minX - bounds.maxX) / world - 2, -200)
    let last = min((view.maxX - bounds.minX) / world + 2, 200)
    guard first <= last else { return }
    for copy in first...last {
      let box = transform.viewRect(mapRect, copy: Int(copy)).insetBy(dx: -drawingOutset - 1, dy: -drawingOutset - 1).intersection(
        transform.bounds)
      if !box.isEmpty {
        copies.append(Int(copy))
        visibleRect = visibleRect.union(box)
      }
    }
  }

  /// Returns a rectangle of the view converted to the layer's space, which scrolls with the content layer.
  private func inOwnSpace(_ rect: Rect) -> Rect {
    Rect(origin: rect.origin - position, size: rect.size)
  }

  // MARK: Drawing

  override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard let map = mapTransform, let renderer, !visibleRect.isEmpty else { return }
    if !isRecorded {
      // While the map moves, parts are drawn. A part that is requested again, because something above the
      // resting overlay moves, is recorded for the whole view: an application's own renderer may be slow.
      let isRepeated = !renderer.prefersPartialDrawing && partialDrawCount.map { $0 != contentLayer?.partialDrawCount } ?? false
      let part = isRepeated ? map.bounds : contentLayer?.partialDrawRect ?? map.viewBounds
      record(map, renderer, within: part)
      isRecorded = isRepeated || contentLayer?.partialDrawRect == nil
      partialDrawCount = contentLayer?.partialDrawCount
    }
    guard !recorded.isEmpty else { return }
    let transform = Homography.translation(x: -position.x, y: -position.y).concatenating(transform)
    let corners = (contentLayer?.drawsOverscan(of: map) == true ? map.bounds : map.viewBounds).corners
    guard let a = transform.project(corners[0]), let b = transform.project(corners[1]), let c = transform.project(corners[2]),
      let d = transform.project(corners[3])
    else { return }
    let group = opacity < 255 ? list.open(.beginGroup, opacity: opacity) : -1
    list.clipped(to: PixelClip(a, b, c, d)) { $0.append(recorded, transform: transform) }
    if group >= 0 { list.closeGroup(group) }
  }

  private func record(_ map: MapTransform, _ renderer: OverlayRenderer, within part: Rect) {
    recorded.removeAll()
    var context = MapContext(map, overlayRect: mapRect, drawingOutset: renderer.drawingOutset)
    swap(&context.list, &recorded)
    let margin = map.units(for: renderer.drawingOutset + 2)
    let (view, wide) = (map.mapBounds(of: map.viewBounds).expanded(by: margin), map.visibleMapBounds.expanded(by: margin))
    let box = map.mapBounds(of: part).expanded(by: margin)
    for copy in copies {
      context.shift = Int64(copy) * MapPoint.worldSize
      context.isFirstCopy = copy == copies.first
      let visible = view.translated(x: -context.shift)
      context.visibleMapRect = visible.rect
      context.widePart = wide.translated(x: -context.shift)
      (context.part, context.partRect) = (box.translated(x: -context.shift), part.insetBy(dx: -2, dy: -2))
      renderer.draw(
        renderer.needsDisplayOnCameraChange ? visible.rect : context.part.rect, zoomScale: context.zoomScale, in: &context)
    }
    swap(&context.list, &recorded)
  }
}

extension MapTransform {
  /// The smallest upright rectangle of the map's plane around the part of the map in view.
  var visibleMapBounds: InclusiveMapRect { mapBounds(of: bounds) }

  /// Returns the smallest rectangle of the view that contains a map rectangle in a copy of the world.
  func viewRect(_ rect: MapRect, copy: Int) -> Rect {
    let (x, y) = (rect.origin.x &+ Int64(copy) &* MapPoint.worldSize, rect.origin.y)
    var box = BoundingBox()
    box.add(point(at: MapPoint(x: x, y: y)))
    box.add(point(at: MapPoint(x: x &+ rect.width, y: y)))
    box.add(point(at: MapPoint(x: x &+ rect.width, y: y &+ rect.height)))
    box.add(point(at: MapPoint(x: x, y: y &+ rect.height)))
    return box.rect ?? .zero
  }
}
