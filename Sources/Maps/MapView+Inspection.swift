import CartoucheRaster
import CartoucheScene

// What tests, benchmarks and the command line ask a map.
extension MapView {
  /// Draws the whole map again in the next frame.
  package func redrawAll() { baseMap.redraw() }

  /// Returns the style layers and the number of features of the tiles in view that each of them draws.
  ///
  /// A feature that is divided between tiles counts in each of them.
  package func drawnFeatureCounts() -> [(layer: StyleLayer, count: Int)] {
    var counts = [Int](repeating: 0, count: style.layers.count)
    let view = drawnTransformation
    let drawing = MapDrawing(
      view, tiles: baseMap.tiles, scale: scale, cache: baseMap.cache, clock: baseMap.clock, within: view.bounds)
    for shape in drawing.shapes {
      if counts.indices.contains(shape.style) { counts[shape.style] += shape.features }
    }
    return zip(style.layers, counts).map { (layer: $0, count: $1) }
  }

  /// Whether layouts reach the map: it is not empty, and neither it nor a superlayer is hidden or
  /// transparent.
  var isLaidOut: Bool {
    var next: Layer? = self
    while let layer = next, !layer.isHidden, layer.opacity > 0 { next = layer.superlayer }
    return next == nil && !bounds.isEmpty
  }

  /// The number of times that annotations were placed.
  package var annotationPlacementCount: Int { annotationPresenter.placementCount }

  /// The number of complete images of the ground in memory.
  package var groundImageCount: Int { baseMap.ground.imageCount }

  /// Whether an image stands for the overlays of any level.
  package var showsOverlayImage: Bool { OverlayLevel.allCases.contains { showsOverlayImage(of: $0) } }

  /// Returns whether an image stands for the overlays of a level.
  package func showsOverlayImage(of level: OverlayLevel) -> Bool { overlayStack.images[level.rawValue].isShown }

  /// Returns the number of movements of the map that redrew an overlay where it was visible before, too.
  package func redrawCount(of overlay: any Overlay) -> Int { overlayStack.layer(of: overlay)?.redrawCount ?? 0 }

  /// The number of complete images of overlays in memory.
  package var overlayImageCount: Int { overlayStack.images.reduce(0) { $0 + $1.imageCount } }

  /// The number of strips of pans that workers had drawn before they were needed.
  package var preparedStripCount: Int { baseMap.ground.strips.drawnPartCount }

  /// Whether a pan moves cached pixels.
  package var cachesPixels: Bool { baseMap.contentLayer.cachesPixels }

  /// The number of transitions that are nested in each other, for the property with the most.
  package var transitionDepth: Int { baseMap.tiles.style.transitionDepth }

  /// The memory in use, in bytes, for the map's cache of decoded tiles.
  package var tileByteCount: Int { baseMap.tiles.byteCount }
}
