import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Labels recorded by several workers")
struct LabelWorkersTests {
  /// Names along a street and beside points, of which some are too large for masks, and some have sections
  /// with colors of their own.
  private func screen(_ workers: any WorkerPool) -> MapScreen {
    let camera = MapCamera(center: Coordinate(latitude: 0, longitude: 0), zoom: 14)
    let fonts = FontCollection(files: FontCollection.standardFiles)
    let screen = MapScreen(width: 480, height: 320, fonts: fonts, camera: camera)
    screen.stage.workers = workers
    func coordinate(_ x: Int, _ y: Int) -> Coordinate {
      Coordinate(latitude: -Double(y) / 23_301.69, longitude: Double(x) / 23_301.69)
    }
    let points = (0..<200).map { number in
      GeoJSONFeature(
        geometry: .point(coordinate(number % 20 * 40 - 400, number / 20 * 48 - 240)),
        properties: ["name": .text("N\(number)"), "size": .number(number == 90 ? 400 : 12)])
    }
    let street = GeoJSONFeature(
      geometry: .lineString([coordinate(-300, 100), coordinate(0, 60), coordinate(300, -100)]),
      properties: ["name": .text("A Street"), "size": .number(16)])
    var names = StyleLayer("names", kind: .symbol, source: "points")
    names[.textField] = .expression(
      #"["format", ["get", "name"], {"text-color": "red"}, "!", {}, "?", {"text-color": "rgba(0,0,0,0)"}]"#)
    names[.textSize] = .expression(#"["get", "size"]"#)
    names[.textHaloWidth] = 1.5
    names[.textHaloColor] = "white"
    names[.textAllowOverlap] = true
    var streets = StyleLayer("streets", kind: .symbol, source: "street")
    streets[.symbolPlacement] = "line"
    streets[.textField] = .expression(#"["get", "name"]"#)
    streets[.textOpacity] = 0.6
    var style = MapStyle(layers: [names, streets])
    style.sources = [
      "points": .geoJSON(GeoJSONSource(.features(points))), "street": .geoJSON(GeoJSONSource(.features([street]))),
    ]
    screen.map.style = style
    screen.runUntilIdle()
    return screen
  }

  /// A frame: its pixels, and the runs of glyphs.
  private struct Frame: Equatable {
    var pixels: [UInt32]
    var runs: [GlyphRun]
  }

  /// Zooms and turns the map, pans it after a rest, and returns the frames.
  private func frames(_ screen: MapScreen) -> [Frame] {
    (0..<36).map { frame in
      var camera = screen.map.camera
      if frame < 24 {
        camera.zoom = camera.zoom + Scalar(frame < 12 ? 1 : -1) / 20
        camera.bearing = camera.bearing + .degrees(5)
        screen.map.camera = camera
      } else {
        if frame == 24 { screen.runUntilIdle() }
        screen.map.pan(by: Point(x: 9, y: 4))
      }
      screen.step()
      let (image, count) = (screen.image, screen.image.size.width * screen.image.size.height)
      return Frame(pixels: (0..<count).map { image.storage.pixels[$0] }, runs: runs(screen))
    }
  }

  private func runs(_ screen: MapScreen) -> [GlyphRun] {
    screen.stage.displayList.items.compactMap { item in
      guard case .shape(.glyphs(let run), _, _) = item.content else { return nil }
      return run
    }
  }

  @Test("frames of a motion do not depend on the number of workers", arguments: [2, 3, 7])
  func workerCounts(count: Int) {
    let (alone, pool) = (screen(SerialWorkerPool()), CountingPool(count: count))
    #expect(alone.map.listedLabels().count > 80)
    let (expected, together) = (frames(alone), screen(pool))
    let before = pool.jobCount
    let seen = frames(together)
    // The stage of a test draws by itself: the jobs are those of the labels, and of cached pixels.
    #expect(pool.jobCount - before >= expected.count - 12)
    let different = zip(expected, seen).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    #expect(different.isEmpty)
    #expect(Set(expected.map(\.pixels)).count == expected.count)
  }

  @Test("a glyph that is too large for masks leaves those of the other labels alone")
  func largeGlyphs() {
    let screen = screen(SerialWorkerPool())
    _ = frames(screen)
    let runs = runs(screen)
    func hasLarge(_ run: GlyphRun) -> Bool { run.placements.contains { !run.shapes[Int($0.shape)].hasMasks } }
    #expect(runs.contains(where: hasLarge))
    #expect(runs.contains { !$0.placements.isEmpty && $0.shapes.allSatisfy(\.hasMasks) })
    for run in runs where hasLarge(run) { #expect(run.placements.count < 12) }
  }
}

/// Threads that perform the parts of jobs, and count the jobs.
private final class CountingPool: WorkerPool {
  let count: Int
  private(set) var jobCount = 0
  private let pool: ConcurrentWorkerPool

  init(count: Int) { (self.count, pool) = (count, ConcurrentWorkerPool(count: count)) }

  func perform(parts jobs: Int, of work: any Job) {
    jobCount += 1
    pool.perform(parts: jobs, of: work)
  }
}
