import CAllocations
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

/// Counts the allocations of the main thread while maps move, once buffers have grown to what they need.
@Suite("A moving map", .enabled(if: SharedData.isAvailable, SharedData.skipReason))
struct MapAllocationTests {
  /// A real map whose frames are committed and drawn by this thread.
  private final class MovingMap {
    let screen: MapScreen
    private let panel: TestPanel
    private let renderer = Renderer()
    private let workers = SerialWorkerPool()
    private var now = Timestamp.zero

    /// - Parameter hasLabels: Whether the map has the style OSM Bright. Otherwise it has the standard style
    ///   without names.
    init(zoom: Scalar, hasLabels: Bool) throws {
      let camera = MapCamera(center: Coordinate(latitude: 60.17, longitude: 24.945), zoom: zoom)
      screen = MapScreen(width: 480, height: 320, fonts: standardFonts(), camera: camera)
      panel = TestPanel(size: screen.stage.size, format: .xrgb8888, gap: 0)
      let archive = try MBTilesArchive(path: SharedData.path("data/tiles/helsinki-names.mbtiles"))
      if hasLabels {
        let path = try SharedData.path("data/styles/osm-bright/style.json")
        screen.map.style = try MapStyle(contentsOfFile: path, tiles: ["openmaptiles": archive])
      } else {
        screen.map.sources = [archive]
        screen.map.style.layers.removeAll { $0.kind == .symbol }
      }
      screen.map.animatesAnnotations = false
      screen.stage.workers = workers
      screen.runUntilIdle()
    }

    /// Commits and draws a frame.
    func frame() {
      now = Timestamp(nanoseconds: now.nanoseconds + 16_000_000)
      let damage = screen.stage.commit(at: now)
      _ = renderer.draw(screen.stage.displayList, into: panel.buffer, damage: damage, workers: workers)
    }

    /// Returns the most allocations of a frame in the last of `rounds` rounds.
    func allocations(rounds: Int, count: Int, _ move: (Int) -> Void) -> UInt64 {
      allocationCounts(rounds: rounds, count: count, move).last ?? 0
    }

    /// Returns the allocations of each frame in the last of `rounds` rounds, in ascending order.
    ///
    /// - Parameter move: Called before each of the `count` frames of a round, with the frame's number.
    func allocationCounts(rounds: Int, count: Int, _ move: (Int) -> Void) -> [UInt64] {
      var counts: [UInt64] = []
      counts.reserveCapacity(count)
      for round in 0..<rounds {
        for number in 0..<count {
          let before = cartouche_thread_allocations()
          move(number)
          frame()
          if round == rounds - 1 { counts.append(cartouche_thread_allocations() - before) }
        }
      }
      return counts.sorted()
    }

    /// Pans down until labels are placed again. They are not for the next 512 points.
    func panToNextBlock() {
      let start = screen.map.labelBlock
      for _ in 0...64 where screen.map.labelBlock == start {
        screen.map.pan(by: Point(x: 0, y: 8))
        frame()
      }
      #expect(screen.map.labelBlock != start)
    }

    /// Pans down and back up inside a block of labels, and returns the most allocations of a frame.
    func allocationsOfPan() -> UInt64 {
      let map = screen.map
      let block = map.labelBlock
      defer { #expect(map.labelBlock == block) }
      return allocations(rounds: 20, count: 16) { map.pan(by: Point(x: 0, y: $0 < 8 ? 6 : -6)) }
    }
  }

  @Test("allocates nothing while it is zoomed back and forth within an image of the ground")
  func zoom() throws {
    let moving = try MovingMap(zoom: 15, hasLabels: false)
    let map = moving.screen.map
    let maximum = moving.allocations(rounds: 20, count: 20) { map.camera.zoom = 15 + Scalar(abs($0 - 10)) / 100 }
    #expect(maximum == 0)
  }

  @Test("allocates the image and the work for a worker, and nothing for shapes, in a frame that draws a slice of the next image")
  func nextImage() throws {
    let moving = try MovingMap(zoom: 15, hasLabels: false)
    let map = moving.screen.map
    let maximum = moving.allocations(rounds: 20, count: 20) { map.camera.zoom = 15 + Scalar(abs($0 - 10)) / 40 }
    #expect(maximum > 0 && maximum <= 3)
  }

  @Test("allocates nothing in a pan with annotations, none of which appears or disappears")
  func annotations() throws {
    let moving = try MovingMap(zoom: 16, hasLabels: true)
    moving.panToNextBlock()
    let map = moving.screen.map
    for index in 0..<40 {
      let point = Point(x: Scalar(40 + index % 8 * 55), y: Scalar(60 + index / 8 * 40))
      map.addAnnotation(PointAnnotation(coordinate: try #require(map.convert(point)), title: ""))
    }
    let maximum = moving.allocationsOfPan()
    #expect(map.annotations.count { map.view(for: $0) != nil } == 40)
    #expect(maximum == 0)
  }

  @Test("allocates nothing while an annotation moves in every frame")
  func movingAnnotation() throws {
    let moving = try MovingMap(zoom: 16, hasLabels: false)
    let map = moving.screen.map
    let annotation = PointAnnotation(coordinate: map.centerCoordinate, title: "")
    map.addAnnotation(annotation)
    let start = annotation.coordinate
    let maximum = moving.allocations(rounds: 20, count: 16) {
      // Changing a part of the coordinate in place allocates a coroutine's memory.
      annotation.coordinate = Coordinate(latitude: start.latitude, longitude: start.longitude + Double(abs($0 - 8)) * 1e-4)
    }
    let view = try #require(map.view(for: annotation))
    let expected = try #require(map.convert(annotation.coordinate))
    #expect(abs(view.position.x - expected.x) <= 1)
    #expect(maximum == 0)
  }

  @Test("allocates little in a frame in which labels make room for an annotation that moves")
  func obstacle() throws {
    let moving = try MovingMap(zoom: 16, hasLabels: true)
    let map = moving.screen.map
    let annotation = PointAnnotation(coordinate: map.centerCoordinate, title: "")
    map.addAnnotation(annotation)
    let start = annotation.coordinate
    let before = map.labelRecordingCount
    let counts = moving.allocationCounts(rounds: 6, count: 128) {
      annotation.coordinate = Coordinate(latitude: start.latitude, longitude: start.longitude + Double(abs($0 % 64 - 32)) * 5e-5)
    }
    // Labels fade in the frames between two placements.
    #expect(map.labelRecordingCount - before > 300)
    // Labels are placed in every sixteenth frame. The result is allocated, and the streets that are joined.
    #expect(counts[0] == 0 && counts[counts.count * 7 / 8] == 0)
    #expect((1...50).contains(counts[counts.count - 1]))
  }

  @Test("allocates nothing in a pan under fog")
  func fog() throws {
    let moving = try MovingMap(zoom: 16, hasLabels: true)
    moving.panToNextBlock()
    let map = moving.screen.map
    let fog = FogOverlay()
    map.rendererFor = { overlay in (overlay as? FogOverlay).map { FogRenderer(fog: $0) } }
    map.addOverlay(fog)
    let track = try (0..<40).map { try #require(map.convert(Point(x: Scalar($0 * 12), y: Scalar(100 + $0 % 7 * 20)))) }
    fog.clear(along: track, radius: 20)
    #expect(moving.allocationsOfPan() == 0)
  }
}
