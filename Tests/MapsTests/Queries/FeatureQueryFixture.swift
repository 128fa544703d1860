import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText

/// A map at zoom 14 around the middle of the world, where four tiles meet.
enum FeatureQueryFixture {
  /// The points of a degree in the middle of the world.
  static let pointsPerDegree = 23_301.69

  /// Returns the coordinate at a distance in points from the middle.
  static func at(_ east: Double, _ south: Double) -> Coordinate {
    Coordinate(latitude: -south / pointsPerDegree, longitude: east / pointsPerDegree)
  }

  static func ring(_ points: [(Double, Double)]) -> [Coordinate] {
    (points + points.prefix(1)).map { at($0.0, $0.1) }
  }

  static func square(_ x: Double, _ y: Double, half: Double) -> GeoJSONGeometry {
    .polygon([ring([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])])
  }

  static func style(_ features: [GeoJSONFeature], _ layers: [StyleLayer], promoting property: String? = nil) -> MapStyle {
    var style = MapStyle(
      layers: [StyleLayer("background", kind: .background, properties: [.backgroundColor: 0x000000])] + layers)
    var source = StyleSource.geoJSON(GeoJSONSource(.features(features)))
    if let property { source.promotedIDs = ["": property] }
    style.sources = ["data": source]
    return style
  }

  static func screen(
    _ features: [GeoJSONFeature], _ layers: [StyleLayer], promoting property: String? = nil, bearing: Int = 0, width: Int = 240,
    height: Int = 160
  ) -> MapScreen {
    var camera = MapCamera(center: at(0, 0), zoom: 14)
    camera.bearing = .degrees(WideFixed(bearing))
    let screen = MapScreen(
      width: width, height: height, fonts: FontCollection(files: FontCollection.standardFiles), camera: camera)
    screen.map.showsCompass = false
    screen.map.style = style(features, layers, promoting: property)
    screen.runUntilIdle()
    return screen
  }

  static func names(_ features: [MapFeature]) -> [String] {
    features.map { feature in
      switch feature.id {
      case .number(let number): "\(feature.layer) \(Int(number))"
      case .text(let text): "\(feature.layer) \(text)"
      case nil: feature.layer
      }
    }
  }
}
