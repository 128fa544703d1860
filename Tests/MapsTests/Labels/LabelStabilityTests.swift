import CAllocations
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Foundation
import Testing

/// Tests that labels stay where they are, on real maps.
///
/// The environment variable `LABEL_CAMERAS` multiplies the number of cameras and frames. With 20, the pans
/// have 2000 frames; with 200, 1000 cameras are reached in four ways; with 400, 12,000 cameras are searched
/// for overlaps.
@Suite("Stability of labels", .enabled(if: SharedData.isAvailable, SharedData.skipReason))
struct LabelStabilityTests {
  private static let factor = ProcessInfo.processInfo.environment["LABEL_CAMERAS"].flatMap { Int($0) } ?? 1

  /// A place with a zoom, and the name of its tiles.
  struct Place: CustomTestStringConvertible {
    var tiles: String
    var latitude, longitude: Double
    var zoom: Scalar
    /// How far in points the camera may go from the place within its data.
    var reach: Int
    var testDescription: String { tiles }

    static let columbus = Place(tiles: "columbus", latitude: 39.9612, longitude: -82.9988, zoom: 15, reach: 6000)
    static let helsinki = Place(tiles: "helsinki-names", latitude: 60.17, longitude: 24.945, zoom: 16, reach: 300)

    var camera: MapCamera { MapCamera(center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom) }
  }

  private func screen(_ place: Place) throws -> MapScreen {
    let archive = try MBTilesArchive(path: SharedData.path("data/tiles/\(place.tiles).mbtiles"))
    let path = try SharedData.path("data/styles/osm-bright/style.json")
    let screen = MapScreen(
      width: 640, height: 480, fonts: FontCollection(files: FontCollection.standardFiles), camera: place.camera)
    let style = try MapStyle(contentsOfFile: path, tiles: ["openmaptiles": archive])
    screen.map.style = style
    screen.commit()
    return screen
  }

  /// A label as the tests compare it.
  private struct Seen: Hashable {
    var layer, text, icon: String
    var box: Rect
    var angle: Double

    init(_ label: ListedLabel, movedBy offset: Point = .zero) {
      (layer, text, icon, angle) = (label.layer, label.text, label.icon, label.angle)
      box = Rect(origin: label.box.origin + offset, size: label.box.size)
    }
  }

  @Test("a pan inside a block allocates nothing, though it draws strips of the map")
  func steadyPan() throws {
    let screen = try screen(.helsinki)
    let map = screen.map
    screen.stage.workers = SerialWorkerPool()
    var now = screen.now
    func pan(_ y: Scalar) {
      map.pan(by: Point(x: 0, y: y))
      now = Timestamp(nanoseconds: now.nanoseconds + 16_000_000)
      _ = screen.stage.commit(at: now)
    }
    // The view is 480 points high and a cell 512. Once its top has passed a cell's edge, its bottom passes
    // none for 400 points.
    let start = map.labelBlock
    for _ in 0..<64 where map.labelBlock == start { pan(8) }
    let block = map.labelBlock
    #expect(block != start)
    // The cached image is 64 points larger than the view, so that every seventh frame draws a strip.
    var maximum: UInt64 = 0
    for round in 0..<20 {
      for frame in 0..<80 {
        let before = cartouche_thread_allocations()
        pan(frame < 40 ? 10 : -10)
        // In the first rounds, memory grows to what each strip needs.
        if round >= 16 { maximum = max(maximum, cartouche_thread_allocations() - before) }
      }
    }
    #expect(map.labelBlock == block)
    #expect(maximum == 0)
  }

