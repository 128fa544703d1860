public import CartoucheControls
public import CartoucheRaster
public import CartoucheScene

/// A layer that shows a map.
///
///     let map = MapView(frame: screen, theme: .standard)
///     map.sources = [try PMTilesArchive(path: "vaduz.pmtiles")]
///     map.camera = MapCamera(center: Coordinate(latitude: 47.141, longitude: 9.5209), zoom: 14)
///
/// Sources are laid over each other in their order; where one lacks a tile, the tile above it stands in. Tiles are read and decoded while
/// the map is drawn. What has been drawn is kept, as pixels: a pan moves them and draws the strips that come into view, what changes on the map is drawn where it
/// is. Another zoom, bearing, size, style or other sources have all of it drawn anew. Sublayers of an application's own lie above the map and what is on it,
/// wherever they are put among the others; the first of them below callouts.
public final class MapView: Layer {
  /// Where the map's tiles come from, the lowest first.
  public var sources: [any TileSource] = [] { didSet { discardTiles() } }

  /// How the map looks.
  public var style = MapStyle.standard { didSet { discardTiles() } }

  /// From where the map is seen.
  ///
  /// Set, it is held to the zooms there are, and so that no more than need be is seen beyond the world's north and south; a movement that is under way ends.
  public var camera: MapCamera {
    get { clampedCamera ?? requestedCamera }
    set {
      stopCameraAnimation()
      guard !bounds.isEmpty else {
        requestedCamera = newValue
        clampedCamera = nil
        pendingRegion = nil
        return setNeedsDisplay()
      }
      guard newValue.clamped(in: bounds.size) != camera else {
        requestedCamera = newValue
        return
      }
      beginRegionChange(animated: false)
      moveCamera(newValue)
      endRegionChange(animated: false)
    }
  }

  /// In which coordinates the sources' tiles lie; what is shown on the map is given in WGS 84 whatever they are.
  public var coordinateSystem = CoordinateSystem.wgs84 {
    didSet {
      guard coordinateSystem != oldValue else { return }
      annotationStack.updateAllPositions()
      setNeedsDisplay()
      // Every place lies elsewhere now.
      if !bounds.isEmpty { notifyVisibleRegionDidChange() }
    }
  }

  /// Whose map it is; nil, what ``sources``, ``style`` and ``coordinateSystem`` were set to one by one.
  public var vendor: MapVendor? { didSet { if let vendor { apply(vendor) } } }

  // MARK: What it asks and tells

  public weak var delegate: (any MapViewDelegate)? { didSet { if delegate !== oldValue { reloadRenderers() } } }
  /// The same, as closures.
  public var events = MapEvents()
  /// The views of annotations, where there is no ``delegate`` that makes them.
  public var viewFor: ((any Annotation) -> AnnotationView?)?
  /// See ``rendererFor``.
  var ownRendererFor: ((any Overlay) -> OverlayRenderer?)?

  // MARK: Fingers

  /// Whether a finger carries the map.
  public var isScrollEnabled: Bool {
    get { gestures.pan.isEnabled }
    set { gestures.pan.isEnabled = newValue }
  }
  /// Whether two fingers, and double taps, bring it nearer and farther.
  public var isZoomEnabled: Bool {
    get { gestures.pinch.isEnabled }
    set {
      (gestures.pinch.isEnabled, gestures.doubleTap.isEnabled, gestures.twoFingerTap.isEnabled) = (newValue, newValue, newValue)
    }
  }
  /// Whether two fingers turn it.
  public var isRotateEnabled: Bool {
    get { gestures.rotation.isEnabled }
    set { gestures.rotation.isEnabled = newValue }
  }
  /// As fast, in points a second, a finger has to leave the map to throw it.
  public var flingSpeed = TouchMetrics.standard.flingSpeed

  // MARK: What it shows of itself

