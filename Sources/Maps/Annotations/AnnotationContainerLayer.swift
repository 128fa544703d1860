import CartoucheRaster
import CartoucheScene

/// A layer that contains annotation views or callouts.
///
/// A touch that hits none of these goes through to the map.
final class AnnotationContainerLayer: Layer {
  override func hitTest(_ point: Point) -> Layer? {
    let hit = super.hitTest(point)
    return hit === self ? nil : hit
  }
}
