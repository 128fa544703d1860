public import CartoucheControls
public import CartoucheRaster
import CartoucheScene

/// The size, the view and the content of a map snapshot: MapKit's `MKMapSnapshotter.Options`.
///
///     var options = MapSnapshotOptions(size: PixelSize(width: 320, height: 200), theme: .standard)
///     options.sources = [archive]
///     options.camera = MapCamera(center: stop, zoom: 15)
///     options.content = { map in
///       map.addAnnotation(PointAnnotation(coordinate: stop, title: "Vaduz Post"))
///     }
///
/// The properties are those of a ``MapView``, with the same defaults.
public struct MapSnapshotOptions: Sendable {
  /// The size of the image in pixels. A pixel is a point of the map.
  public var size: PixelSize
  /// The theme of the map's annotations, compass, scale bar and attribution.
  public var theme: Theme
  /// The tile sources of the map. Snapshots and maps may share them.
  public var sources: [any TileSource] = []
  /// The style of the map.
  public var style = MapStyle.standard
  /// The language of the names of places.
  public var language = MapLanguage.style
  /// The number of pixels of the image for each pixel of the style: MapKit's `scale`.
  public var pixelRatio: Scalar = 1
  /// The range of zooms of the camera, the region and the rectangle to show.
  ///
  /// A range that begins below 0, such as `-2...24`, lets a thumbnail show the whole world.
  public var cameraZoomRange: ClosedRange<Scalar> = 0...24
  /// The coordinate system of the tiles.
  public var coordinateSystem = CoordinateSystem.wgs84
  /// The distances, in points, between the edges of the image and the part of it in which the map is
  /// centered.
  public var layoutMargins = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
  /// The distances, in points, between the edges of the image and its compass, scale bar and attribution.
  public var safeAreaInsets = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
  /// The attribution in the bottom right corner; nil for that of the sources.
  public var attribution: String?
  /// Whether the image shows its attribution.
  public var showsAttribution = true
  /// The points of interest that the map shows by their classes; nil for all that the style shows.
  public var pointOfInterestFilter: PointOfInterestFilter?
  /// Whether the image shows a compass if north is not up.
  public var showsCompass = true
  /// Whether the image shows a scale bar.
  public var showsScale = false
  /// Whether labels of the map are left out where annotations are.
  public var labelsAvoidAnnotations = true
  /// Whether the map is drawn at whole pixels, as a ``MapView`` at rest is. If false, the center is exact.
  public var alignsToPixels = true
  /// The maximum memory, in bytes, for the cache of tiles.
  public var tileCacheLimit = 64 << 20
  /// The maximum memory of the image in bytes. A larger image is an error:
  /// ``MapSnapshotError/unsupportedSize(_:byteLimit:)``.
  public var byteLimit = 64 << 20
  /// A closure that adds overlays and annotations to the snapshot's map, or changes the map in other ways.
  ///
  /// The closure is called once, after all other options are set, on the thread that makes the snapshot. The
  /// map belongs to this thread, and calls its ``MapView/viewFor`` and ``MapView/rendererFor`` there.
  /// Annotations and overlays belong to one thread, too. So the closure creates its own, from values such as
  /// coordinates that it captures. It must not keep the map. Images of a ``TileOverlay`` must come at once or
  /// from files: the snapshot waits for no other answers.
  ///
  /// The map has no animations of annotations and of the user's location, so that it comes to rest.
  public var content: (@Sendable (MapView) -> Void)?

  /// Whether the boxes of labels are drawn.
  package var showsCollisions = false
  /// Whether the snapshot has a list of its labels.
  package var listsLabels = false
  /// The view; nil for that of the style.
  var target: Target?

  enum Target: Sendable {
    case camera(MapCamera)
    case region(CoordinateRegion)
    case mapRect(MapRect)
  }

  /// The maximum width and height of a snapshot in pixels.
  public static let maximumSide = 16_384

  /// Creates options for a snapshot without sources, in the standard style.
  public init(size: PixelSize, theme: Theme) {
    (self.size, self.theme) = (size, theme)
  }

