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
  /// The number of movements of the map that redrew the overlay where it was visible, too.
  private(set) var redrawCount = 0
  /// Whether the recordings since the overlay was last redrawn depend on the ``MapTransform/clipExtent``. If
  /// they do, a pan moves their pixels only while the clip extent stays.
  private(set) var dependsOnClipExtent = false
  private var needsPlacement = false
  /// Whether the last placement was left out, because the overlay stayed out of sight.
  private var wasPassedOver = false
  /// A closure that takes the errors that the renderer finds in the overlay.
  var onError: ((OverlayError) -> Void)?
  /// A closure that is called when the overlay's drawing changes.
  var onChange: (() -> Void)?
  /// A closure that takes the change of ``recordedPointCount``.
  var onRecording: ((_ change: Int) -> Void)?
  /// The number of points of the last recording of the whole view, by which the cost of the next one is
  /// estimated; 0 if the overlay is out of sight.
  private(set) var recordedPointCount = 0

  /// The content layer, which contains this layer; nil if the layer is above the map's labels, and drawn in
  /// each frame.
  private weak var contentLayer: CachedScrollLayer?
  private let isAboveLabels: Bool
  /// The transform for which ``recorded`` was made, if the layer is above the map's labels.
  private var recordedFor: MapTransform?
  /// The distance beyond the view for which such an overlay is recorded, so that a pan records it seldom.
  private static let recordedMargin: Scalar = 128
  /// The value of the content layer's ``CachedScrollLayer/partialDrawCount`` when an unrecorded part of the
  /// overlay was drawn.
  private var partialDrawCount: Int?

  /// Creates the layer of an overlay.
  ///
  /// - Parameter contentLayer: The content layer that will contain the new layer; nil if it will be above the
  ///   map's labels.
  init(_ overlay: any Overlay, on contentLayer: CachedScrollLayer?) {
    (self.overlay, self.contentLayer, isAboveLabels) = (overlay, contentLayer, contentLayer == nil)
    mapRect = overlay.boundingMapRect
    super.init(frame: .zero)
  }

  override var drawnBounds: Rect { inOwnSpace(visibleRect) }

  // MARK: Following

  /// Places the layer for `transform`, unless the overlay stays out of sight. When the overlay is visible for
  /// the first time, the method calls `makeRenderer`.
  ///
  /// - Parameters:
  ///   - visible: The ``MapTransform/visibleMapBounds`` of `transform`, which all overlays share.
  ///   - isTranslated: Whether the content layer, and the overlay with the content layer, was only scrolled
  ///     since the last placement.
  func updatePlacement(
    _ transform: MapTransform, within visible: InclusiveMapRect, isTranslated: Bool = false,
    _ makeRenderer: (any Overlay) -> OverlayRenderer?
  ) {
    if isHidden, !needsPlacement, !mayBeSeen(transform, within: visible) {
      wasPassedOver = true
      return
    }
    // Other changes on the map do not concern this overlay.
    if isTranslated, !needsPlacement, mapTransform == transform { return }
    let origin = transform.integralOrigin
    let isNear = Self.isNear(origin, placementOrigin)
    let isTranslated =
      isTranslated && isNear && !needsPlacement && !wasPassedOver && hasRequestedRenderer
      && renderer?.needsDisplayOnCameraChange != true
    mapTransform = transform
    (needsPlacement, wasPassedOver) = (false, false)
    if !isTranslated || !isAboveLabels { discardRecording() }
    if !isTranslated { (placementOrigin, dependsOnClipExtent) = (origin, false) }
    position = Point(x: Scalar(origin.x &- placementOrigin.x), y: Scalar(origin.y &- placementOrigin.y))
    let (wasVisible, oldCopies) = (!visibleRect.isEmpty, (copies.first, copies.count))
    updateVisibleRect(transform, visible, drawingOutset: renderer?.drawingOutset ?? 0)
    if !hasRequestedRenderer, !copies.isEmpty {
      requestRenderer(makeRenderer)
      if let drawingOutset = renderer?.drawingOutset, drawingOutset > 0 {
        updateVisibleRect(transform, visible, drawingOutset: drawingOutset)
      }
    }
    if renderer == nil { (visibleRect, copies) = (.zero, []) }
    // The recording has only the copies of the world that were visible.
    if oldCopies != (copies.first, copies.count) { recordedFor = nil }
    // Hidden, so that walks and later placements pass over the layer.
    isHidden = visibleRect.isEmpty
    if isHidden { countPoints(0) }
    if !isTranslated, wasVisible || !visibleRect.isEmpty { setNeedsDisplay() }
    if !isTranslated, wasVisible, !visibleRect.isEmpty { redrawCount += 1 }
  }

  /// Returns whether the layer can be moved from one origin to the other exactly, which holds for a million
  /// points. Over the 180th meridian, the origin moves by the width of the world.
  private static func isNear(_ a: PixelPoint, _ b: PixelPoint) -> Bool {
    let limit = 1 << 20
    let (x, y) = (a.x &- b.x, a.y &- b.y)
    return -limit...limit ~= x && -limit...limit ~= y
  }

  private func requestRenderer(_ makeRenderer: (any Overlay) -> OverlayRenderer?) {
    hasRequestedRenderer = true
    renderer = makeRenderer(overlay)
    renderer?.layer = self
    opacity = renderer?.alpha ?? 1
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
    onChange?()
  }

  /// Applies the opacity of the renderer.
  func setAlpha(_ alpha: Scalar) {
    guard opacity != alpha else { return }
    opacity = alpha
    onChange?()
  }

  func reload(in part: MapRect) {
    guard let transform = mapTransform, !needsPlacement else { return reload() }
    discardRecording()
    onChange?()
    let drawingOutset = renderer?.drawingOutset ?? 0
    for copy in copies {
      let box = Self.box(of: part, copy: copy, drawingOutset, transform).intersection(visibleRect)
      if !box.isEmpty { setNeedsDisplay(in: inOwnSpace(box)) }
    }
  }

  private func discardRecording() { (isRecorded, partialDrawCount, recordedFor) = (false, nil, nil) }

  /// Returns the rectangle of the view that contains the drawing of a part of the map.
  private static func box(of part: MapRect, copy: Int, _ drawingOutset: Scalar, _ transform: MapTransform) -> Rect {
    // The outset is along the map's axes: on a turned map, corners reach up to √2 as far.
    let outset = (transform.camera.bearing == .zero ? drawingOutset : drawingOutset * 3 / 2) + 1
    return transform.viewRect(part, copy: copy).insetBy(dx: -outset, dy: -outset)
  }

  /// Returns whether the overlay may be in sight, and has a renderer or may be given one.
  ///
  /// - Parameter visible: The part of the map's plane that is visible.
  private func mayBeSeen(_ transform: MapTransform, within visible: InclusiveMapRect) -> Bool {
    guard renderer != nil || !hasRequestedRenderer else { return false }
    let reach = reach(of: renderer?.drawingOutset ?? 0, transform)
    return Self.copyNumbers(of: reach, within: visible).contains {
      visible.intersects(reach.translated(x: $0 * MapPoint.worldSize))
    }
  }

  /// Returns the part of the map's plane in which the overlay's drawing is.
  private func reach(of drawingOutset: Scalar, _ transform: MapTransform) -> InclusiveMapRect {
    mapRect.isEmpty ? .null : InclusiveMapRect(mapRect).expanded(by: transform.units(for: max(drawingOutset, 0) + 2))
  }

  /// Returns the numbers of the copies of the world in which a rectangle may touch the visible part.
  private static func copyNumbers(of rect: InclusiveMapRect, within visible: InclusiveMapRect) -> Range<Int64> {
    guard !rect.isEmpty else { return 0..<0 }
    let world = MapPoint.worldSize
    // No screen shows more than two hundred copies at any zoom.
    let first = max((visible.minX - rect.maxX) / world - 2, -200)
    return first..<max(min((visible.maxX - rect.minX) / world + 2, 200) + 1, first)
  }

  private func updateVisibleRect(_ transform: MapTransform, _ visible: InclusiveMapRect, drawingOutset: Scalar) {
    copies.removeAll(keepingCapacity: true)
    visibleRect = .zero
    guard !transform.bounds.isEmpty else { return }
    let reach = reach(of: drawingOutset, transform)
    for copy in Self.copyNumbers(of: reach, within: visible)
    where visible.intersects(reach.translated(x: copy * MapPoint.worldSize)) {
      let box = Self.box(of: mapRect, copy: Int(copy), drawingOutset, transform).intersection(transform.bounds)
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
    if isAboveLabels { return drawAboveLabels(renderer, map, &list, transform, opacity) }
    if !isRecorded {
      // While the map moves, parts are drawn. A part that is requested again, because something above the
      // resting overlay moves, is recorded for the whole view: an application's own renderer may be slow.
      let isRepeated = !renderer.prefersPartialDrawing && partialDrawCount.map { $0 != contentLayer?.partialDrawCount } ?? false
      let part = isRepeated ? map.bounds : contentLayer?.partialDrawRect ?? map.viewBounds
      record(map, renderer, within: part)
      isRecorded = isRepeated || contentLayer?.partialDrawRect == nil
      if isRecorded { countPoints(recorded.pointCount) }
      partialDrawCount = contentLayer?.partialDrawCount
    }
    append(to: &list, transform, opacity, within: contentLayer?.drawsOverscan(of: map) == true ? map.bounds : map.viewBounds)
  }

  /// Draws the overlay from a recording that serves a pan of some frames.
  private func drawAboveLabels(
    _ renderer: OverlayRenderer, _ map: MapTransform, _ list: inout DisplayList, _ transform: Homography, _ opacity: UInt8
  ) {
    var offset = Point.zero
    if let old = recordedFor {
      offset = map.offset(from: old)
      let seen = Rect(origin: map.viewBounds.origin - offset, size: map.viewBounds.size)
      if !old.isScrolled(map) && old != map || old.bounds.union(seen) != old.bounds { recordedFor = nil }
    }
    if recordedFor == nil {
      // While the map is zoomed or turned, each frame has another recording.
      let isScrolling = map.isGridAligned && !renderer.needsDisplayOnCameraChange
      let wide = isScrolling ? map.withoutOverscan.enlarged(by: Self.recordedMargin) : map.withoutOverscan
      record(wide, renderer, within: wide.bounds)
      countPoints(recorded.pointCount)
      (recordedFor, offset) = (wide, .zero)
    }
    append(to: &list, transform, opacity, within: map.viewBounds, moved: offset)
  }

  /// Adds the recording to a display list, clipped to a rectangle of the view.
  private func append(
    to list: inout DisplayList, _ transform: Homography, _ opacity: UInt8, within rect: Rect, moved offset: Point = .zero
  ) {
    guard !recorded.isEmpty else { return }
    let transform = Homography.translation(x: -position.x, y: -position.y).concatenating(transform)
    let corners = rect.corners
    guard let a = transform.project(corners[0]), let b = transform.project(corners[1]), let c = transform.project(corners[2]),
      let d = transform.project(corners[3])
    else { return }
    let group = opacity < 255 ? list.open(.beginGroup, opacity: opacity) : -1
    let moved = offset == .zero ? transform : Homography.translation(x: offset.x, y: offset.y).concatenating(transform)
    list.clipped(to: PixelClip(a, b, c, d)) { $0.append(recorded, transform: moved) }
    if group >= 0 { list.closeGroup(group) }
  }

  /// Adds what the overlay draws in a part of another view to a list.
  ///
  /// - Parameters:
  ///   - visible: The ``MapTransform/mapBounds(of:)`` of the part, which all overlays share.
  ///   - scratch: A list whose memory is reused.
  ///   - makeRenderer: Called when the overlay is visible for the first time.
  /// - Returns: Whether an image can stand for the drawing. It cannot if the drawing depends on the visible
  ///   part of the map or on the colors below it, or is being animated.
  func draw(
    _ part: Rect, of map: MapTransform, within visible: InclusiveMapRect, into list: inout DisplayList, transform: Homography,
    scratch: inout DisplayList, _ makeRenderer: (any Overlay) -> OverlayRenderer?
  ) -> Bool {
    guard mayBeSeen(map, within: visible) else { return true }
    var copies = visibleCopies(within: visible, reach(of: renderer?.drawingOutset ?? 0, map))
    if !hasRequestedRenderer, !copies.isEmpty {
      requestRenderer(makeRenderer)
      copies = visibleCopies(within: visible, reach(of: renderer?.drawingOutset ?? 0, map))
    }
    guard let renderer, !copies.isEmpty else { return true }
    guard !renderer.needsDisplayOnCameraChange, renderer.suitsImages, animationKeys.isEmpty else { return false }
    Self.record(map, renderer, mapRect, copies: copies, within: part, into: &scratch)
    let opacity = MapContext.alpha(opacity)
    let group = opacity < 255 ? list.open(.beginGroup, opacity: opacity) : -1
    list.append(scratch, transform: transform)
    if group >= 0 { list.closeGroup(group) }
    return !scratch.usesBlendModes
  }

  private func visibleCopies(within visible: InclusiveMapRect, _ reach: InclusiveMapRect) -> [Int] {
    var copies: [Int] = []
    for copy in Self.copyNumbers(of: reach, within: visible)
    where visible.intersects(reach.translated(x: copy * MapPoint.worldSize)) {
      copies.append(Int(copy))
    }
    return copies
  }

  private func countPoints(_ count: Int) {
    let change = count - recordedPointCount
    guard change != 0 else { return }
    recordedPointCount = count
    onRecording?(change)
  }

  /// Records the overlay's drawing for its place in the layer.
  private func record(_ map: MapTransform, _ renderer: OverlayRenderer, within part: Rect) {
    let isDependent = Self.record(map, renderer, mapRect, copies: copies, within: part, into: &recorded)
    dependsOnClipExtent = dependsOnClipExtent || isDependent
  }

  /// Records the drawing of an overlay.
  ///
  /// - Returns: Whether the drawing depends on the ``MapTransform/clipExtent``.
  @discardableResult
  private static func record(
    _ map: MapTransform, _ renderer: OverlayRenderer, _ mapRect: MapRect, copies: [Int], within part: Rect,
    into recorded: inout DisplayList
  ) -> Bool {
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
    return context.dependsOnClipExtent
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
