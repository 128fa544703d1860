package import Cartouche
import CartoucheInventedTown

/// The screen of a bus: a map that follows the drive, the next turn, the stops, and the settings.
@MainActor
package final class VehicleScreen {
  private let kiosk: Kiosk
  private let (route, stops, panel) = (TownDrive.standard, VehicleStops(), Stack(.vertical))
  private let (map, list): (MapView, List)
  private let (vehicle, vehicleView) = (PointAnnotation(), VehicleView(annotation: nil, reuseIdentifier: nil))
  private let (distance, street) = (label(34, .bold), label(20))
  private let (arrival, remaining, speedValue, speedUnit) = (label(20, .bold), label(15), label(30, .bold), label(13))
  private let (banner, badge) = (Stack(.horizontal, spacing: 16, alignment: .center), Stack(.vertical, alignment: .center))
  private let (arrow, night, resume): (ImageView, Button, Button)
  private let (view, line): (SegmentedControl, Layer)
  private let settings: Sheet
  private var captions: [TextLayer] = []
  private var routeRenderer: PolylineRenderer?
  private var isNight: Bool
  private var theme: Theme { isNight ? .standard.dark : .standard }
  /// The distance driven, in meters, and the speed in kilometers an hour.
  private var (driven, speed): (Double, Double)
  private var zoom: Scalar = 16.5
  private var lastTick: Timestamp?
  private var isFollowing = true {
    didSet {
      resume.isHidden = isFollowing
      view.selectedSegmentIndex = isFollowing ? 0 : nil
    }
  }

  /// Adds the screen to a kiosk. The drive begins at a distance along the route, in meters.
  package init(on kiosk: Kiosk, town: any TileSource, from start: Double = 0, isNight: Bool = false) {
    let theme: Theme = isNight ? .standard.dark : .standard
    (self.kiosk, self.isNight, driven, speed) = (kiosk, isNight, min(start, TownDrive.standard.length), 50)
    let (area, width): (Rect, Scalar) = (kiosk.root.bounds, 344)
    map = MapView(frame: Rect(x: width, y: 0, width: area.width - width, height: area.height), theme: theme)
    list = List(frame: Rect(x: 0, y: 0, width: width, height: 100), theme: theme)
    panel.frame = Rect(x: 0, y: 0, width: width, height: area.height)
    arrow = ImageView(TownDrive.Maneuver.arrive.image, theme: theme)
    night = Button("Night", style: .gray, theme: theme)
    resume = Button("Resume", style: .filled, theme: theme)
    (view, line) = (SegmentedControl(["Follow", "Overview"], theme: theme), Layer(frame: Rect(x: 0, y: 0, width: 0, height: 1)))
    settings = Sheet(Stack(.vertical), theme: theme)
    addMap(town)
    addPanel()
    addSettings()
    (map.autoresizingMask, panel.autoresizingMask) = (.fill, .height)
    for layer in [map, panel] { kiosk.root.addSublayer(layer) }
    updateColors()
    show(driven)
    kiosk.onTick { [unowned self] in drive(until: $0) }
  }

  // MARK: Driving

  private func drive(until now: Timestamp) -> MotionState {
    let seconds = Double(now.nanoseconds - (lastTick ?? now).nanoseconds) / 1e9
    lastTick = now
    guard driven < route.length else { return .still }
    show(min(driven + seconds * speed / 3.6, route.length))
    return .moving
  }

  /// Shows the vehicle at a distance along the route, in meters.
  package func show(_ meters: Double) {
    // The texts have steps of 10 meters.
    let isStep = distance.string.isEmpty || Int(meters / 10) != Int(driven / 10) || meters >= route.length
    driven = meters
    vehicle.coordinate = route.coordinate(at: meters)
    let direction = route.direction(at: meters)
    vehicleView.heading = Angle.arctangent(y: Scalar(direction.east), x: Scalar(direction.north))
    if isFollowing { map.camera = MapCamera(center: vehicle.coordinate, zoom: zoom) }
    if isStep { updateTexts() }
  }

  private func updateTexts() {
    let (turn, rest) = (route.turn(after: driven), route.length - driven)
    arrow.image = turn.maneuver.image
    distance.string = rest <= 0 ? "Arrived" : VehicleStops.text(turn.distance - driven)
    street.string = turn.street
    arrival.string = "\(Int((rest / speed * 0.06).rounded(.up))) min"
    remaining.string = "\(VehicleStops.text(rest)) left"
    (speedValue.string, speedUnit.string) = (rest <= 0 ? "0" : "\(Int(speed))", "km/h")
    stops.show(driven: driven, in: list)
  }

  // MARK: Content

  private func addMap(_ town: any TileSource) {
    map.sources = [town]
    (map.isRotateEnabled, map.labelsAvoidAnnotations) = (false, false)
    map.rendererFor = { [unowned self] in
      routeRenderer = PolylineRenderer(overlay: $0)
      routeRenderer?.lineWidth = 9
      updateColors()
      return routeRenderer
    }
    map.viewFor = { [unowned self] annotation in
      if annotation === vehicle { return vehicleView }
      let ring = AnnotationView(annotation: annotation, reuseIdentifier: nil)
      (ring.bounds, ring.canShowCallout, ring.collisionMode) = (Rect(x: 0, y: 0, width: 18, height: 18), true, .none)
      (ring.backgroundColor, ring.cornerRadius, ring.border) = (.white, 9, Border(width: 4, color: Color(hex: 0x0a3f86)))
      return ring
    }
    map.addOverlay(MapPolyline(coordinates: route.coordinates), level: .aboveRoads)
    map.addAnnotations(stops.annotations + [vehicle])
    map.events.regionWillChange = { [unowned self] _ in
      if map.regionChangeCause?.isByUser == true { isFollowing = false }
    }
    badge.layoutMargins = EdgeInsets(top: 8, left: 0, bottom: 0, right: 0)
    badge.frame = Rect(x: map.bounds.maxX - 96, y: 16, width: 80, height: 72)
    (badge.cornerRadius, badge.shadow) = (16, Shadow(color: .black, opacity: 0.25, offset: .zero, radius: 6))
    for label in [speedValue, speedUnit] { badge.addSublayer(label) }
    (resume.frame, resume.isHidden) = (Rect(x: (map.bounds.width - 160) / 2, y: map.bounds.maxY - 68, width: 160, height: 52), true)
    resume.addAction(for: .touchUpInside) { [unowned self] _ in follow() }
    (badge.autoresizingMask, resume.autoresizingMask) = (.minXMargin, [.minXMargin, .maxXMargin, .minYMargin])
    for layer in [badge, resume] { map.addSublayer(layer) }
  }

  private func addPanel() {
    let texts = Stack(.vertical, [distance, street], spacing: 2)
    for layer in [arrow, texts] { banner.addSublayer(layer) }
    banner.setFlexibility(1, for: texts)
    banner.layoutMargins = EdgeInsets(top: 20, left: 20, bottom: 20, right: 16)
    list.dataSource = stops
    list.onSelect = { [unowned self] _, path in
      isFollowing = false
      map.setCamera(MapCamera(center: stops.annotations[path.row].coordinate, zoom: zoom), animated: true)
    }
    let open = Button("Settings", style: .gray, theme: theme)
    night.addAction(for: .touchUpInside) { [unowned self] _ in setNight(!isNight) }
    open.addAction(for: .touchUpInside) { [unowned self] _ in settings.present(in: kiosk.root) }
    let times = Stack(.vertical, [arrival, remaining])
    let bar = Stack(.horizontal, [times, night, open], spacing: 8, alignment: .center)
    bar.setFlexibility(1, for: times)
    bar.layoutMargins = EdgeInsets(top: 12, left: 20, bottom: 12, right: 12)
    for layer in [banner, list, line, bar] { panel.addSublayer(layer) }
    panel.setFlexibility(1, for: list)
    panel.shadow = Shadow(color: .black, opacity: 0.25, offset: .zero, radius: 6)
  }

  private func addSettings() {
    guard let form = settings.content as? Stack else { return }
    func add(_ title: String, _ control: Control, _ change: @escaping (TextLayer) -> Void) {
      let caption = Self.label(theme.fontSize)
      caption.string = title
      captions.append(caption)
      control.addAction(for: .valueChanged) { _ in change(caption) }
      form.addSublayer(Stack(.horizontal, [caption, Spacer(), control], alignment: .center))
    }
    view.selectedSegmentIndex = 0
    add("Map", view) { [unowned self] _ in
      if view.selectedSegmentIndex == 0 { return follow() }
      (isFollowing, view.selectedSegmentIndex) = (false, 1)
      map.showAnnotations(stops.annotations, animated: true)
    }
    let zooms = Stepper(theme: theme)
    (zooms.minimumValue, zooms.maximumValue, zooms.stepValue, zooms.value) = (15, 18, 0.5, zoom)
    add("Zoom", zooms) { [unowned self, unowned zooms] _ in
      zoom = zooms.value
      if isFollowing { show(driven) }
    }
    let speeds = Slider(frame: Rect(x: 0, y: 0, width: 280, height: 32), theme: theme)
    (speeds.minimumValue, speeds.maximumValue, speeds.step, speeds.value) = (20, 80, 5, Scalar(speed))
    add("Speed 50 km/h", speeds) { [unowned self, unowned speeds] caption in
      speed = Double(speeds.value)
      caption.string = "Speed \(Int(speed)) km/h"
      updateTexts()
    }
    let marks = Switch(isOn: true, theme: theme)
    add("Stops on the map", marks) { [unowned self, unowned marks] _ in
      if marks.isOn { map.addAnnotations(stops.annotations) } else { map.removeAnnotations(stops.annotations) }
    }
    (form.distribution, form.layoutMargins) = (.fillEqually, EdgeInsets(top: 8, left: 24, bottom: 16, right: 24))
    (settings.detents, settings.maximumWidth) = ([.height(292)], 560)
  }

  private func follow() {
    for path in list.indexPathsForSelectedRows { list.deselectRow(at: path) }
    isFollowing = true
    show(driven)
  }

  /// Changes between the colors for the day and for the night, in a fade.
  package func setNight(_ isNight: Bool) {
    self.isNight = isNight
    kiosk.setTheme(theme) {
      settings.setTheme(theme)
      updateColors()
    }
  }

  private func updateColors() {
    map.style = isNight ? .standardDark : .standard
    routeRenderer?.strokeColor = Color(hex: isNight ? 0x4c9aff : 0x1c6fe0)
    night.title = isNight ? "Day" : "Night"
    (panel.backgroundColor, badge.backgroundColor) = (theme.surfaceColor, theme.surfaceColor)
    banner.backgroundColor = Color(hex: isNight ? 0x17406f : 0x0b57b8)
    (line.backgroundColor, arrow.tintColor) = (theme.separatorColor, .white)
    for label in [distance, street] { label.foregroundColor = .white }
    for label in captions + [arrival, speedValue] { label.foregroundColor = theme.textColor }
    for label in [remaining, speedUnit] { label.foregroundColor = theme.secondaryTextColor }
  }

  private static func label(_ size: Scalar, _ weight: FontWeight = .regular) -> TextLayer {
    let label = TextLayer()
    (label.font, label.fontSize, label.lineLimit, label.truncationMode) = (.system(weight), size, 1, .end)
    return label
  }
}
