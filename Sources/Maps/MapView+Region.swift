import CartoucheRaster
import CartoucheScene

extension MapView {
  /// What the map shows; set, the camera goes to where it is seen whole, without a movement, and keeps its bearing.
  ///
  /// A region that is none changes nothing; one set while the layer has no size is taken when it has one.
  public var region: CoordinateRegion {
    get { camera.region(in: bounds.size) }
    set { setRegion(newValue, animated: false) }
  }
}
