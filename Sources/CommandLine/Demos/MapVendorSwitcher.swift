import Cartouche
import CartoucheInventedTown

/// A map that switches between three vendors with different coordinate systems, with a home point on it.
@MainActor
enum MapVendorSwitcher {
  /// Returns vendors of the same town with coordinates in WGS 84, GCJ-02 and BD-09.
  static func all(around center: Coordinate) throws -> [MapVendor] {
    try [("Survey", CoordinateSystem.wgs84), ("Gaode", .gcj02), ("Baidu", .bd09)].map { name, system in
      guard let displaced = center.converted(to: system) else { throw Failure("\(name) has no map of \(center)") }
      let town = TownTileSource(try TownGenerator(center: (displaced.latitude, displaced.longitude)))
      var style = MapStyle.standard
      if system == .gcj02 { style[layer: "background"]?[.backgroundColor] = 0xeef3ea }
      if system == .bd09 { style[layer: "background"]?[.backgroundColor] = 0xeaf0f6 }
      return MapVendor(
        name: name, sources: [town], style: style, coordinateSystem: system,
        attribution: "\(name) · \(system.rawValue.uppercased())")
    }
  }

  /// Adds the map to the screen, with a button for each vendor above it.
  static func show(_ vendors: [MapVendor], home: Coordinate, on kiosk: Kiosk) {
    let view = HomeMapView(frame: kiosk.root.bounds, theme: .standard)
    view.autoresizingMask = .fill
    let map = view.map
    map.vendor = vendors[0]
    map.region = CoordinateRegion(center: home, latitudinalMeters: 900, longitudinalMeters: 900)
    map.showsScale = true
    view.homePoint = home
    kiosk.root.addSublayer(view)

    var x: Scalar = 12
    var buttons: [Button] = []
    for vendor in vendors {
      let button = Button(vendor.name, style: .filled, theme: .standard)
      button.sizeToFit()
      button.frame.origin = Point(x: x, y: 12)
      x += button.bounds.width + 8
      buttons.append(button)
      view.addSublayer(button)
    }
    func choose(_ index: Int) {
      map.vendor = vendors[index]
      for (other, button) in buttons.enumerated() { button.style = other == index ? .filled : .gray }
    }
    for (index, button) in buttons.enumerated() { button.addAction(for: .touchUpInside) { _ in choose(index) } }
    choose(0)
  }
}
