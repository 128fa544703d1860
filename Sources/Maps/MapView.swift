public import CartoucheControls
public import CartoucheRaster
public import CartoucheScene

/// A layer that shows a map: tiles, with overlays and annotations above the tiles.
///
///     let map = MapView(frame: screen, theme: .standard)
///     map.sources = [try PMTilesArchive(path: "vaduz.pmtiles")]
///     map.camera = MapCamera(center: Coordinate(latitude: 47.141, longitude: 9.5209), zoom: 14)
///
/// If the map's ``Stage`` has a ``Stage/backgroundQueue``, workers load the tiles, and other tiles stand in
/// until these arrive. Without a queue, a tile is loaded in the frame that first draws it.
///
/// The drawn map is cached as pixels. A pan moves the cached pixels and draws only strips at the edges. A
/// change of an overlay or annotation redraws only the area that the overlay or annotation covers. A change
/// of the zoom, bearing, size, style or sources redraws the whole map. During a zoom or rotation, an image
/// stands for the tiles: at rest, at the latest after 150 ms (230 if a tile arrives), the map is exact.
///
/// A sublayer that an application adds is above the map's tiles, overlays and annotations, even at index 0. A
/// sublayer inserted at index 0 is below the map's callouts.
public final class MapView: Layer {
  /// The tile sources of the map in drawing order: each source is drawn above the sources before it.
  ///
  /// If a source lacks a tile, the map draws an ancestor of the missing tile from the same source. An
  /// ancestor is a tile of a lower zoom that contains the area of the missing tile. The map draws the
  /// ancestor with the highest zoom among the ancestors that the source has.
  public var sources: [any TileSource] = [] {
    didSet {
      baseMap.updateStyle()
      sourceAttribution = baseMap.attribution
      setNeedsLayout()
    }
  }

  /// The style of the map. The style determines which features of the tiles are drawn, and in which colors
  /// and line widths.
  ///
  /// If workers load tiles, the old style stays on the screen until the tiles in view are ready for the new
  /// one. Tiles of sources that both styles have are not read again.
  public var style = MapStyle.standard {
    didSet {
      baseMap.updateStyle()
      let attribution = baseMap.attribution
      guard attribution != sourceAttribution else { return }
      sourceAttribution = attribution
      setNeedsLayout()
    }
  }

  /// The number of points for each pixel of the style: 2 on a screen with pixels half as large.
  ///
  /// Widths, patterns and image tiles grow by this factor. The camera and the area in view stay the same: the
  /// style is evaluated at a lower zoom. The ratio is clamped to 1/8…8.
  public var pixelRatio: Scalar {
    get { scale.pixelRatio }
    set {
      scale = MapScale(pixelRatio: newValue)
      baseMap.redraw()
    }
  }
  var scale = MapScale()

  /// The language of the names of places, for styles whose texts read names. It may change at any time.
  public var language = MapLanguage.style {
    didSet { if language != oldValue { baseMap.updateStyle() } }
  }

  /// The points of interest that the map shows by their classes; nil for all that the style shows.
  ///
  /// It applies to the labels and icons of the layers `poi` and `pois` of vector tiles.
  public var pointOfInterestFilter: PointOfInterestFilter? {
    didSet { if pointOfInterestFilter != oldValue { baseMap.updateStyle() } }
  }

  /// Whether the map, at rest and while it is panned, is drawn at whole pixels, so that a pan moves pixels.
  ///
  /// The camera's center is then shown up to half a point away from the view's center. Without alignment, the
  /// center is exact, and every frame of a pan draws the whole map. That serves pictures of a map.
  public var alignsToPixels = true { didSet { if alignsToPixels != oldValue { setNeedsLayout() } } }

  /// The coordinate system of the tiles of all ``sources``, for example GCJ-02 for a Chinese map.
  ///
  /// Annotations and overlays have WGS 84 coordinates, whatever the coordinate system of the tiles is.
  public var coordinateSystem = CoordinateSystem.wgs84 {
    didSet {
      guard coordinateSystem != oldValue else { return }
      annotationPresenter.updateAllPositions()
      setNeedsDisplay()
      // Every coordinate is at another point of the plane now.
      if !bounds.isEmpty { notifyVisibleRegionDidChange() }
    }
  }

  /// The provider of the map, with the provider's tiles, style, coordinate system and attribution.
  ///
  /// Setting a vendor sets ``sources``, ``style`` and ``coordinateSystem`` to the vendor's values. Setting
  /// nil leaves these three properties unchanged.
  public var vendor: MapVendor? { didSet { if let vendor { apply(vendor) } } }

