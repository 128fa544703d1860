package import Cartouche

/// A map with an icon at a home point.
package final class HomeMapView: Layer {
  package let map: MapView
  package let overlay: HomeOverlay

  /// The coordinate of home, or nil for none. The icon follows it whenever the map moves.
  package var homePoint: Coordinate? { didSet { showHome() } }

  package init(frame: Rect, theme: Theme) {
    map = MapView(frame: Rect(origin: .zero, size: frame.size), theme: theme)
    overlay = HomeOverlay(frame: map.frame)
    super.init(frame: frame)
    // The map below and the overlay above, both with flexible width and height.
    for layer in [map, overlay] as [Layer] {
      layer.autoresizingMask = .fill
      addSublayer(layer)
    }
    map.events.visibleRegionDidChange = { [unowned self] in showHome() }
    map.events.didFinishLoading = { [unowned self] in showHome() }
    let tap = TapGestureRecognizer { [unowned self] tap in take(tap) }
    // A tap also selects on the map. A double tap zooms and must not set home.
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

/// The layer above the map. It uses points of the screen only, so that it can be tested without a map.
package final class HomeOverlay: Layer {
  private let icon = ImageLayer(frame: Rect(x: 0, y: 0, width: 32, height: 32))

  package override init(frame: Rect) {
    super.init(frame: frame)
    // Touches pass through to the map.
    isUserInteractionEnabled = false
    icon.contents = Self.image
  }

  /// The frame of the icon, or nil if it is hidden.
  package var homeFrame: Rect? { icon.superlayer == nil ? nil : icon.frame }

  /// Shows the icon centered at `point`, or hides it for nil.
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
