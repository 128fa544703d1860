import CartoucheRaster

/// The camera of a map under fingers.
///
/// The fingers move a free camera, which is not limited. The map shows less of what is beyond the limits: see
/// ``CameraBand``. Fingers that turn back therefore move the map at once, and its place under them is again
/// the one that they took hold of.
struct GestureCamera {
  /// The camera that the map shows.
  private(set) var shown: MapCamera
  let band: CameraBand
  /// The free center, with the zoom that is shown.
  private var camera: MapCamera
  private(set) var freeZoom: Scalar
  /// The offset from the free center to that at which the world's edges stop the map.
  private var slip = MapPoint(x: 0, y: 0)

  /// Takes hold of a map, which may be beyond its limits.
  init(_ shown: MapCamera, in band: CameraBand) {
    (self.shown, self.band, camera) = (shown, band, shown)
    camera.centerPoint = band.freeCenter(shown.centerPoint, zoom: shown.clampedZoom)
    freeZoom = band.freeZoom(shown.clampedZoom)
  }

  /// Whether the map is shown beyond its limits.
  var isStretched: Bool { band.limits.clamped(shown, in: band.size) != shown }

  /// Moves the content by an offset in points.
  mutating func pan(by delta: Point) {
    camera = camera.moved(by: delta, in: band.size)
    show()
  }

  /// Zooms and rotates about a point of the view, which counts from its top left corner.
  mutating func zoom(by levels: Scalar, about point: Point) {
    freeZoom = band.clampedFreeZoom(freeZoom + levels)
    turn(zoom: band.shownZoom(freeZoom), bearing: camera.bearing, about: point)
  }

  /// Rotates about a point of the view, which counts from its top left corner.
  mutating func rotate(by angle: Angle, about point: Point) {
    turn(zoom: camera.zoom, bearing: camera.bearing + angle, about: point)
  }

  private mutating func turn(zoom: Scalar, bearing: Angle, about point: Point) {
    // The camera's center is in the middle of the padded view.
    let fixed = point - band.limits.shift(in: band.size)
    camera = camera.turned(zoom: zoom, bearing: bearing, about: fixed, in: band.size)
    show()
  }

  private mutating func show() {
    var stretched = camera
    stretched.centerPoint = band.shownCenter(camera.centerPoint, zoom: camera.zoom)
    shown = band.limits.clampedToWorld(stretched, in: band.size)
    slip = MapPoint(
      x: shown.centerPoint.x &- stretched.centerPoint.x, y: shown.centerPoint.y &- stretched.centerPoint.y)
  }

  /// Takes hold of the places that are under the fingers at the world's edges, which do not give way.
  ///
  /// The several gestures of one event only together decide whether the map reaches an edge, so this is
  /// called between events.
  mutating func settleAtWorldEdge() {
    camera.centerPoint = MapPoint(x: camera.centerPoint.x &+ slip.x, y: camera.centerPoint.y &+ slip.y)
    slip = MapPoint(x: 0, y: 0)
  }
}
