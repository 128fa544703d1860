import CartoucheControls
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheText
import Testing

/// A map of the invented town, as a view and as the options of a snapshot.
struct SnapshotFixture: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var size = PixelSize(width: 160, height: 120)
  var isDark = false
  /// Sets up a view and the map of a snapshot in the same way.
  var prepare: @Sendable (MapView) -> Void

  static let home = MapCamera(center: Coordinate(latitude: 47.1, longitude: 9.5), zoom: 14.3)
  static let fonts = FontCollection(files: FontCollection.standardFiles)

  var theme: Theme { isDark ? Theme(fonts: Self.fonts).dark : Theme(fonts: Self.fonts) }

  /// A style of the town with names, whose background is that of day or night.
  static func style(isDark: Bool) -> MapStyle {
    var style = MapStyle.town
    if isDark { style[layer: "land"]?[.fillColor] = 0x202428 }
    // Circles reach beyond their tiles.
    style[layer: "points"] = StyleLayer(
      "points", kind: .symbol, sourceLayer: "points",
      properties: [
        .textField: .expression(#"["concat", ["get", "class"], " ", ["get", "size"]]"#), .textSize: 14,
        .textHaloColor: 0xffffff, .textHaloWidth: 1,
      ])
    return style
  }

  /// A view at rest, whose tiles and labels were made without threads.
  func view(_ source: any TileSource) -> MapScreen {
    let screen = MapScreen(width: size.width, height: size.height, fonts: Self.fonts, camera: Self.home)
    screen.map.theme = theme
    screen.map.sources = [source]
    screen.map.style = Self.style(isDark: isDark)
    prepare(screen.map)
    screen.runUntilIdle()
    return screen
  }

  func options(_ source: any TileSource) -> MapSnapshotOptions {
    var options = MapSnapshotOptions(size: size, theme: theme)
    options.sources = [source]
    options.style = Self.style(isDark: isDark)
    options.camera = Self.home
    options.content = prepare
    return options
  }

  /// A red line, a translucent circle below the labels, and their renderers.
  static func addOverlays(to map: MapView) {
    let center = home.center
    func coordinate(_ north: Double, _ east: Double) -> Coordinate {
      Coordinate(latitude: center.latitude + north, longitude: center.longitude + east)
    }
    map.rendererFor = { overlay in
      if overlay is MapCircle {
        let renderer = CircleRenderer(overlay: overlay)
        (renderer.fillColor, renderer.lineWidth) = (Color(hex: 0xff8800).withAlpha(0.5), 0)
        return renderer
      }
      let renderer = PolylineRenderer(overlay: overlay)
      (renderer.strokeColor, renderer.lineWidth) = (.red, 5)
      return renderer
    }
    map.addOverlay(MapPolyline(coordinates: [coordinate(0.002, -0.004), coordinate(-0.002, 0), coordinate(0.001, 0.004)]))
    map.addOverlay(MapCircle(center: coordinate(0, 0.001), radius: 150), level: .aboveRoads)
  }

  /// A marker with a title, two markers that form a cluster, and a selected one.
  static func addAnnotations(to map: MapView) {
    let center = home.center
    map.viewFor = { annotation in
      guard annotation.title == "near" else { return nil }
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.clusteringIdentifier = "near"
      return view
    }
    map.addAnnotation(
      PointAnnotation(coordinate: Coordinate(latitude: center.latitude, longitude: center.longitude - 0.002), title: "Port"))
    for step in [0.0015, 0.00151] {
      map.addAnnotation(
        PointAnnotation(coordinate: Coordinate(latitude: center.latitude, longitude: center.longitude + step), title: "near"))
    }
    let selected = PointAnnotation(coordinate: center, title: "Here")
    map.addAnnotation(selected)
    map.selectAnnotation(selected, animated: false)
  }

  static let all: [SnapshotFixture] = [
    SnapshotFixture(testDescription: "a plain map") { _ in },
    SnapshotFixture(testDescription: "another size", size: PixelSize(width: 231, height: 90)) { _ in },
    SnapshotFixture(testDescription: "a bearing, with a compass", size: PixelSize(width: 200, height: 140)) { map in
      map.camera.bearing = .degrees(33)
      map.showsScale = true
    },
    SnapshotFixture(testDescription: "margins") { map in
      map.layoutMargins = EdgeInsets(top: 0, left: 60, bottom: 20, right: 0)
    },
    SnapshotFixture(testDescription: "by night", isDark: true) { map in
      map.showsScale = true
      map.camera.bearing = .degrees(90)
    },
    SnapshotFixture(testDescription: "overlays") { addOverlays(to: $0) },
    SnapshotFixture(testDescription: "annotations", size: PixelSize(width: 240, height: 160)) { addAnnotations(to: $0) },
    SnapshotFixture(testDescription: "overlays and annotations, by night and turned", isDark: true) { map in
      map.camera.bearing = .degrees(-20)
      addOverlays(to: map)
      addAnnotations(to: map)
    },
    SnapshotFixture(testDescription: "large pixels, not on the grid") { map in
      (map.pixelRatio, map.alignsToPixels) = (2, false)
    },
    SnapshotFixture(testDescription: "displaced tiles") { $0.coordinateSystem = .gcj02 },
    SnapshotFixture(testDescription: "beyond the tiles' zooms") { map in
      map.camera.zoom = 17.5
      addOverlays(to: map)
    },
  ]
}

/// Returns an image's pixels.
func bits(_ image: Image) -> [UInt32] {
  withExtendedLifetime(image) { Array(UnsafeBufferPointer(start: image.storage.pixels, count: image.storage.count)) }
}
