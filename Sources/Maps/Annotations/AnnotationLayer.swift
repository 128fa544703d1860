import CartoucheRaster
import CartoucheScene

/// A layer for annotation views and callouts; touches between them go through to the map.
final class AnnotationLayer: Layer {
  override func hitTest(_ point: Point) -> Layer? {
    let hit = super.hitTest(point)
    return hit === self ? nil : hit
  }
}
