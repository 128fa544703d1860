import ArgumentParser
package import Cartouche
import CartoucheInventedTown

// The article is the fourth of the seeds: a home point on a drone's map, drawn by a module of its own over whichever vendor's map there is.

struct HomeDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "home", abstract: "A home point on a map: a tap sets it, a tap on it takes it away.")

  @OptionGroup var options: CommonOptions

  func run() throws {
    try MainActor.assumeIsolated {
      let home = Coordinate(latitude: 39.9, longitude: 116.38)
      let town = TownTileSource(try TownGenerator(center: (home.latitude, home.longitude)))
      try show(options) { kiosk in
        let map = HomeMapView(frame: kiosk.root.bounds, theme: .standard)
        map.autoresizingMask = .fill
        map.map.sources = [town]
        map.map.region = CoordinateRegion(center: home, latitudinalMeters: 1500, longitudinalMeters: 1500)
        map.homePoint = home
        kiosk.root.addSublayer(map)
      }
    }
  }
}

/// A map with a home point over it.
package final class HomeMapView: Layer {
  package let map: MapView
  package let overlay: HomeOverlay

  /// Where home is; nil, nowhere. The coordinate counts, and is looked up on the map again whenever that has moved.
  package var homePoint: Coordinate? { didSet { showHome() } }

  package init(frame: Rect, theme: Theme) {
    map = MapView(frame: Rect(origin: .zero, size: frame.size), theme: theme)
    overlay = HomeOverlay(frame: map.frame)
    super.init(frame: frame)
    // The map below, the overlay above, both pinned to all edges.
    for layer in [map, overlay] as [Layer] {
      layer.autoresizingMask = .fill
      addSublayer(layer)
    }
    map.events.visibleRegionDidChange = { [unowned self] in showHome() }
    map.events.didFinishLoading = { [unowned self] in showHome() }
    let tap = TapGestureRecognizer { [unowned self] tap in take(tap) }
    // The map selects by a tap at the same time, and two taps bring it nearer: those set no home.
    tap.shouldRecognizeSimultaneously = { $0 is TapGestureRecognizer }
    for case let other as TapGestureRecognizer in map.gestureRecognizers where other.numberOfTapsRequired == 2 {
      tap.require(toFail: other)
    }
    map.addGestureRecognizer(tap)
  }

  private func take(_ tap: TapGestureRecognizer) {
    guard let point = tap.location(in: map) else { return }
    let isHome = overlay.homeFrame?.contains(point) ?? false
    homePoint = isHome ? nil : map.convert(point)
  }

  package override func layoutSublayers() { showHome() }

  private func showHome() {
    overlay.show(home: homePoint.flatMap { map.convert($0) })
  }
}

/// What is drawn over a map: it knows points of the screen and nothing of maps, so that it can be tested without one.
package final class HomeOverlay: Layer {
  private let icon = ImageLayer(frame: Rect(x: 0, y: 0, width: 32, height: 32))

  package override init(frame: Rect) {
    super.init(frame: frame)
    // Fingers go through to the map.
    isUserInteractionEnabled = false
    icon.contents = Self.image
  }

  /// Where the icon is; nil, nowhere.
  package var homeFrame: Rect? { icon.superlayer == nil ? nil : icon.frame }

  /// Shows the icon with its middle at `point`; nil takes it away.
  package func show(home point: Point?) {
    guard let point else { return icon.removeFromSuperlayer() }
    icon.position = Point(x: Scalar(point.x.rounded), y: Scalar(point.y.rounded))
    if icon.superlayer == nil { addSublayer(icon) }
  }

  /// A house on a disc, 32 points wide.
  private static let image = Image.drawn(size: PixelSize(width: 32, height: 32)) { list in
    list.fill(Path(ellipseIn: Rect(x: 0, y: 0, width: 32, height: 32)), with: .color(.white))
    list.fill(Path(ellipseIn: Rect(x: 2, y: 2, width: 28, height: 28)), with: .color(Color(hex: 0x1c7ed6)))
    var house = Path()
    let corners: [(Scalar, Scalar)] = [
      (16, 7), (25, 15), (22.5, 15), (22.5, 23), (18, 23), (18, 17.5), (14, 17.5), (14, 23), (9.5, 23), (9.5, 15), (7, 15),
    ]
    for (index, corner) in corners.enumerated() {
      let point = Point(x: corner.0, y: corner.1)
      if index == 0 { house.move(to: point) } else { house.addLine(to: point) }
    }
    house.closeSubpath()
    list.fill(house, with: .color(.white))
  }
}
