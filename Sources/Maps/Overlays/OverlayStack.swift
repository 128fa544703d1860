import CartoucheRaster
import CartoucheScene

/// The overlays of a map. The stack has a layer for each overlay level, and each level layer contains a layer
/// for each overlay. The level layers are below all other sublayers of the content layer.
///
/// Each overlay has a layer of its own because damage, the area to redraw, is tracked by layer. An overlay
/// that changes, fades, appears or disappears thus redraws only the pixels that it covers. In each frame with
/// a change, every overlay in sight costs a visit of some hundred nanoseconds.
final class OverlayStack {
  var rendererFor: ((any Overlay) -> OverlayRenderer?)? {
    didSet { for level in levels { for layer in level.layers { layer.discardRenderer() } } }
  }

  /// A closure that takes the errors that renderers find in their overlays.
  var onError: ((OverlayError) -> Void)?

  private let levels = OverlayLevel.allCases.map { _ in LevelLayer() }
  private var layers: [ObjectIdentifier: OverlayLayer] = [:]

  /// The layer of one overlay level.
  private final class LevelLayer: Layer {
    var transform2D: MapTransform?
    unowned(unsafe) var stack: OverlayStack?
    private(set) var layers: [OverlayLayer] = []

    init() { super.init(frame: .zero) }

    /// An overlay that is hidden or shown changes no size.
    override func invalidateIntrinsicContentSize() {}

    func insert(_ layer: OverlayLayer, at index: Int) {
      let index = index.clamped(from: 0, to: layers.count)
      layers.insert(layer, at: index)
      insertSublayer(layer, at: index)
      layer.reload()
    }

    func remove(_ layer: OverlayLayer) {
      layers.removeAll { $0 === layer }
      layer.removeFromSuperlayer()
    }

    /// Exchanges the positions of two layers.
    func exchange(_ a: Int, _ b: Int) {
      layers.swapAt(a, b)
      // From the lower to the upper position, so that each index is that of the result.
      for index in [min(a, b), max(a, b)] { insertSublayer(layers[index], at: index) }
    }

    /// Places the overlay layers that requested placement while the map was at rest.
    override func layoutSublayers() {
      guard let transform2D else { return }
      let visible = transform2D.visibleMapBounds
      for layer in layers where layer.consumePlacementRequest() {
        layer.updatePlacement(transform2D, within: visible) { self.stack?.rendererFor?($0) }
      }
    }
  }

  private let contentLayer: CachedScrollLayer
  /// The layer of the overlays that are above the map's labels.
  let upperLayer: Layer = LevelContainer()
  private var laidOut: (transform: MapTransform, offset: SIMD2<Int64>)?

  /// A layer without a size, through which touches pass.
  private final class LevelContainer: Layer {
    init() { super.init(frame: .zero) }
    override func hitTest(_ point: Point) -> Layer? { nil }
  }

  /// Creates an overlay stack.
  ///
  /// - Parameter contentLayer: The layer that contains the overlays below the map's labels.
  init(on contentLayer: CachedScrollLayer) {
    self.contentLayer = contentLayer
    for level in levels { level.stack = self }
  }

  deinit {
    for level in levels { level.stack = nil }
  }

  /// Places the overlays for the current camera, but for those that stay out of sight.
  ///
  /// - Parameter tiles: The transform of the tiles' plane. If the offset between the tiles' plane and the
  ///   overlays' plane changes, overlays cannot be scrolled with the tiles.
  func layOut(_ transform: MapTransform, on tiles: MapTransform) {
    let offset = transform.middle &- tiles.middle
    // Lines that reach far beyond the view are clipped where the clip extent says.
    let isTranslated =
      laidOut.map {
        let isScrolled = $0.transform == transform || $0.transform.isTranslation(of: transform)
        return isScrolled && $0.offset == offset
          && $0.transform.originRelativeClipExtent == transform.originRelativeClipExtent
      } ?? false
    laidOut = (transform, offset)
    let visible = transform.visibleMapBounds
    for level in levels {
      level.transform2D = transform
      // A callback may add and remove overlays.
      for layer in level.layers where layer.superlayer === level {
        layer.updatePlacement(transform, within: visible, isTranslated: isTranslated) { self.rendererFor?($0) }
      }
    }
  }

  /// Inserts an overlay, and returns true. If the stack already contains the overlay, nothing changes and the
  /// method returns false.
  @discardableResult
  func insert(_ overlay: any Overlay, at index: Int, _ level: OverlayLevel) -> Bool {
    guard layers[ObjectIdentifier(overlay)] == nil else { return false }
    let layer = OverlayLayer(overlay, on: level == .aboveLabels ? nil : contentLayer)
    layers[ObjectIdentifier(overlay)] = layer
    layer.onError = { [weak self] in self?.onError?($0) }
    if levels[level.rawValue].superlayer == nil {
      contentLayer.insertSublayer(levels[OverlayLevel.aboveRoads.rawValue], at: 0)
      upperLayer.addSublayer(levels[OverlayLevel.aboveLabels.rawValue])
    }
    levels[level.rawValue].insert(layer, at: index)
    return true
  }

  /// Exchanges the positions of two overlays. If one of them is not in the stack, nothing changes.
  func exchange(_ overlay: any Overlay, _ other: any Overlay) {
    guard overlay !== other, let (level, index) = position(of: overlay), let (otherLevel, otherIndex) = position(of: other) else {
      return
    }
    guard level != otherLevel else { return levels[level.rawValue].exchange(index, otherIndex) }
    remove(overlay)
    remove(other)
    insert(overlay, at: otherIndex, otherLevel)
    insert(other, at: index, level)
  }

  private func position(of overlay: any Overlay) -> (level: OverlayLevel, index: Int)? {
    for level in OverlayLevel.allCases {
      if let index = levels[level.rawValue].layers.firstIndex(where: { $0.overlay === overlay }) { return (level, index) }
    }
    return nil
  }

  func remove(_ overlay: any Overlay) {
    guard let layer = layers.removeValue(forKey: ObjectIdentifier(overlay)) else { return }
    for level in levels { level.remove(layer) }
  }

  func overlays(in level: OverlayLevel) -> [any Overlay] { levels[level.rawValue].layers.map(\.overlay) }

  func layer(of overlay: any Overlay) -> OverlayLayer? { layers[ObjectIdentifier(overlay)] }
}