  /// The maximum memory, in bytes, for the map's cache of tiles; nil for the stage's ``Stage/tileMemory``,
  /// which is the number of the board file.
  ///
  /// If the cache exceeds this limit, the map discards the least recently used tiles. The tiles of the
  /// present view stay, even if they alone exceed the limit.
  public var tileCacheLimit: Int? { didSet { if tileCacheLimit != oldValue { setNeedsLayout() } } }

  /// The limit of the tile cache in bytes.
  package var tileByteLimit: Int { max(tileCacheLimit ?? owningStage?.tileMemory ?? 64 << 20, 0) }

  // MARK: Delegate and closures

  /// The object that the map notifies of events, and that the map asks for annotation views and overlay
  /// renderers.
  ///
  /// Closures are an alternative to a delegate: see ``events``, ``viewFor``, ``rendererFor`` and
  /// ``clusterAnnotationFor``.
  public weak var delegate: (any MapViewDelegate)? { didSet { if delegate !== oldValue { reloadRenderers() } } }

  /// Closures that the map calls when events happen, as an alternative to a ``MapViewDelegate``.
  public var events = MapEvents()

  /// A closure that returns the view for an annotation or cluster.
  ///
  /// The map first asks the ``delegate`` for the view. If the delegate returns no view, the map calls this
  /// closure. If the closure returns nil too, the map creates a view, which is usually a
  /// ``MarkerAnnotationView``.
  public var viewFor: ((any Annotation) -> AnnotationView?)?

  /// A closure that returns a new annotation that represents a cluster of the given annotations.
  ///
  /// The map first asks the ``delegate`` for this annotation. If the delegate returns none, the map calls
  /// this closure. If the closure returns nil too, the map creates a ``ClusterAnnotation``.
  public var clusterAnnotationFor: ((_ members: [any Annotation]) -> ClusterAnnotation?)?

  /// The closure that ``rendererFor`` stores.
  var storedRendererFor: ((any Overlay) -> OverlayRenderer?)?

  // MARK: Gestures

  /// Whether the user can pan the map by dragging a finger across it.
  public var isScrollEnabled: Bool {
    get { gestures.pan.isEnabled }
    set { gestures.pan.isEnabled = newValue }
  }

  /// Whether the user can zoom the map with pinches, double taps, two-finger taps and a mouse's wheel.
  ///
  /// A double tap zooms in by one zoom level, and a two-finger tap zooms out by one zoom level. A double tap
  /// whose second tap is dragged zooms with one finger: down zooms in, by a level for each 20 mm.
  public var isZoomEnabled: Bool {
    get { gestures.pinch.isEnabled }
    set {
      for recognizer in [gestures.pinch, gestures.doubleTap, gestures.tapDrag, gestures.twoFingerTap] as [GestureRecognizer] {
        recognizer.isEnabled = newValue
      }
    }
  }

  /// Whether the user can rotate the map by turning two fingers about each other.
  ///
  /// The map rotates once the fingers have turned by 10.5°, or by 12° in a pinch. A map that was rotated and
  /// comes to rest less than 7° from north turns north.
  public var isRotateEnabled: Bool {
    get { gestures.rotation.isEnabled }
    set { gestures.rotation.isEnabled = newValue }
  }

  /// The minimum speed of a fling, in points per second.
  ///
  /// If a finger pans the map and lifts at a higher speed, the map keeps moving. The movement slows down
  /// until the map is at rest. The same holds for the zoom and the rotation, and for the speed of the fingers
  /// of a pinch about their center. A finger that touches the map stops it, but not its return to a limit or
  /// to north.
  public var flingSpeed = TouchMetrics.standard.flingSpeed

  // MARK: Compass, scale and attribution

