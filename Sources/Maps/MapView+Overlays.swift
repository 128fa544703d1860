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
  /// The map calls the closure when an overlay is visible for the first time, if the ``delegate`` returns no
  /// renderer. If the closure returns nil too, the overlay is not drawn. Setting a new closure makes the map
  /// ask for the renderer of every overlay again.
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
  }

  // MARK: Adding and removing

  /// Adds an overlay to the map, above the other overlays of the same level.
  ///
  /// If the overlay is already on the map, nothing changes, even if `level` is another level.
  public func addOverlay(_ overlay: any Overlay, level: OverlayLevel = .aboveLabels) {
    insertOverlay(overlay, at: .max, level: level)
  }

  /// Adds overlays to the map in order, each above the other overlays of the same level.
  ///
  /// An overlay that is already on the map keeps its position.
  public func addOverlays(_ overlays: [any Overlay], level: OverlayLevel = .aboveLabels) {
    for overlay in overlays { addOverlay(overlay, level: level) }
  }

  /// Inserts an overlay at a position among the overlays of a level.
  ///
  /// If the overlay is already on the map, nothing changes.
  ///
  /// - Parameter index: The number of overlays of the level below the inserted overlay. An index above the
  ///   number of overlays inserts the overlay at the top, and a negative index at the bottom.
  public func insertOverlay(_ overlay: any Overlay, at index: Int, level: OverlayLevel = .aboveLabels) {
    if overlayStack.insert(overlay, at: index, level) { setNeedsLayout() }
  }

  /// Removes an overlay from the map. If the overlay is not on the map, nothing changes.
  public func removeOverlay(_ overlay: any Overlay) { overlayStack.remove(overlay) }

  /// Removes overlays from the map. Overlays that are not on the map are ignored.
  public func removeOverlays(_ overlays: [any Overlay]) {
    for overlay in overlays { removeOverlay(overlay) }
  }

  // MARK: Overlays on the map

  /// All overlays on the map, from the lowest to the highest.
  public var overlays: [any Overlay] { OverlayLevel.allCases.flatMap { overlays(in: $0) } }

  /// Returns the overlays of a level, from the lowest to the highest.
  public func overlays(in level: OverlayLevel) -> [any Overlay] { overlayStack.overlays(in: level) }

  /// Returns the renderer that draws an overlay on the map.
  ///
  /// - Returns: nil if the overlay is not on the map, has not been visible yet, or has no renderer.
  public func renderer(for overlay: any Overlay) -> OverlayRenderer? { overlayStack.layer(of: overlay)?.renderer }
}
