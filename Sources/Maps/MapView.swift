public import CartoucheControls
public import CartoucheRaster
public import CartoucheScene

/// A layer that shows a map: tiles, with overlays and annotations above the tiles.
///
///     let map = MapView(frame: screen, theme: .standard)
///     map.sources = [try PMTilesArchive(path: "vaduz.pmtiles")]
///     map.camera = MapCamera(center: Coordinate(latitude: 47.141, longitude: 9.5209), zoom: 14)
///
/// The map reads and decodes tiles while the map is drawn. The drawn map is cached as pixels. A pan moves the
/// cached pixels and draws only the strips that come into view. A change of an overlay or annotation redraws
/// only the area that the overlay or annotation covers. A change of the zoom, bearing, size, style or sources
/// redraws the whole map.
///
/// A sublayer that an application adds, at whatever index, is above the map's tiles, overlays and
/// annotations. A sublayer inserted at index 0 is below callouts.
public final class MapView: Layer {
  /// The tile sources of the map in drawing order: each source is drawn above the sources before it.
  ///
  /// If a source lacks a tile, the map draws the nearest ancestor of the missing tile from the same source.
  /// An ancestor is a tile of a lower zoom that contains the area of the missing tile.
  public var sources: [any TileSource] = [] { didSet { baseMap.discardTiles() } }

  /// The style of the map: the features of the tiles that are drawn, with their colors and line widths.
  public var style = MapStyle.standard { didSet { baseMap.discardTiles() } }

  /// The coordinate system of the tiles in ``sources``, for example GCJ-02 for a Chinese map.
  ///
  /// Annotations and overlays have WGS 84 coordinates, whatever the coordinate system of the tiles is.
  public var coordinateSystem = CoordinateSystem.wgs84 {
    didSet {
      guard coordinateSystem != oldValue else { return }
      annotationStack.updateAllPositions()
      setNeedsDisplay()
      // Every coordinate is at another point of the plane now.
      if !bounds.isEmpty { notifyVisibleRegionDidChange() }
    }
  }

  /// The provider of the map: its tiles, style, coordinate system and attribution.
  ///
  /// Setting a vendor replaces ``sources``, ``style`` and ``coordinateSystem`` by the vendor's values.
  /// Setting nil leaves these three properties unchanged.
  public var vendor: MapVendor? { didSet { if let vendor { apply(vendor) } } }

  /// The maximum memory, in bytes, for the map's cache of decoded tiles.
  ///
  /// If the cache exceeds this limit, the map discards the least recently used tiles.
  public var tileCacheLimit = 64 << 20 { didSet { baseMap.discardTiles() } }

  // MARK: Delegate and closures

  /// The object that the map notifies of events, and asks for annotation views and overlay renderers.
  ///
  /// Closures are an alternative to a delegate: see ``events``, ``viewFor``, ``rendererFor`` and
  /// ``clusterAnnotationFor``.
  public weak var delegate: (any MapViewDelegate)? { didSet { if delegate !== oldValue { reloadRenderers() } } }

  /// Closures that the map calls when events happen, as an alternative to a ``MapViewDelegate``.
  public var events = MapEvents()

  /// A closure that returns the view for an annotation or cluster.
  ///
  /// The map calls the closure if the ``delegate`` returns no view. If the closure returns nil too, the map
  /// creates a default view, which is usually a ``MarkerAnnotationView``.
  public var viewFor: ((any Annotation) -> AnnotationView?)?

  /// A closure that returns the annotation that represents a cluster with the given members.
  ///
  /// The map calls the closure if the ``delegate`` returns no annotation. If the closure returns nil too, the
  /// map creates a plain ``ClusterAnnotation``.
  public var clusterAnnotationFor: ((_ members: [any Annotation]) -> ClusterAnnotation?)?

  /// The closure that ``rendererFor`` stores.
  var storedRendererFor: ((any Overlay) -> OverlayRenderer?)?

  // MARK: Gestures

  /// Whether a finger that drags across the map pans the map.
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

  /// Whether two fingers that turn about each other rotate the map.
  public var isRotateEnabled: Bool {
    get { gestures.rotation.isEnabled }
    set { gestures.rotation.isEnabled = newValue }
  }

  /// The speed, in points per second, above which a panning finger flings the map when the finger is lifted.
  public var flingSpeed = TouchMetrics.standard.flingSpeed

  // MARK: Compass, scale and attribution

