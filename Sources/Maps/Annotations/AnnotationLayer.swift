import CartoucheRaster
import CartoucheScene

/// The layer in which annotations' views stand: between them a finger reaches the map.
final class AnnotationLayer: Layer {
  override func hitTest(_ point: Point) -> Layer? {
    let hit = super.hitTest(point)
    return hit === self ? nil : hit
  }
}
