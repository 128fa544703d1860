import CartoucheScene

extension MapView {
  /// A closure that returns the renderer that draws an overlay.
  ///
  ///     map.rendererFor = { overlay in
  ///       guard let line = overlay as? MapPolyline else { return nil }
  ///       let renderer = PolylineRenderer(overlay: line)
  ///       (renderer.strokeColor, renderer.lineWidth) = (.red, 5)
  ///       return renderer
  ///     }
  ///
  /// When an overlay is about to be visible for the first time, the map asks the ``delegate`` for a renderer.
  /// If the delegate returns no renderer, the map calls this closure. If the closure returns nil too, the
  /// overlay is not drawn. After this property is set, the map asks for the renderer of every overlay again.
  public var rendererFor: ((any Overlay) -> OverlayRenderer?)? {
    get { storedRendererFor }
    set {
      storedRendererFor = newValue
      reloadRenderers()
    }
  }

  /// Makes the map ask for the renderer of every overlay again.
  func reloadRenderers() {
    overlayStack.rendererFor = { [weak self] in self?.askForRenderer(for: $0) }
    overlayStack.onError = { [weak self] error in
      switch error {
      case .unsuitableRenderer(let renderer, let overlay):
        self?.baseMap.report(.unsuitableRenderer(renderer: renderer, overlay: overlay))
      case .tile(let error): self?.baseMap.report(.tile(error))
      }
    }
  }

  // MARK: Adding and removing

  /// Adds an overlay to the map, above the other overlays of the same level.
  ///
  /// If the overlay is already on the map, nothing changes, even if `level` is another level.
  public func addOverlay(_ overlay: any Overlay, level: OverlayLevel = .aboveLabels) {
    insertOverlay(overlay, at: .max, level: level)
  }

  /// Adds overlays to the map, in the order of the array. Each overlay is added above the overlays of the
  /// same level.
  ///
  /// An overlay that is already on the map keeps its position and its level.
  public func addOverlays(_ overlays: [any Overlay], level: OverlayLevel = .aboveLabels) {
    for overlay in overlays { addOverlay(overlay, level: level) }
  }

  /// Inserts an overlay at an index among the overlays of a level.
  ///
  /// If the overlay is already on the map, nothing changes.
  ///
  /// - Parameter index: The number of overlays of the level that are below the inserted overlay. If the index
  ///   exceeds the number of overlays of the level, the overlay is inserted at the top. If the index is
  ///   negative, the overlay is inserted at the bottom.
  public func insertOverlay(_ overlay: any Overlay, at index: Int, level: OverlayLevel = .aboveLabels) {
    guard overlayStack.insert(overlay, at: index, level) else { return }
    updateContentReplacement()
    setNeedsLayout()
  }

  /// Inserts an overlay directly above another one, in the same level. If `sibling` is not on the map, or if
  /// `overlay` already is, nothing changes.
  public func insertOverlay(_ overlay: any Overlay, above sibling: any Overlay) { insertOverlay(overlay, 1, from: sibling) }

  /// Inserts an overlay directly below another one, in the same level. If `sibling` is not on the map, or if
  /// `overlay` already is, nothing changes.
  public func insertOverlay(_ overlay: any Overlay, below sibling: any Overlay) { insertOverlay(overlay, 0, from: sibling) }

  private func insertOverlay(_ overlay: any Overlay, _ distance: Int, from sibling: any Overlay) {
    for level in OverlayLevel.allCases {
      guard let index = overlays(in: level).firstIndex(where: { $0 === sibling }) else { continue }
      insertOverlay(overlay, at: index + distance, level: level)
    }
  }

  /// Exchanges the positions of two overlays. If one of them is not on the map, nothing changes.
  ///
  /// If the overlays are of different levels, they exchange their levels, too, and the map asks for their
  /// renderers again.
  public func exchangeOverlay(_ overlay: any Overlay, with other: any Overlay) {
    overlayStack.exchange(overlay, other)
    setNeedsLayout()
  }

