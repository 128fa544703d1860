public import CartoucheControls
public import CartoucheRaster
public import CartoucheScene

/// A layer that shows a map, with annotations and overlays.
///
///     let map = MapView(frame: screen, theme: .standard)
///     map.sources = [try PMTilesArchive(path: "vaduz.pmtiles")]
///     map.camera = MapCamera(center: Coordinate(latitude: 47.141, longitude: 9.5209), zoom: 14)
///
/// Tiles are read and decoded while the map is drawn. The drawing is cached as pixels: a pan moves them and
/// draws the strips that come into view, and a change on the map redraws only the area it covers. Another
/// zoom, bearing, size or style, or other sources, redraw everything.
///
/// Sublayers that an application adds are always above the map, its overlays and its annotations, at whatever
/// index they are inserted; the first of them is below callouts.
public final class MapView: Layer {
  /// The sources of the map's tiles, drawn over each other in this order.
  ///
  /// Where a source lacks a tile, the nearest tile above it in the same source is drawn instead.
  public var sources: [any TileSource] = [] { didSet { baseMap.discardTiles() } }

  /// The style in which tiles are drawn.
  public var style = MapStyle.standard { didSet { baseMap.discardTiles() } }

  /// The coordinate system of the sources' tiles.
  ///
  /// Annotations and overlays have WGS 84 coordinates in any case.
  public var coordinateSystem = CoordinateSystem.wgs84 {
    didSet {
      guard coordinateSystem != oldValue else { return }
      annotationStack.updateAllPositions()
      setNeedsDisplay()
      // Every coordinate is at another point of the plane now.
      if !bounds.isEmpty { notifyVisibleRegionDidChange() }
    }
  }

  /// The vendor whose map is shown.
  ///
  /// Setting one replaces ``sources``, ``style`` and ``coordinateSystem``; nil leaves them as they are.
  public var vendor: MapVendor? { didSet { if let vendor { apply(vendor) } } }

  /// The memory limit for decoded tiles, in bytes.
  public var tileCacheLimit = 64 << 20 { didSet { baseMap.discardTiles() } }

  // MARK: Delegate and closures

  /// The object that is notified and asked about everything on the map; see ``events`` for closures.
  public weak var delegate: (any MapViewDelegate)? { didSet { if delegate !== oldValue { reloadRenderers() } } }

  /// Closures for the notifications of a ``MapViewDelegate``.
  public var events = MapEvents()

  /// Returns the view for an annotation or cluster; asked if the ``delegate`` has none. nil for the default
  /// marker.
  public var viewFor: ((any Annotation) -> AnnotationView?)?

  /// Returns the annotation that represents a cluster's members; asked if the ``delegate`` has none. nil for
  /// a plain ``ClusterAnnotation``.
  public var clusterAnnotationFor: ((_ members: [any Annotation]) -> ClusterAnnotation?)?

  /// The stored closure of ``rendererFor``.
  var storedRendererFor: ((any Overlay) -> OverlayRenderer?)?

  // MARK: Gestures

  /// Whether a finger pans the map.
  public var isScrollEnabled: Bool {
    get { gestures.pan.isEnabled }
    set { gestures.pan.isEnabled = newValue }
  }

  /// Whether pinches, double taps and two-finger taps zoom the map.
  public var isZoomEnabled: Bool {
    get { gestures.pinch.isEnabled }
    set {
      (gestures.pinch.isEnabled, gestures.doubleTap.isEnabled, gestures.twoFingerTap.isEnabled) = (newValue, newValue, newValue)
    }
  }

  /// Whether two fingers rotate the map.
  public var isRotateEnabled: Bool {
    get { gestures.rotation.isEnabled }
    set { gestures.rotation.isEnabled = newValue }
  }

  /// The speed, in points per second, above which a lifted finger flings the map.
  public var flingSpeed = TouchMetrics.standard.flingSpeed

  // MARK: Compass, scale and attribution

