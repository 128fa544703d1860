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
/// the map is drawn. The drawing is kept and made anew only when the camera, the size, the sources or the style change.
public final class MapView: Layer {
  /// Where the map's tiles come from, the lowest first.
  public var sources: [any TileSource] = [] { didSet { forgetTiles() } }

  /// How the map looks.
  public var style = MapStyle.standard { didSet { forgetTiles() } }

  /// From where the map is seen.
  ///
  /// Set, it is held to the zooms there are, and so that no more than need be is seen beyond the world's north and south.
  public var camera: MapCamera {
    get { heldCamera ?? wantedCamera }
    set {
      let before = camera
      wantedCamera = newValue
      heldCamera = bounds.isEmpty ? nil : newValue.held(in: bounds.size)
      if camera != before {
        setNeedsDisplay()
        setNeedsLayout()
      }
    }
  }

  /// How many bytes of decoded tiles are kept.
  public var tileCacheLimit = 64 << 20 { didSet { forgetTiles() } }

  /// How callouts, badges and ornaments look, and the fonts of their texts.
  public let theme: Theme

  /// What lies on the map: see ``addOverlay(_:level:)``.
  let overlayStack = OverlayStack()

  private var wantedCamera = MapCamera(center: Coordinate(latitude: 0, longitude: 0), zoom: 0)
  /// The camera within the world's edges; nil until the view has a size.
  private var heldCamera: MapCamera?
  private var store: TileStore?
  private var drawing: (camera: MapCamera, bounds: Rect, shapes: MapDrawing)?
  private var oldProblems: [TilesError] = []

  /// A map view whose ``Layer/frame`` is `frame`.
  public init(frame: Rect, theme: Theme) {
    self.theme = theme
    super.init(frame: frame)
  }

  /// What is wrong with the sources' tiles that has not been asked for yet: an application prints each on standard error. The same fault
  /// is told once; tiles that it concerns are drawn as their parents have them, features are left out.
  public func takeProblems() -> [TilesError] {
    defer { oldProblems = [] }
    return oldProblems + (store?.takeProblems() ?? [])
  }

  /// Carries the map by `delta` points, as under a finger that moved so far: see ``MapCamera/panned(by:in:)``.
  public func pan(by delta: Point) {
    camera = camera.panned(by: delta, in: bounds.size)
  }

  /// Where `coordinate` is on the layer, in its ``Layer/bounds``' space; the copy of the world that is nearest to the middle.
  ///
  /// - Returns: nil for what is no place on the map, or while the layer has no size.
  public func convert(_ coordinate: Coordinate) -> Point? {
    guard !bounds.isEmpty, let place = MapPoint(coordinate) else { return nil }
    return transformation.point(for: place)
  }

  /// The coordinate at `point`, given in the ``Layer/bounds``' space.
  ///
  /// - Returns: nil north or south of the world, or while the layer has no size.
  public func convert(_ point: Point) -> Coordinate? {
    guard !bounds.isEmpty else { return nil }
    return Coordinate(transformation.place(at: point))
  }

  /// How many features each layer of the style draws, by its name; a feature cut by tiles counts in each.
  package func countDrawnFeatures() -> [String: Int] {
    settle()
    var counts: [String: Int] = [:]
    for shape in drawing?.shapes.shapes ?? [] { counts[style.layers[shape.style].name, default: 0] += shape.features }
    return counts
  }

  var transformation: MapTransform { MapTransform(camera: camera, bounds: bounds) }

  private func forgetTiles() {
    oldProblems += store?.takeProblems() ?? []
    store = nil
    drawing = nil
    setNeedsDisplay()
  }

  /// Holds the camera to the world's edges as the view's size has them.
  private func holdCamera() {
    if heldCamera == nil || drawing?.bounds.size != bounds.size { heldCamera = wantedCamera.held(in: bounds.size) }
  }

  public override func layoutSublayers() {
    guard !bounds.isEmpty else { return }
    holdCamera()
    overlayStack.layOut(transformation)
  }

  /// Makes the drawing if the one there is is not of this camera and size.
  private func settle() {
    guard !bounds.isEmpty else { return }
    holdCamera()
    guard drawing?.camera != camera || drawing?.bounds != bounds else { return }
    let tiles = store ?? TileStore(sources: sources, style: style, byteLimit: tileCacheLimit)
    store = tiles
    drawing = (camera, bounds, MapDrawing(transformation, store: tiles))
  }

  public override var isKeptInPerspective: Bool { true }

  public override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    settle()
    guard let map = drawing?.shapes else { return }
    var ground = Path()
    ground.addRect(bounds)
    list.fill(ground, with: .color(map.background), transform: transform, opacity: opacity)
    let clips = map.cells.map { corners in
      ViewClipping.quads(of: corners, within: bounds).compactMap { quad -> PixelClip? in
        let seen = quad.compactMap { transform.project($0) }
        return seen.count == 4 ? PixelClip(seen[0], seen[1], seen[2], seen[3]) : nil
      }
    }
    for shape in map.shapes {
      for clip in clips[shape.cell] {
        list.clipped(to: clip) { list in
          if let stroke = shape.stroke {
            list.stroke(shape.path, style: stroke, with: .color(shape.color), transform: transform, opacity: opacity)
          } else {
            list.fill(shape.path, with: .color(shape.color), transform: transform, opacity: opacity)
          }
        }
      }
    }
  }
}