  /// The widths, in points, of the strips along the map's four edges that the screen's edge or other views
  /// cover.
  ///
  /// The map keeps callouts, the compass, the scale bar and the attribution out of these strips.
  public var safeAreaInsets = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0) {
    didSet { if safeAreaInsets != oldValue { setNeedsLayout() } }
  }

  /// Whether the map shows a compass while north is not up.
  public var showsCompass = true { didSet { setNeedsLayout() } }

  /// Whether the map shows a scale bar.
  public var showsScale = false { didSet { setNeedsLayout() } }

  /// The attribution text that the map shows in its bottom right corner.
  ///
  /// By default, this property is the attribution of the ``vendor``, or empty if the map has no vendor. A
  /// text that an application sets replaces the attribution of every vendor.
  public var attribution: String {
    get { customAttribution ?? vendor?.attribution ?? "" }
    set {
      customAttribution = newValue
      setNeedsLayout()
    }
  }
  private var customAttribution: String?

  /// The part of the map's bounds inside ``safeAreaInsets``.
  var safeArea: Rect {
    let insets = safeAreaInsets
    let size = Size(
      width: max(bounds.width - insets.left - insets.right, 0), height: max(bounds.height - insets.top - insets.bottom, 0))
    return Rect(origin: Point(x: bounds.minX + insets.left, y: bounds.minY + insets.top), size: size)
  }

  // MARK: Annotations

  /// The distance, in points, within which annotations form a cluster.
  ///
  /// Only annotations whose views have the same ``AnnotationView/clusteringIdentifier`` form a cluster.
  /// Clusters change at every half step of the zoom.
  public var clusterRadius = 50 { didSet { if clusterRadius != oldValue { annotationStack.regroup() } } }

  /// The maximum number of annotation views on the map.
  ///
  /// If there are more annotations, the map shows the selected annotation and the views with the highest
  /// ``AnnotationView/displayPriority``.
  public var annotationViewLimit = 1000 { didSet { annotationStack.setNeedsPlacement() } }

  /// Whether annotation views appear and disappear with an animation, also when clusters split and merge.
  public var animatesAnnotations = true

  /// Whether a tap on a cluster zooms the map so that all members of the cluster are visible.
  ///
  /// If the cluster's view can show a callout, a tap selects the cluster and does not zoom.
  public var zoomsToClusters = true

  /// The annotation of the user's location, whose coordinate the application sets.
  ///
  /// The map shows this annotation while ``showsUserLocation`` is true.
  public let userLocation = UserLocation()

  /// Whether the map shows ``userLocation``.
  ///
  /// While the user's location is unknown, the map does not show the annotation.
  public var showsUserLocation = false {
    didSet {
      guard showsUserLocation != oldValue else { return }
      if showsUserLocation { annotationStack.add(userLocation) } else { annotationStack.remove([userLocation]) }
    }
  }

  /// The theme that sets the appearance and fonts of the map's callouts, badges, titles, compass and scale
  /// bar.
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
  /// The number of region changes that are in progress, nested in each other.
  var regionChangeDepth = 0
  /// The region that was set while the view had no size.
  ///
  /// The map shows this region as soon as the view has a size.
  var pendingRegion: CoordinateRegion?
  /// Whether the map is drawn without alignment to a grid of whole points, as while the map is zoomed or
  /// rotated.
  ///
  /// During a zoom or rotation, every frame has another grid. Aligning each frame to its grid would make the
  /// map shake by half a point.
  var ignoresGrid = false

  /// The progress from setting a vendor to the notification that the vendor's map has loaded.
  enum Loading {
    case waiting, drawn, notified
  }
  var loading = Loading.waiting

  /// Creates a map view with the given ``Layer/frame`` and theme.
  public init(frame: Rect, theme: Theme) {
    self.theme = theme
    super.init(frame: frame)
    addSublayer(baseMap.contentLayer)
    baseMap.contentLayer.addSublayer(annotationStack.layer)
    _ = ornaments
    addSublayer(annotationStack.callouts.layer)
    _ = gestures
  }

  /// Returns the tile errors that occurred since the last call, and then clears the list of errors.
  ///
  /// Each error is returned once. An application can print the errors to standard error.
  ///
  /// In place of a broken tile, the map draws the tile's nearest ancestor. An ancestor is a tile of a lower
  /// zoom that contains the broken tile's area. A broken feature of a tile is not drawn.
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

  /// Makes the next frame notify that the map has loaded, if tiles were drawn for the first time.
  func didDrawTiles() {
    guard loading == .waiting else { return }
    loading = .drawn
    startTicking()
  }
}