  /// Insets covered by the screen's edge or by other views.
  ///
  /// Callouts, the compass, the scale and the attribution stay inside them.
  public var safeAreaInsets = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0) {
    didSet { if safeAreaInsets != oldValue { setNeedsLayout() } }
  }

  /// Whether a compass is shown while north is not up.
  public var showsCompass = true { didSet { setNeedsLayout() } }

  /// Whether a scale bar is shown.
  public var showsScale = false { didSet { setNeedsLayout() } }

  /// The attribution in the map's corner: the ``vendor``'s, unless another is set.
  public var attribution: String {
    get { customAttribution ?? vendor?.attribution ?? "" }
    set {
      customAttribution = newValue
      setNeedsLayout()
    }
  }
  private var customAttribution: String?

  /// The bounds inside ``safeAreaInsets``.
  var safeArea: Rect {
    let insets = safeAreaInsets
    let size = Size(
      width: max(bounds.width - insets.left - insets.right, 0), height: max(bounds.height - insets.top - insets.bottom, 0))
    return Rect(origin: Point(x: bounds.minX + insets.left, y: bounds.minY + insets.top), size: size)
  }

  // MARK: Annotations

  /// The distance in points below which annotations with the same ``AnnotationView/clusteringIdentifier``
  /// form a cluster. Clusters change every half zoom.
  public var clusterRadius = 50 { didSet { if clusterRadius != oldValue { annotationStack.regroup() } } }

  /// The maximum number of annotation views on the map; those with the highest priorities are shown.
  public var annotationViewLimit = 1000 { didSet { annotationStack.setNeedsPlacement() } }

  /// Whether annotation views appear, disappear, split and merge with an animation.
  public var animatesAnnotations = true

  /// Whether a tap on a cluster whose view shows no callout zooms to its members.
  public var zoomsToClusters = true

  /// The user's location, which the application sets and ``showsUserLocation`` shows.
  public let userLocation = UserLocation()

  /// Whether ``userLocation`` is shown, once it has a location.
  public var showsUserLocation = false {
    didSet {
      guard showsUserLocation != oldValue else { return }
      if showsUserLocation { annotationStack.add(userLocation) } else { annotationStack.remove([userLocation]) }
    }
  }

  /// The appearance and fonts of callouts, badges, titles, compass and scale.
  public let theme: Theme

  // MARK: Parts

  private(set) lazy var baseMap = BaseMap(of: self)
  private(set) lazy var overlayStack = OverlayStack(on: baseMap.contentLayer)
  private(set) lazy var annotationStack = AnnotationStack(of: self)
  private(set) lazy var gestures = MapGestures(on: self)
  private lazy var ornaments = MapOrnaments(on: self)
  let markerImages = MarkerImages()

  // MARK: State

  var cameraState = ClampedCamera()
  var cameraAnimation: CameraAnimation? { didSet { updateGridAlignment() } }
  /// The number of nested region changes.
  var regionChangeDepth = 0
  /// A region that was set before the view had a size.
  var pendingRegion: CoordinateRegion?
  /// Whether the map is drawn off its grid, as while it is zoomed or rotated: aligning every frame of that to
  /// another grid would make the map shake by half a point.
  var ignoresGrid = false

  /// The progress from a new vendor's map to its report as loaded.
  enum Loading {
    case waiting, drawn, notified
  }
  var loading = Loading.waiting

  /// Creates a map view whose ``Layer/frame`` is `frame`.
  public init(frame: Rect, theme: Theme) {
    self.theme = theme
    super.init(frame: frame)
    addSublayer(baseMap.contentLayer)
    baseMap.contentLayer.addSublayer(annotationStack.layer)
    _ = ornaments
    addSublayer(annotationStack.callouts.layer)
    _ = gestures
  }

  /// Returns the errors of the sources' tiles since the last call, and forgets them.
  ///
  /// Each error is reported once; an application prints it to standard error. A broken tile is drawn from the
  /// tile above it, and a broken feature is left out.
  public func takeErrors() -> [TileError] { baseMap.takeErrors() }

  // MARK: Layout

  public override func tick(at now: Timestamp) -> Motion { advance(to: now) }

  public override func layoutSublayers() {
    updateCameraForSize()
    guard !bounds.isEmpty else { return }
    baseMap.layOut(drawnTransformation)
    // Overlays are on the plane of WGS 84. GCJ-02 displaces it by nearly the same offset everywhere, to less
    // than a point across a screen at zoom 15; Baidu's by some points more at the edges. Each plane has its
    // own grid, so a pan can move overlays one point farther than tiles.
    overlayStack.layOut(drawn(MapTransform(camera: camera, bounds: bounds)), on: drawnTransformation)
    ornaments.layOut(drawnTransformation)
    annotationStack.layOut()
  }

  public override var rasterizesInPerspective: Bool { true }

  /// Has the next frame report that the map is loaded, if tiles were drawn for the first time.
  func didDrawTiles() {
    guard loading == .waiting else { return }
    loading = .drawn
    startTicking()
  }
}