  /// The distances, in points, from the map's four edges to the map's safe area.
  ///
  /// The safe area is the part of the map that nothing covers. Outside the safe area, the screen's edge or
  /// other views may cover the map. The map keeps callouts, the compass, the scale bar and the attribution
  /// inside the safe area.
  public var safeAreaInsets = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0) {
    didSet { if safeAreaInsets != oldValue { setNeedsLayout() } }
  }

  /// Whether the map shows a compass while north is not up. A tap on the compass rotates the map to north up.
  public var showsCompass = true { didSet { setNeedsLayout() } }

  /// Whether the map shows a scale bar, which is a line labeled with the line's length on the ground.
  public var showsScale = false { didSet { setNeedsLayout() } }

  /// Whether the map shows its attribution, in its bottom right corner.
  ///
  /// Most data requires that its makers are credited: an application that hides the attribution shows an
  /// ``AttributionView`` elsewhere.
  public var showsAttribution = true { didSet { setNeedsLayout() } }

  /// The attribution text that the map shows in its bottom right corner.
  ///
  /// By default, the text is the vendor's attribution. If the map has no vendor, or the vendor's attribution
  /// is empty, the text has the attributions of the ``sources``. A text that the application sets stays the
  /// same when the ``vendor`` or the sources change.
  public var attribution: String {
    get {
      if let customAttribution { return customAttribution }
      guard let vendor, !vendor.attribution.isEmpty else { return sourceAttribution }
      return vendor.attribution
    }
    set {
      customAttribution = newValue
      setNeedsLayout()
    }
  }
  private var customAttribution: String?
  /// The attributions of the sources, which are joined once and not in each layout.
  private var sourceAttribution = ""

  /// The part of the map's bounds inside ``safeAreaInsets``.
  var safeArea: Rect {
    let insets = safeAreaInsets
    let size = Size(
      width: max(bounds.width - insets.left - insets.right, 0), height: max(bounds.height - insets.top - insets.bottom, 0))
    return Rect(origin: Point(x: bounds.minX + insets.left, y: bounds.minY + insets.top), size: size)
  }

  // MARK: Annotations

  /// The distance on the screen, in points, within which annotations form a cluster.
  ///
  /// Only annotations whose views have the same ``AnnotationView/clusteringIdentifier`` form a cluster. While
  /// the map zooms, clusters split and merge only at zoom levels that are multiples of 0.5.
  public var clusterRadius = 50 { didSet { if clusterRadius != oldValue { annotationPresenter.regroup() } } }

  /// The maximum number of annotation views on the map. The view of a cluster counts as one view.
  ///
  /// If more views would be visible, the map leaves some views out. The map prefers the view of the selected
  /// annotation, and after that the views with the highest ``AnnotationView/displayPriority``.
  public var annotationViewLimit = 1000 { didSet { annotationPresenter.setNeedsPlacement() } }

  /// Whether labels of the map are left out where annotation views and their titles are.
  ///
  /// If it is false, annotation views cover labels. The view of the user's location always does.
  public var labelsAvoidAnnotations = true { didSet { setNeedsLayout() } }

  /// Whether annotation views appear and disappear with an animation.
  ///
  /// If a cluster splits, the new views slide out of the cluster's position. If views merge into a cluster,
  /// they slide to the cluster's position.
  public var animatesAnnotations = true

  /// Whether a tap on a cluster zooms the map so that all members of the cluster are visible.
  ///
  /// If the cluster's view has a callout (see ``AnnotationView/canShowCallout``), a tap selects the cluster
  /// and does not zoom.
  public var zoomsToClusters = true

  /// The annotation of the user's location. The application sets the location.
  ///
  /// The map shows this annotation while ``showsUserLocation`` is true and the location is known.
  public let userLocation = UserLocation()

  /// Whether the map shows the annotation ``userLocation``.
  ///
  /// Even if this property is true, the map does not show the annotation while ``UserLocation/location`` is
  /// nil.
  public var showsUserLocation = false {
    didSet {
      guard showsUserLocation != oldValue else { return }
      if showsUserLocation { annotationPresenter.add(userLocation) } else { annotationPresenter.remove([userLocation]) }
    }
  }

  /// Whether the dot of the user's location pulses.
  ///
  /// While the dot pulses, the screen is redrawn continually, and a replay of a ``Kiosk`` does not settle. If
  /// false, the screen is redrawn only after changes.
  public var animatesUserLocation = true {
    didSet { if animatesUserLocation != oldValue { view(for: userLocation)?.setNeedsLayout() } }
  }

  /// The theme that determines the appearance of the map's callouts, marker titles, badges, compass, scale
  /// bar and attribution.
  ///
  /// A new theme is faded in. It also applies to the annotation views and callout accessories that are
  /// ``ThemedLayer``. The colors of the map itself are those of the ``style``. ``appearances`` change both.
  public var theme: Theme { didSet { themeDidChange(from: oldValue) } }
  /// The number of changes of the theme.
  var themeRevision = 0

  // MARK: Parts

  private(set) lazy var baseMap = BaseMap(of: self)
  private(set) lazy var labels = LabelPresenter(of: self)
  private(set) lazy var overlayStack = OverlayStack(on: baseMap.contentLayer)
  private(set) lazy var annotationPresenter = AnnotationPresenter(of: self)
  private(set) lazy var gestures = MapGestures(on: self)
  private(set) lazy var ornaments = MapOrnaments(on: self)
  private(set) lazy var tracking = UserTracking(of: self)
  private(set) lazy var appearanceSwitch = AppearanceSwitch(of: self)
  let markerImages = MarkerImages()
  /// The compasses, scales and attributions that show this map.
  var followers = MapFollowers()
  var featureSelection = FeatureSelection()

  // MARK: State

  var cameraState = ClampedCamera()
  var cameraAnimation: CameraAnimation? { didSet { updateGridAlignment() } }
  /// How far the camera was beyond its limits when the animation began.
  var cameraExcess = CameraExcess()
  /// The number of camera animations that have begun.
  var cameraAnimationNumber = 0
  /// The number of region changes that are in progress, nested in each other.
  var regionChangeDepth = 0
  /// The cause of the change of the visible region that is in progress; nil if there is none.
  ///
  /// A delegate reads it in ``MapViewDelegate/mapView(_:regionWillChangeAnimated:)`` and the following calls,
  /// up to and including ``MapViewDelegate/mapView(_:regionDidChangeAnimated:)``. If another change takes
  /// over a flight before its end, the cause becomes that of the other one.
  public internal(set) var regionChangeCause: RegionChangeCause?
  /// The region that was set while the view had no size.
  ///
  /// The map shows this region as soon as the view has a size.
  var pendingRegion: CoordinateRegion?
  /// The rectangle of the map that was set while the view had no size.
  var pendingMapRect: (rect: MapRect, padding: EdgeInsets)?
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

  /// Creates a map view that has the given ``Layer/frame`` and the given theme.
  public init(frame: Rect, theme: Theme) {
    self.theme = theme
    super.init(frame: frame)
    addSublayer(baseMap.contentLayer)
    addSublayer(labels.layer)
    addSublayer(overlayStack.upperLayer)
    overlayStack.onRequest = { [unowned self] in startTicking() }
    overlayStack.onImageChange = { [unowned self] in setNeedsLayout() }
    addSublayer(annotationPresenter.layer)
    _ = ornaments
    addSublayer(annotationPresenter.callouts.layer)
    _ = gestures
  }

  /// Returns the errors that occurred in the style, its sources and the tiles since the last call of this
  /// method.
  ///
  /// An application can print the errors to standard error.
  ///
  /// In place of a broken tile, the map draws an ancestor of the tile. An ancestor is a tile of a lower zoom
  /// that contains the broken tile's area. The map draws the ancestor with the highest zoom. If only some
  /// features of a tile are broken, the map draws the tile without these features. Each error is returned
  /// only once.
  public func takeErrors() -> [MapError] { baseMap.takeErrors() }

  /// Whether workers load tiles that the map shows, or is about to show. Without workers, tiles are loaded in
  /// the frame that needs them, and this property is false.
  public var isLoadingTiles: Bool { baseMap.isLoading }

  // MARK: Layout

  public override func tick(at now: Timestamp) -> MotionState {
    // Moving the camera notifies the application, which may change the style.
    appearanceSwitch.advance()
    let (camera, marker) = (advance(to: now), tracking.advance(to: now))
    let (base, annotations, overlays) = (baseMap.advance(to: now), annotationPresenter.advance(), advanceOverlays())
    let isMoving = base == .moving || annotations == .moving || overlays == .moving || marker == .moving
    return isMoving ? .moving : camera
  }

  public override func layoutSublayers() {
    updateCameraForSize()
    guard !bounds.isEmpty else { return }
    appearanceSwitch.checkDate()
    tracking.layOut()
    baseMap.layOut(drawnTransformation)
    appearanceSwitch.checkStyle()
    layOutOverlays()
    followers.mapDidLayOut(self, drawnTransformation)
    ornaments.layOut()
    annotationPresenter.layOut()
    if !baseMap.isReplaced { labels.layOut(drawnTransformation) }
  }

  public override func scrollWheel(with event: ScrollWheelEvent) -> Bool { gestures.scrollWheel(with: event) }

  public override var rasterizesInPerspective: Bool { true }
}
