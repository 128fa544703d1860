import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

/// Labels that are placed again because an annotation moves over the map.
@Suite("Labels that make room for an annotation", .enabled(if: SharedData.isAvailable, SharedData.skipReason))
struct LabelObstacleTests {
  private func screen() throws -> MapScreen {
    let camera = MapCamera(center: Coordinate(latitude: 39.9612, longitude: -82.9988), zoom: 15)
    let screen = MapScreen(width: 640, height: 480, fonts: standardFonts(), camera: camera)
    let archive = try MBTilesArchive(path: SharedData.path("data/tiles/columbus.mbtiles"))
    let path = try SharedData.path("data/styles/osm-bright/style.json")
    screen.map.style = try MapStyle(contentsOfFile: path, tiles: ["openmaptiles": archive])
    screen.runUntilIdle()
    return screen
  }

  /// An annotation whose view takes much room.
  private func addAnnotation(to screen: MapScreen, at coordinate: Coordinate) -> PointAnnotation {
    let annotation = PointAnnotation(coordinate: coordinate, title: "")
    let image = Image(size: PixelSize(width: 120, height: 90)) { $0.update(repeating: 0xff20_4080) }
    screen.map.viewFor = { annotation in
      let view = AnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.image = image
      return view
    }
    screen.map.addAnnotation(annotation)
    return annotation
  }

  private func pixels(_ screen: MapScreen) -> [UInt32] {
    let image = screen.image
    return (0..<image.size.width * image.size.height).map { image.storage.pixels[$0] }
  }

  @Test("after moves and pans, the picture is that of a map where nothing has moved, to the bit")
  func moves() throws {
    let moved = try screen()
    let map = moved.map
    let places = try [Point(x: 100, y: 80), Point(x: 320, y: 240), Point(x: 560, y: 400)].map { try #require(map.convert($0)) }
    let annotation = addAnnotation(to: moved, at: places[0])
    var pictures: Set<[UInt32]> = []
    for place in [0, 1, 2, 0] {
      // The annotation passes all places, so that labels fade in and out. Pans lead to other blocks and back.
      for passed in [1, 2, 0] {
        annotation.coordinate = places[passed]
        for _ in 0..<20 {
          moved.step()
          let isComplete = moved.repaintEqualsRedraw()
          #expect(isComplete)
        }
      }
      for step in [Point(x: -40, y: 10), Point(x: 40, y: -10)] {
        for _ in 0..<20 {
          map.pan(by: step)
          moved.step()
          let isComplete = moved.repaintEqualsRedraw()
          #expect(isComplete)
        }
      }
      annotation.coordinate = places[place]
      moved.runUntilIdle()
      let fresh = try screen()
      _ = addAnnotation(to: fresh, at: places[place])
      fresh.runUntilIdle()
      let (seen, expected) = (pixels(moved), pixels(fresh))
      let isSame = seen == expected
      #expect(isSame)
      pictures.insert(seen)
    }
    let count = pictures.count
    #expect(count == 3)
  }
}
