import CartoucheRaster
import CartoucheScene

extension MapView {
  /// What the map shows; set, the camera goes to where it is seen whole, without a movement, and keeps its bearing.
  ///
  /// A region that is none, and one set while the layer has no size, change nothing.
  public var region: CoordinateRegion {
    get { camera.region(in: bounds.size) }
    set {
      guard let fitting = MapCamera(fitting: newValue, in: bounds.size, bearing: camera.bearing) else { return }
      camera = fitting
    }
  }
}