  /// What of the map is covered by the screen's rim, or by an application's own bars: callouts and what the map shows of itself stay out of it.
  public var safeAreaInsets = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0) {
    didSet { if safeAreaInsets != oldValue { setNeedsLayout() } }
  }
  /// Whether a compass is shown while the map is turned.
  public var showsCompass = true { didSet { setNeedsLayout() } }
  /// Whether a bar tells how long a way on the map is.
  public var showsScale = false { didSet { setNeedsLayout() } }
  /// Who is named in the corner: the vendor's words, unless something else is said.
  public var attribution: String {
    get { ownAttribution ?? vendor?.attribution ?? "" }
    set {
      ownAttribution = newValue
      setNeedsLayout()
    }
  }
  private var ownAttribution: String?

  /// The bounds without ``safeAreaInsets``.
  var safeArea: Rect {
    let insets = safeAreaInsets
    let size = Size(
      width: max(bounds.width - insets.left - insets.right, 0), height: max(bounds.height - insets.top - insets.bottom, 0))
    return Rect(origin: Point(x: bounds.minX + insets.left, y: bounds.minY + insets.top), size: size)
  }

  // MARK: Annotations

  /// How near annotations of one ``AnnotationView/clusteringIdentifier`` come before they are one, in points; it is looked at in steps of half a zoom.
  public var clusterRadius = 50 { didSet { if clusterRadius != oldValue { annotationStack.regroup() } } }
  /// At most so many views are on the map, those of the highest priorities.
  public var annotationViewLimit = 1000 { didSet { annotationStack.setNeedsPlacement() } }
  /// Whether views appear, go, split and merge by a movement.
  public var animatesAnnotations = true
  /// Whether a tap on a cluster whose view shows no callout zooms to its members.
  public var zoomsToClusters = true

  /// Where the user is, for whom ``showsUserLocation`` shows it.
  public let userLocation = UserLocation()
  /// Whether the user's place is shown, once the application has told it.
  public var showsUserLocation = false {
    didSet {
      guard showsUserLocation != oldValue else { return }
      if showsUserLocation { annotationStack.add(userLocation) } else { annotationStack.remove([userLocation]) }
    }
  }

  /// What is carried when the map is panned: the map itself, overlays, and annotations' views.
  let contentLayer = CachedScrollLayer(frame: .zero)
  /// What lies on the map: see ``addOverlay(_:level:)``.
  private(set) lazy var overlayStack = OverlayStack(on: contentLayer)
  let markerImages = MarkerImages()
  private(set) lazy var annotationStack = AnnotationStack(of: self)
  private lazy var ornaments = MapOrnaments(on: self)
  private(set) lazy var gestures = MapGestures(on: self)
  var cameraAnimation: CameraAnimation? { didSet { updateGridAlignment() } }
  /// How many changes of the region are under way, in one another.
  var regionChangeDepth = 0
  /// What was asked for before there was a size.
  var pendingRegion: CoordinateRegion?

  /// Whether the first frame has been drawn, and told.
  enum Loading {
    case waiting, drawn, notified
  }
  var loading = Loading.waiting

  /// How many bytes of decoded tiles are kept.
  public var tileCacheLimit = 64 << 20 { didSet { discardTiles() } }

  /// How callouts, badges and ornaments look, and the fonts of their texts.
  public let theme: Theme

  private var requestedCamera = MapCamera(center: Coordinate(latitude: 0, longitude: 0), zoom: 0)
  /// The camera within the world's edges; nil until the view has a size.
  private var clampedCamera: MapCamera?
  private var clampedSize = Size.zero
  private var store: TileCache?
  /// What the contentLayer was laid out for.
  private var laidOut: MapTransform?
  /// All of the map as it is drawn where no pixels are kept.
  private var drawing: (view: MapTransform, shapes: MapDrawing)?
  /// Whether the map is being zoomed or turned: a grid of its own in every frame would make it shake by half a point.
  private var ignoresGrid = false
  private var oldProblems: [TileError] = []

  /// A map view whose ``Layer/frame`` is `frame`.
  public init(frame: Rect, theme: Theme) {
    self.theme = theme
    super.init(frame: frame)
    contentLayer.drawing = { [unowned self] rect, list, transform in drawContent(rect, &list, transform) }
    addSublayer(contentLayer)
    contentLayer.addSublayer(annotationStack.layer)
    _ = ornaments
    addSublayer(annotationStack.calloutLayer)
    _ = gestures
  }

  /// What is wrong with the sources' tiles that has not been asked for yet: an application prints each on standard error. The same fault
  /// is told once; tiles that it concerns are drawn as their parents have them, features are left out.
  public func consumeErrors() -> [TileError] {
    defer { oldProblems = [] }
    return oldProblems + (store?.consumeErrors() ?? [])
  }

  /// Carries the map by `delta` points, as under a finger that moved so far: see ``MapCamera/panned(by:in:)``.
  public func pan(by delta: Point) {
    camera = camera.panned(by: delta, in: bounds.size)
  }

  /// Shows the map from `target`, without a word to anybody but of the region that is seen.
  func moveCamera(_ target: MapCamera) {
    let before = camera
    requestedCamera = target
    clampedCamera = bounds.isEmpty ? nil : target.clamped(in: bounds.size)
    guard camera != before else { return }
    setNeedsDisplay()
    setNeedsLayout()
    if !bounds.isEmpty { notifyVisibleRegionDidChange() }
  }

  /// Where `coordinate` is on the layer, in its ``Layer/bounds``' space; the copy of the world that is nearest to the middle.
  ///
  /// Exactly, as fingers have it. What is drawn lies up to half a point beside it: see ``drawnPoint(for:)``.
  ///
  /// - Returns: nil for what is no place on the map, or while the layer has no size.
  public func convert(_ coordinate: Coordinate) -> Point? {
    guard !bounds.isEmpty, let place = mapPoint(for: coordinate) else { return nil }
    return transformation.point(for: place)
  }

  /// Where the map is drawn that has `coordinate`: for what an application draws over it by itself, and wants on the same pixels of a road in every frame.
  ///
  /// The map is drawn on a grid of whole points, so that a pan moves pixels and changes none; up to half a point beside ``convert(_:)-(Coordinate)`` unless
  /// it is being zoomed or turned.
  ///
  /// - Returns: nil for what is no place on the map, or while the layer has no size.
  public func drawnPoint(for coordinate: Coordinate) -> Point? {
    guard !bounds.isEmpty, let place = mapPoint(for: coordinate) else { return nil }
    return drawnTransformation.point(for: place)
  }

  /// The coordinate at `point`, given in the ``Layer/bounds``' space.
  ///
  /// - Returns: nil north or south of the world, or while the layer has no size.
  public func convert(_ point: Point) -> Coordinate? {
    guard !bounds.isEmpty else { return nil }
    return self.coordinate(for: transformation.mapPoint(at: point))
  }

  /// Where `coordinate` lies on the map's plane, as its tiles count; nil for what is no place on it.
  func mapPoint(for coordinate: Coordinate) -> MapPoint? {
    if coordinateSystem == .wgs84 { return MapPoint(coordinate) }
    return coordinate.converted(to: coordinateSystem).flatMap { MapPoint($0) }
  }

  /// The coordinate at a place of the map's plane.
  func coordinate(for place: MapPoint) -> Coordinate? {
    let coordinate = Coordinate(place)
    return coordinateSystem == .wgs84 ? coordinate : coordinate?.converted(from: coordinateSystem, to: .wgs84)
  }

  /// How many features each layer of the style draws, by its name; a feature cut by tiles counts in each.
  package func drawnFeatureCounts() -> [String: Int] {
    hold()
    guard !bounds.isEmpty else { return [:] }
    var counts: [String: Int] = [:]
    for shape in MapDrawing(drawnTransformation, store: tileCache, within: bounds).shapes {
      counts[style.layers[shape.style].name, default: 0] += shape.features
    }
    return counts
  }

  /// How the map's plane lies on the view, as its tiles count: exactly, as it is converted and as fingers have it.
  var transformation: MapTransform {
    guard coordinateSystem != .wgs84 else { return MapTransform(camera: camera, bounds: bounds) }
    var displaced = camera
    if let place = mapPoint(for: camera.center) { displaced.centerPoint = place }
    return MapTransform(camera: displaced, bounds: bounds)
  }

  /// The same as it is drawn.
  var drawnTransformation: MapTransform { drawn(transformation) }

  private func drawn(_ exact: MapTransform) -> MapTransform { ignoresGrid ? exact : exact.gridAligned }

  /// Takes the map to its grid, or off it, by what moves it now.
  func updateGridAlignment() {
    let wasOffGrid = ignoresGrid
    ignoresGrid = cameraAnimation?.changesZoomOrBearing == true || gestures.turning > 0
    if ignoresGrid != wasOffGrid { setNeedsLayout() }
  }

  /// Gives the camera its hold, once there is a size.
  private func hold() {
    guard !bounds.isEmpty else { return }
    if let region = pendingRegion, let fitting = MapCamera(fitting: region, in: bounds.size, bearing: requestedCamera.bearing) {
      (requestedCamera, clampedCamera) = (fitting, nil)
    }
    pendingRegion = nil
    guard clampedCamera == nil || clampedSize != bounds.size else { return }
    clampedCamera = requestedCamera.clamped(in: bounds.size)
    clampedSize = bounds.size
  }

  public override func tick(at now: Timestamp) -> Motion { advance(to: now) }

  public override func layoutSublayers() {
    hold()
    guard !bounds.isEmpty else { return }
    layOutContent()
    // Overlays lie on the plane of WGS 84, whose places GCJ-02 displaces by the same way, to less than a point of
    // what a screen shows at zoom 15; at its edges, Baidu's by some points more. Each plane has its grid: there a pan can carry overlays a point
    // further than tiles.
    overlayStack.layOut(drawn(MapTransform(camera: camera, bounds: bounds)), on: drawnTransformation)
    ornaments.layOut(drawnTransformation)
    annotationStack.layOut()
  }

  private func discardTiles() {
    oldProblems += store?.consumeErrors() ?? []
    (store, drawing) = (nil, nil)
    contentLayer.setNeedsDisplay()
    setNeedsLayout()
  }

  private var tileCache: TileCache {
    let tiles = store ?? TileCache(sources: sources, style: style, byteLimit: tileCacheLimit)
    store = tiles
    return tiles
  }

  public override var rasterizesInPerspective: Bool { true }

  /// Carries the contentLayer to where the camera sees it, or has it drawn anew where more than that has changed.
  private func layOutContent() {
    let view = drawnTransformation
    defer { laidOut = view }
    if contentLayer.bounds != bounds || contentLayer.position != bounds.center {
      (contentLayer.bounds, contentLayer.position) = (bounds, bounds.center)
    }
    // On its way through zooms and bearings nothing stays: pixels are kept of what may be carried.
    contentLayer.cachesPixels = view.isGridAligned && style.background.color(at: view.camera.clampedZoom).alpha == 255
    if laidOut?.isTranslation(of: view) != true { contentLayer.setNeedsDisplay() }
    if view.isGridAligned { contentLayer.contentOrigin = view.integralOrigin }
  }

  /// Draws what of the map touches `rect`, as it was laid out: while its size is animated the map's bounds are not those of its contentLayer.
  private func drawContent(_ rect: Rect, _ list: inout DisplayList, _ transform: Homography) {
    guard let view = laidOut else { return }
    let bounds = view.bounds
    // Where pixels are kept no drawing need be.
    let known = contentLayer.partialDrawRect == nil && drawing?.view == view ? drawing?.shapes : nil
    let map = known ?? MapDrawing(view, store: tileCache, within: contentLayer.partialDrawRect == nil ? bounds : rect)
    drawing = contentLayer.partialDrawRect == nil ? (view, map) : nil
    if loading == .waiting {
      loading = .drawn
      startTicking()
    }
    // What an animation shows of a map that is made smaller is larger than what it was laid out for.
    list.fill(Path(rect: contentLayer.bounds), with: .color(map.background), transform: transform)
    guard let edges = ViewClipping.clipExtent(of: view, transform: transform) else {
      return Self.draw(map, within: bounds, into: &list, transform: transform)
    }
    // Whole pixels: nothing is put together for it.
    list.clipped(to: bounds, transform: transform) { Self.draw(map, within: edges, into: &$0, transform: transform) }
  }

  /// Draws each shape in the pixels of its tile's part of `box`.
  private static func draw(_ map: MapDrawing, within box: Rect, into list: inout DisplayList, transform: Homography) {
    let clips = map.cells.map { corners in
      ViewClipping.quads(of: corners, within: box).compactMap { quad -> PixelClip? in
        let seen = quad.compactMap { transform.project($0) }
        return seen.count == 4 ? PixelClip(seen[0], seen[1], seen[2], seen[3]) : nil
      }
    }
    for shape in map.shapes {
      for clip in clips[shape.cell] {
        list.clipped(to: clip) { list in
          if let stroke = shape.stroke {
            list.stroke(shape.path, style: stroke, with: .color(shape.color), transform: transform)
          } else {
            list.fill(shape.path, with: .color(shape.color), transform: transform)
          }
        }
      }
    }
  }
}