  @Test("in a pan, labels move by whole points, and none disappears inside a block", arguments: [Place.columbus, .helsinki])
  func pan(place: Place) throws {
    let screen = try screen(place)
    let map = screen.map
    let inner = map.bounds.insetBy(dx: 64, dy: 64)
    var (step, position) = (Point(x: -11, y: -7), Point.zero)
    var before = map.listedLabels()
    var (lostInside, lostAcross, counted) = (0, 0, 0)
    for _ in 0..<100 * Self.factor {
      // To and fro inside the data.
      if (position.x + step.x).magnitude > Scalar(place.reach) { step.x = 0 - step.x }
      if (position.y + step.y).magnitude > Scalar(place.reach) { step.y = 0 - step.y }
      position = position + step
      let block = map.labelBlock
      map.pan(by: step)
      screen.step()
      let after = map.listedLabels()
      let found = Set(after.map { Seen($0) })
      let wanted = before.filter { inner.union($0.box) == inner }.map { Seen($0, movedBy: step) }.filter {
        inner.union($0.box) == inner
      }
      let lost = wanted.count { !found.contains($0) }
      counted += wanted.count
      if block == map.labelBlock { lostInside += lost } else { lostAcross += lost }
      before = after
    }
    print("\(place.tiles): \(counted) labels in two frames, lost \(lostInside) inside a block and \(lostAcross) across")
    #expect(counted > 500 && lostInside == 0)
    #expect(lostAcross * 10_000 <= counted)
  }

  @Test("a pan records labels again for new parts and placements, and not while labels out of sight fade")
  func recordings() throws {
    let screen = try screen(.columbus)
    screen.runUntilIdle()
    let start = screen.map.labelRecordingCount
    for _ in 0..<200 {
      screen.map.pan(by: Point(x: -3, y: -2))
      screen.step()
    }
    let count = screen.map.labelRecordingCount - start
    // 600 points to the side are some five parts of 128 points, 400 points down some three more, and a few
    // blocks of cells are entered.
    #expect(count > 5 && count < 40)
  }

