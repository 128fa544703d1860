import CartoucheScene

extension MapView {
  /// Says how an overlay is drawn, when it is seen for the first time; nil, or an answer of nil: nothing is drawn of it.
  ///
  ///     map.rendererFor = { overlay in
  ///       guard let line = overlay as? MapPolyline else { return nil }
  ///       let renderer = PolylineRenderer(overlay: line)
  ///       (renderer.strokeColor, renderer.lineWidth) = (.red, 5)
  ///       return renderer
  ///     }
  ///
  /// Set anew, it is asked for every overlay again.
  public var rendererFor: ((any Overlay) -> OverlayRenderer?)? {
    get { ownRendererFor }
    set {
      ownRendererFor = newValue
      reloadRenderers()
    }
  }

  /// Has the delegate, and after it ``rendererFor``, asked again for every overlay.
  func reloadRenderers() {
    overlayStack.rendererFor = { [weak self] overlay in
      guard let self else { return nil }
      return self.delegate?.mapView(self, rendererFor: overlay) ?? self.ownRendererFor?(overlay)
    }
  }

  /// Adds an overlay over the others of its level; one that is there already stays as it is.
  ///
  /// Whether it is seen is found out whenever the map moves.
  public func addOverlay(_ overlay: any Overlay, level: OverlayLevel = .aboveLabels) {
    insertOverlay(overlay, at: .max, level: level)
  }

  public func addOverlays(_ overlays: [any Overlay], level: OverlayLevel = .aboveLabels) {
    for overlay in overlays { addOverlay(overlay, level: level) }
  }

  /// Puts an overlay at `index` among those of its level, counted from the lowest and held to their number; one that is there already stays where it is.
  public func insertOverlay(_ overlay: any Overlay, at index: Int, level: OverlayLevel = .aboveLabels) {
    if overlayStack.insert(overlay, at: index, level) { setNeedsLayout() }
  }

  /// Takes an overlay off the map; one that is not on it is none the worse for it.
  public func removeOverlay(_ overlay: any Overlay) { overlayStack.remove(overlay) }

  public func removeOverlays(_ overlays: [any Overlay]) {
    for overlay in overlays { removeOverlay(overlay) }
  }

  /// All overlays, the lowest first.
  public var overlays: [any Overlay] { OverlayLevel.allCases.flatMap { overlays(in: $0) } }

  /// The overlays of a level, the lowest first.
  public func overlays(in level: OverlayLevel) -> [any Overlay] { overlayStack.overlays(in: level) }

  /// What draws the overlay; nil if nothing does, or before it was seen for the first time.
  public func renderer(for overlay: any Overlay) -> OverlayRenderer? { overlayStack.layer(of: overlay)?.renderer }

  /// For tests: has the renderer draw in so many pieces each way.
  package func cutDrawing(of overlay: any Overlay, into pieces: Int) { overlayStack.layer(of: overlay)?.pieces = pieces }

  /// For tests: how often the overlay's renderer was asked to draw.
  package func countDrawing(of overlay: any Overlay) -> Int { overlayStack.layer(of: overlay)?.drawCount ?? 0 }
}