  /// Creates options for a snapshot that looks like a map view at rest, without its overlays, annotations and
  /// states of features.
  ///
  /// Add copies of these in ``content``. The size is that of the view, without fractions of a point.
  public init(copying map: MapView) {
    self.init(size: PixelSize(width: map.bounds.width.floor, height: map.bounds.height.floor), theme: map.theme)
    (sources, style, language, pixelRatio) = (map.sources, map.style, map.language, map.pixelRatio)
    // Zooms below 0 are for maps that have them; the camera may be changed within all others.
    cameraZoomRange = map.cameraState.limits.stretchedZoomRange
    (coordinateSystem, layoutMargins, safeAreaInsets) = (map.coordinateSystem, map.layoutMargins, map.safeAreaInsets)
    (attribution, showsCompass, showsScale) = (map.attribution, map.showsCompass, map.showsScale)
    (labelsAvoidAnnotations, alignsToPixels) = (map.labelsAvoidAnnotations, map.alignsToPixels)
    (tileCacheLimit, showsCollisions) = (map.tileByteLimit, map.showsCollisions)
    (showsAttribution, pointOfInterestFilter) = (map.showsAttribution, map.pointOfInterestFilter)
    // While fingers hold a map beyond its limits, its camera is not one at rest.
    camera = map.clamped(map.camera)
  }

  // MARK: View

  /// The camera of the snapshot. Its zoom and center are clamped as in a ``MapView``.
  ///
  /// The last of ``camera``, ``region`` and ``mapRect`` that was set determines the view; the others are nil.
  /// If none is set, the view is that of the style, or the whole world.
  public var camera: MapCamera? {
    get { if case .camera(let camera) = target { camera } else { nil } }
    set { target = newValue.map { .camera($0) } }
  }

  /// The region that the snapshot shows as a whole, with north up. See ``camera``.
  public var region: CoordinateRegion? {
    get { if case .region(let region) = target { region } else { nil } }
    set { target = newValue.map { .region($0) } }
  }

  /// The rectangle of the map that the snapshot shows as a whole, with north up. See ``camera``.
  public var mapRect: MapRect? {
    get { if case .mapRect(let rect) = target { rect } else { nil } }
    set { target = newValue.map { .mapRect($0) } }
  }

  // MARK: Map

  /// The memory of the image in bytes; nil if the size is not possible.
  var byteCount: Int? {
    let sides = 1...Self.maximumSide
    guard sides.contains(size.width), sides.contains(size.height) else { return nil }
    let bytes = size.width * size.height * 4  // ≤ 2^30
    return bytes <= byteLimit ? bytes : nil
  }

  /// Returns a new map with these options, which belongs to the calling thread.
  ///
  /// - Throws: ``MapSnapshotError/invalidArea``.
  func makeMap() throws(MapSnapshotError) -> MapView {
    let map = MapView(frame: Rect(x: 0, y: 0, width: Scalar(size.width), height: Scalar(size.height)), theme: theme)
    (map.animatesAnnotations, map.animatesUserLocation) = (false, false)
    map.cameraZoomRange = cameraZoomRange
    (map.pixelRatio, map.language, map.coordinateSystem) = (pixelRatio, language, coordinateSystem)
    (map.sources, map.style, map.pointOfInterestFilter) = (sources, style, pointOfInterestFilter)
    (map.layoutMargins, map.safeAreaInsets) = (layoutMargins, safeAreaInsets)
    if let attribution { map.attribution = attribution }
    (map.showsCompass, map.showsScale, map.showsAttribution) = (showsCompass, showsScale, showsAttribution)
    (map.labelsAvoidAnnotations, map.alignsToPixels) = (labelsAvoidAnnotations, alignsToPixels)
    (map.tileCacheLimit, map.showsCollisions) = (tileCacheLimit, showsCollisions)
    try setView(of: map)
    content?(map)
    return map
  }

  private func setView(of map: MapView) throws(MapSnapshotError) {
    switch target {
    case .camera(let camera): map.camera = camera
    case .region(let region):
      guard map.camera(fitting: region, bearing: .zero) != nil else { throw .invalidArea }
      map.region = region
    case .mapRect(let rect):
      guard !rect.isEmpty, (0...MapPoint.worldSize).contains(rect.center.y) else { throw .invalidArea }
      map.visibleMapRect = rect
    case nil:
      if let camera = style.camera { map.camera = camera.scaled(by: pixelRatio) }
    }
  }
}