  @Test("labels at rest depend on the camera, not on how it was reached")
  func arrival() throws {
    let (fresh, panned, flown, turned) = (
      try screen(.columbus), try screen(.columbus), try screen(.columbus), try screen(.columbus)
    )
    var random = SplitMix64(seed: 7)
    for _ in 0..<5 * Self.factor {
      var camera = Place.columbus.camera
      camera.zoom = 14 + Scalar(random.int(in: 0...64)) / 32
      if random.int(in: 0...2) == 0 { camera.bearing = .degrees(WideFixed(random.int(in: 0...359))) }
      let target = MapTransform(camera: camera, bounds: fresh.map.bounds)
      camera.center = try #require(
        Coordinate(target.mapPoint(at: Point(x: Scalar(random.int(in: -600...1200)), y: Scalar(random.int(in: -600...1200))))))
      fresh.map.camera = camera
      fresh.runUntilIdle()
      let expected = fresh.map.listedLabels().map { Seen($0) }
      // A pan ends on the grid of whole points on which it began, so it begins there.
      panned.map.camera = camera
      panned.runUntilIdle()
      for delta in [Point(x: 30, y: -17), Point(x: -500, y: 333), Point(x: 470, y: -316)] {
        panned.map.pan(by: delta)
        panned.step()
      }
      panned.runUntilIdle()
      #expect(panned.map.listedLabels().map { Seen($0) } == expected)
      flown.map.setCamera(camera, animated: true)
      flown.runUntilIdle()
      #expect(flown.map.listedLabels().map { Seen($0) } == expected)
      // As a pinch: zooms and turns about the view, and ends at the camera.
      turned.map.alignsToPixels = true
      for part in 1...6 {
        var between = camera
        between.zoom = camera.zoom + Scalar(6 - part) / 7
        between.bearing = camera.bearing + .degrees(WideFixed(7 * (6 - part)))
        turned.map.camera = between
        turned.step(ms: 100)
      }
      turned.runUntilIdle()
      #expect(turned.map.listedLabels().map { Seen($0) } == expected)
    }
  }

  /// A label that is followed from frame to frame.
  private struct Track {
    var name: String
    var place: MapPoint
    var isVisible = true
    var returns = 0
  }

  @Test("while the map is zoomed evenly, no label disappears and returns more than once", arguments: [Place.columbus, .helsinki])
  func zoom(place: Place) throws {
    let screen = try screen(place)
    let map = screen.map
    var camera = place.camera
    map.alignsToPixels = true
    var tracks: [Track] = []
    let frames = 240
    // Half a second more, since labels are placed again when the map is at rest.
    for frame in 0...frames + 30 {
      camera.zoom = 14 + 2 * Scalar(min(frame, frames)) / Scalar(frames)
      map.camera = camera
      screen.step()
      let transform = MapTransform(camera: camera, bounds: map.bounds)
      var seen: Set<Int> = []
      for label in map.listedLabels() {
        let (name, center) = ("\(label.layer) \(label.text) \(label.icon)", label.box.center)
        // The same name twice along a street is farther away.
        var known: (index: Int, distance: Scalar)?
        for (index, track) in tracks.enumerated() where track.name == name && !seen.contains(index) {
          let place = transform.point(for: track.place)
          let distance = max((place.x - center.x).magnitude, (place.y - center.y).magnitude)
          if distance < known?.distance ?? 48 { known = (index, distance) }
        }
        if let known {
          if !tracks[known.index].isVisible { tracks[known.index].returns += 1 }
          tracks[known.index].place = transform.mapPoint(at: center)
          seen.insert(known.index)
        } else {
          seen.insert(tracks.count)
          tracks.append(Track(name: name, place: transform.mapPoint(at: center)))
        }
      }
      for index in tracks.indices { tracks[index].isVisible = seen.contains(index) }
    }
    let returned = tracks.count { $0.returns > 0 }
    print("\(place.tiles): \(tracks.count) labels, of which \(returned) returned")
    for track in tracks where track.returns > 1 { print("  \(track.returns) times: \(track.name)") }
    #expect(tracks.count > 50 && tracks.allSatisfy { $0.returns <= 1 })
  }

  @Test("at rest, labels that may not overlap do not", arguments: [Place.columbus, .helsinki])
  func overlaps(place: Place) throws {
    let screen = try screen(place)
    screen.map.showsCollisions = true
    var random = SplitMix64(seed: 11)
    var labels = 0
    for _ in 0..<15 * Self.factor {
      var camera = place.camera
      camera.zoom = place.zoom + Scalar(random.int(in: -64...64)) / 32
      camera.bearing = .degrees(WideFixed(random.int(in: 0...359)))
      let transform = MapTransform(camera: camera, bounds: screen.map.bounds)
      let (x, y) = (random.int(in: -place.reach / 4...place.reach / 4), random.int(in: -place.reach / 4...place.reach / 4))
      camera.center = try #require(Coordinate(transform.mapPoint(at: Point(x: Scalar(320 + x), y: Scalar(240 + y)))))
      screen.map.camera = camera
      screen.commit()
      screen.runUntilIdle()
      labels += screen.map.listedLabels().count
      #expect(screen.map.labelOverlapCount() == 0)
    }
    #expect(labels > 100)
  }

  @Test("with tiles that arrive in any order, labels are the same")
  func order() throws {
    let place = Place.columbus
    let expected = try screen(place).map.listedLabels().map { Seen($0) }
    for seed in 0..<UInt64(4 + Self.factor) {
      let archive = try MBTilesArchive(path: SharedData.path("data/tiles/columbus.mbtiles"))
      let screen = MapScreen(
        width: 640, height: 480, fonts: FontCollection(files: FontCollection.standardFiles), camera: place.camera)
      let queue = ShufflingQueue(workerCount: [1, 2, 7][Int(seed % 3)], seed: seed)
      screen.stage.backgroundQueue = queue
      screen.map.style = try MapStyle(
        contentsOfFile: SharedData.path("data/styles/osm-bright/style.json"), tiles: ["openmaptiles": archive])
      #expect(screen.settle(queue))
      while queue.deliver() { screen.step() }
      screen.runUntilIdle()
      while queue.deliver() { screen.step() }
      #expect(screen.map.listedLabels().map { Seen($0) } == expected)
    }
  }
}
