import CartoucheScene

extension MapView {
  /// Returns the renderer of an overlay, when it is visible for the first time; nil draws nothing.
  ///
  ///     map.rendererFor = { overlay in
  ///       guard let line = overlay as? MapPolyline else { return nil }
  ///       let renderer = PolylineRenderer(overlay: line)
  ///       (renderer.strokeColor, renderer.lineWidth) = (.red, 5)
  ///       return renderer
  ///     }
  ///
  /// It is asked if the ``delegate`` has no renderer. A new closure is asked for every overlay again.
  public var rendererFor: ((any Overlay) -> OverlayRenderer?)? {
    get { storedRendererFor }
    set {
      storedRendererFor = newValue
      reloadRenderers()
    }
  }

  /// Asks for the renderer of every overlay again.
  func reloadRenderers() {
    overlayStack.rendererFor = { [weak self] in self?.askForRenderer(for: $0) }
  }

  // MARK: Adding and removing

  /// Adds an overlay above the others of its level. An overlay that is already on the map stays where it is.
  public func addOverlay(_ overlay: any Overlay, level: OverlayLevel = .aboveLabels) {
    insertOverlay(overlay, at: .max, level: level)
  }

  /// Adds overlays above the others of their level, in order.
  public func addOverlays(_ overlays: [any Overlay], level: OverlayLevel = .aboveLabels) {
    for overlay in overlays { addOverlay(overlay, level: level) }
  }

  /// Inserts an overlay at `index` among those of its level, counted from the lowest and clamped to their
  /// number.
  ///
  /// An overlay that is already on the map stays where it is.
  public func insertOverlay(_ overlay: any Overlay, at index: Int, level: OverlayLevel = .aboveLabels) {
    if overlayStack.insert(overlay, at: index, level) { setNeedsLayout() }
  }

  /// Removes an overlay; one that is not on the map changes nothing.
  public func removeOverlay(_ overlay: any Overlay) { overlayStack.remove(overlay) }

  /// Removes overlays; those that are not on the map change nothing.
  public func removeOverlays(_ overlays: [any Overlay]) {
    for overlay in overlays { removeOverlay(overlay) }
  }

  // MARK: Overlays on the map

  /// All overlays, the lowest first.
  public var overlays: [any Overlay] { OverlayLevel.allCases.flatMap { overlays(in: $0) } }

  /// The overlays of a level, the lowest first.
  public func overlays(in level: OverlayLevel) -> [any Overlay] { overlayStack.overlays(in: level) }

  /// Returns the renderer of an overlay; nil if it has none, or has not been visible yet.
  public func renderer(for overlay: any Overlay) -> OverlayRenderer? { overlayStack.layer(of: overlay)?.renderer }
}