  /// Exchanges the overlays at two indices of ``overlays``, as ``exchangeOverlay(_:with:)`` does. If there is
  /// no overlay at an index, nothing changes.
  public func exchangeOverlay(at index: Int, withOverlayAt otherIndex: Int) {
    let all = overlays
    guard all.indices.contains(index), all.indices.contains(otherIndex) else { return }
    exchangeOverlay(all[index], with: all[otherIndex])
  }

  /// Removes an overlay from the map. If the overlay is not on the map, nothing changes.
  public func removeOverlay(_ overlay: any Overlay) {
    overlayStack.remove(overlay)
    updateContentReplacement()
  }

  /// Hides the map below a tile overlay that replaces it, and shows it again after the overlay was removed.
  private func updateContentReplacement() {
    baseMap.isReplaced = overlays.contains { ($0 as? TileOverlay)?.canReplaceMapContent == true }
  }

  /// Removes overlays from the map. Overlays that are not on the map are ignored.
  public func removeOverlays(_ overlays: [any Overlay]) {
    for overlay in overlays { removeOverlay(overlay) }
  }

  // MARK: Overlays on the map

  /// All overlays of the map, from the back to the front.
  public var overlays: [any Overlay] { OverlayLevel.allCases.flatMap { overlays(in: $0) } }

  /// Returns the map's overlays of a level, from the back to the front.
  public func overlays(in level: OverlayLevel) -> [any Overlay] { overlayStack.overlays(in: level) }

  /// Returns the renderer that draws an overlay on the map.
  ///
  /// - Returns: The renderer; nil if the overlay is not on the map, or was never near the visible area. The
  ///   result is also nil if the application provided no renderer for the overlay.
  public func renderer(for overlay: any Overlay) -> OverlayRenderer? { overlayStack.layer(of: overlay)?.renderer }

  // MARK: Layout

  /// Whether fingers can zoom or turn the map.
  var mayFingersZoomOrTurn: Bool { isUserInteractionEnabled && (isZoomEnabled || isRotateEnabled) }

  /// Places the overlays, and chooses the image that stands for them in a motion.
  func layOutOverlays() {
    // Overlays are on the plane of WGS 84. GCJ-02 displaces it by nearly the same offset everywhere, to less
    // than a point across a screen at zoom 15; Baidu's by some points more at the edges. Each plane has its
    // own grid, so a pan can move overlays one point farther than tiles.
    let view = drawn(MapTransform(camera: viewCamera, bounds: bounds))
    var context: OverlayImages.Context?
    if let stage = owningStage, alignsToPixels, stage.usesScrollCache {
      context = OverlayImages.Context(
        view: view, stage: stage, queue: backgroundQueue, zoomRange: cameraState.limits.stretchedZoomRange,
        mayPan: isUserInteractionEnabled && isScrollEnabled,
        mayZoom: mayFingersZoomOrTurn,
        mayTurn: tracking.turnAnchor != nil, isFollowing: userTrackingMode != .none,
        ground: baseMap.contentLayer.cachesPixels ? .cached : baseMap.ground.shown.isEmpty ? .shapes : .images)
    }
    overlayStack.layOut(view.enlarged(by: baseMap.overscan), on: drawnTransformation, imagesFor: context)
    if overlayStack.hasActiveImages { startTicking() }
  }

  /// Requests a layout for the next slice of an image, or for the end of a motion.
  func advanceOverlays() -> MotionState {
    guard overlayStack.hasActiveImages else { return .still }
    guard isLaidOut else {
      // Without layouts, nothing of it would end.
      for images in overlayStack.images { images.removeAll() }
      // When the map is shown again, it shows the shapes that are hidden now.
      setNeedsLayout()
      return .still
    }
    setNeedsLayout()
    return .moving
  }
}
