import Cartouche

/// A map of portals with links and fields between them, and the screens that a tap on a portal leads to.
@MainActor
final class PortalGameMap: @MainActor MapViewDelegate {
  private let map: MapView
  private let stack: ScreenStack
  private let virus = Button("Virus", style: .plain, theme: .standard)
  private var isVirusArmed: Bool {
    get { virus.isSelected }
    set { virus.isSelected = newValue }
  }
  private let kiosk: Kiosk

  static let center = Coordinate(latitude: 37.3318, longitude: -122.0312)

  init(on kiosk: Kiosk, town: TownTileSource) {
    self.kiosk = kiosk
    let screen = Screen("Scanner", theme: .standard)
    stack = ScreenStack(frame: kiosk.root.bounds, root: screen, theme: .standard)
    stack.autoresizingMask = .fill
    map = MapView(frame: kiosk.root.bounds, theme: .standard)
    map.autoresizingMask = .fill
    map.sources = [town]
    map.delegate = self
    map.rendererFor = { [unowned self] in renderer(for: $0) }
    kiosk.root.addSublayer(stack)
    stack.layoutIfNeeded()
    map.frame = screen.bounds
    screen.addSublayer(map)
    map.region = CoordinateRegion(center: Self.center, latitudinalMeters: 600, longitudinalMeters: 600)
    virus.sizeToFit()
    virus.addAction(for: .touchUpInside) { [unowned self] _ in isVirusArmed.toggle() }
    screen.rightBarItem = virus
    refresh()
  }

  /// Adds the portals, as after an answer of a server. Incomplete portals and those at (0, 0) are left out.
  private func refresh() {
    let found = Self.invented.filter { $0.isComplete && !($0.coordinate.latitude == 0 && $0.coordinate.longitude == 0) }
    let coordinates = found.map(\.coordinate)
    map.addOverlay(MapPolygon(coordinates: coordinates.prefix(3)), level: .aboveRoads)
    for (from, to) in [(0, 1), (1, 2), (2, 0), (2, 3)] {
      map.addOverlay(MapPolyline(coordinates: [coordinates[from], coordinates[to]]))
    }
    map.addOverlay(MapCircle(center: coordinates[0], radius: 12))
    map.addAnnotations(found)
    map.addOverlays(found)
  }

  private static let invented: [GamePortal] = {
    let (latitude, longitude) = (center.latitude, center.longitude)
    /// The coordinate at an offset from the center, in meters.
    func coordinate(_ north: Double, _ east: Double) -> Coordinate {
      Coordinate(latitude: latitude + north / 111_000, longitude: longitude + east / 88_300)
    }
    return [
      GamePortal("Bronze Heron", .aliens, at: coordinate(12, -20)), GamePortal("Town Clock", .aliens, at: coordinate(170, 130)),
      GamePortal("Old Lock", .aliens, at: coordinate(-110, 190)), GamePortal("Sundial", .resistance, at: coordinate(-160, -150)),
      GamePortal("Rope Walk", .neutral, at: coordinate(120, -210)),
      GamePortal("Nowhere", .aliens, at: Coordinate(latitude: 0, longitude: 0)),
      GamePortal("Half Told", .resistance, at: coordinate(40, 60), isComplete: false),
    ]
  }()

  func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView? {
    guard annotation is GamePortal else { return nil }
    let view =
      mapView.dequeueReusableAnnotationView(withIdentifier: "portal")
      ?? AnnotationView(annotation: annotation, reuseIdentifier: "portal")
    // An empty image shows nothing, but gives the annotation an area to touch.
    view.image = Image.drawn(size: PixelSize(width: 30, height: 30)) { _ in }
    return view
  }

  private func renderer(for overlay: any Overlay) -> OverlayRenderer? {
    switch overlay {
    case is GamePortal:
      return PortalRenderer(overlay: overlay)
    case is MapPolyline:
      let line = PolylineRenderer(overlay: overlay)
      (line.strokeColor, line.lineWidth) = (GamePortal.Team.aliens.color, 1)
      return line
    case is MapPolygon:
      let field = PolygonRenderer(overlay: overlay)
      (field.fillColor, field.alpha) = (GamePortal.Team.aliens.color, 0.1)
      return field
    case is MapCircle:
      let resonator = CircleRenderer(overlay: overlay)
      resonator.fillColor = Color(hex: 0xfece5a).withAlpha(0.6)
      return resonator
    default:
      return nil
    }
  }

  func mapView(_ mapView: MapView, didSelect view: AnnotationView) {
    mapView.deselectAnnotation(view.annotation, animated: false)
    guard let portal = view.annotation as? GamePortal else { return }
    guard isVirusArmed else { return stack.push(PortalScreen(portal, theme: .standard)) }
    guard portal.isInRange(of: mapView.centerCoordinate) else { return }
    let sheet = ActionSheet("Confirm Deployment", theme: .standard)
    sheet.addAction("Confirm") { [unowned self] in isVirusArmed = false }
    sheet.addAction("Cancel", style: .cancel)
    sheet.present(in: kiosk.root)
  }
}

/// The detail screen of a portal.
final class PortalScreen: Screen {
  private let image = ImageLayer(frame: Rect(x: 0, y: 0, width: 160, height: 160))
  private let words: TextLayer

  init(_ portal: GamePortal, theme: Theme) {
    words = TextLayer("", fonts: theme.fonts)
    super.init(portal.name, theme: theme)
    image.contents = portal.team.image
    let coordinate = [portal.coordinate.latitude, portal.coordinate.longitude].map { ($0 * 1e5).rounded() / 1e5 }
    words.string = "\(portal.subtitle ?? "")\n\(coordinate[0]), \(coordinate[1])"
    words.alignmentMode = .center
    addSublayer(image)
    addSublayer(words)
  }

  override func layoutSublayers() {
    image.position = Point(x: bounds.center.x, y: bounds.height * 0.35)
    let size = words.preferredFrameSize()
    words.frame = Rect(x: 0, y: bounds.height * 0.35 + 96, width: bounds.width, height: size.height)
  }
}
