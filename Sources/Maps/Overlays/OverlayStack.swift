import CartoucheRaster
import CartoucheScene

/// A map view's overlays: for each level a layer without a size below all others of the view, and in it a layer for each overlay.
///
/// A layer each and not one for all: a stage damages layer by layer, so an overlay that changes costs the pixels it covers, an overlay that fades or comes
/// and goes nothing else. What costs a layer is a visit in each frame with a change, some hundred nanoseconds.
final class OverlayStack {
  var rendererFor: ((any Overlay) -> OverlayRenderer?)? {
    didSet { for level in levels { for layer in level.layers { layer.discardRenderer() } } }
  }

  private let levels = OverlayLevel.allCases.map { _ in LevelLayer() }
  private var layers: [ObjectIdentifier: OverlayLayer] = [:]

  /// The overlays of one level.
  private final class LevelLayer: Layer {
    var transform2D: MapTransform?
    unowned(unsafe) var stack: OverlayStack?
    private(set) var layers: [OverlayLayer] = []

    init() { super.init(frame: .zero) }

    func insert(_ layer: OverlayLayer, at index: Int) {
      let place = min(max(index, 0), layers.count)
      layers.insert(layer, at: place)
      insertSublayer(layer, at: place)
      layer.reload()
    }

    func remove(_ layer: OverlayLayer) {
      layers.removeAll { $0 === layer }
      layer.removeFromSuperlayer()
    }

    /// Places the layers that asked for it while the map stays.
    override func layoutSublayers() {
      guard let transform2D else { return }
      for layer in layers where layer.consumePlacementRequest() {
        layer.updatePlacement(transform2D) { self.stack?.rendererFor?($0) }
      }
    }
  }

  private let contentLayer: CachedScrollLayer
  private var laidOut: (transform: MapTransform, offset: SIMD2<Int64>)?

  /// - Parameter contentLayer: below whose other sublayers overlays are.
  init(on contentLayer: CachedScrollLayer) {
    self.contentLayer = contentLayer
    for level in levels { level.stack = self }
  }

  deinit {
    for level in levels { level.stack = nil }
  }

  /// Takes every overlay to where the map is seen now.
  ///
  /// - Parameter tiles: how the plane of the map's tiles lies; where that is another, what is carried with them may not be carried as far.
  func layOut(_ transform: MapTransform, on tiles: MapTransform) {
    let offset = transform.middle &- tiles.middle
    let isTranslated = laidOut.map { $0.transform.isTranslation(of: transform) && $0.offset == offset } ?? false
    laidOut = (transform, offset)
    for level in levels {
      level.transform2D = transform
      // What is asked may add and remove overlays.
      for layer in level.layers where layer.superlayer === level {
        layer.updatePlacement(transform, isTranslated: isTranslated) { self.rendererFor?($0) }
      }
    }
  }

  /// Answers whether the overlay was not there yet.
  @discardableResult
  func insert(_ overlay: any Overlay, at index: Int, _ level: OverlayLevel) -> Bool {
    guard layers[ObjectIdentifier(overlay)] == nil else { return false }
    let layer = OverlayLayer(overlay, on: contentLayer)
    layers[ObjectIdentifier(overlay)] = layer
    if levels[level.rawValue].superlayer == nil {
      for (index, level) in levels.enumerated() { contentLayer.insertSublayer(level, at: index) }
    }
    levels[level.rawValue].insert(layer, at: index)
    return true
  }

  func remove(_ overlay: any Overlay) {
    guard let layer = layers.removeValue(forKey: ObjectIdentifier(overlay)) else { return }
    for level in levels { level.remove(layer) }
  }

  func overlays(in level: OverlayLevel) -> [any Overlay] { levels[level.rawValue].layers.map(\.overlay) }

  func layer(of overlay: any Overlay) -> OverlayLayer? { layers[ObjectIdentifier(overlay)] }
}
