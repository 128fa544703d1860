import CartoucheControls
import CartoucheImages
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Tile overlays that answer later, from files, or in place of the map")
struct TileOverlayTests {
  private static func plain(_ color: UInt32, side: Int = 4) -> Image {
    Image(size: PixelSize(width: side, height: side)) { pixels in
      for index in pixels.indices { pixels[index] = 0xff00_0000 | color }
    }
  }

  private func show(_ overlay: TileOverlay, zoom: Scalar = 4.5, queue: ShufflingQueue? = nil) -> OverlayScreen {
    let screen = OverlayScreen(width: 320, height: 200, 10, 10, zoom: zoom)
    screen.stage.backgroundQueue = queue
    screen.map.rendererFor = { TileOverlayRenderer(overlay: $0) }
    screen.map.addOverlay(overlay)
    screen.show()
    return screen
  }

  private func colors(_ screen: OverlayScreen) -> Set<UInt32> { Set(screen.pixels.map { $0 & 0xff_ffff }) }

  /// The answers that tiles wait for.
  private final class Answers {
    var waiting: [(tile: TileID, result: (Image?) -> Void)] = []
    var asked: [TileID] = []
  }

  @Test("a tile that arrives later is drawn then, where it is; each tile is asked for once")
  func later() throws {
    let answers = Answers()
    let overlay = TileOverlay(zoomRange: 3...5) { tile, result in
      answers.asked.append(tile)
      answers.waiting.append((tile, result))
    }
    let screen = show(overlay)
    let empty = colors(screen)
    #expect(empty.count == 1 && Set(answers.asked).count == answers.asked.count && !answers.asked.isEmpty)
    let last = answers.waiting.popLast()
    let first = try #require(last)
    first.result(Self.plain(0x20c040))
    screen.show()
    #expect(colors(screen).contains(0x20c040) && !colors(screen).isDisjoint(with: empty))
    for answer in answers.waiting { answer.result(Self.plain(0x20c040)) }
    screen.show()
    #expect(colors(screen) == [0x20c040])
    #expect(difference(screen.pixels, screen.redrawn()) == nil)
    let count = answers.asked.count
    screen.show()
    #expect(answers.asked.count == count)
  }

  @Test("while a tile is to come, a larger one that is cached stands in; without an image, a larger one is asked for")
  func standIn() {
    let answers = Answers()
    let overlay = TileOverlay(zoomRange: 4...6) { tile, result in
      answers.asked.append(tile)
      if tile.zoom == 5 { return result(Self.plain(0x2060e0)) }
      answers.waiting.append((tile, result))
    }
    let screen = show(overlay, zoom: 4.5)
    #expect(colors(screen) == [0x2060e0])
    screen.map.camera.zoom = 5.5
    screen.show()
    #expect(colors(screen) == [0x2060e0] && answers.asked.contains { $0.zoom == 6 })
    for answer in answers.waiting { answer.result(nil) }
    screen.show()
    #expect(colors(screen) == [0x2060e0] && !answers.asked.contains { $0.zoom == 4 })
  }

  @Test("a reload asks again, and ignores the answers to earlier questions")
  func reload() throws {
    let answers = Answers()
    let overlay = TileOverlay(zoomRange: 5...5) { tile, result in answers.waiting.append((tile, result)) }
    let screen = show(overlay)
    let old = answers.waiting
    answers.waiting = []
    try #require(screen.map.renderer(for: overlay) as? TileOverlayRenderer).reloadData()
    screen.show()
    #expect(answers.waiting.count == old.count)
    for answer in old { answer.result(Self.plain(0xff0000)) }
    screen.show()
    #expect(!colors(screen).contains(0xff0000))
    for answer in answers.waiting { answer.result(Self.plain(0x00ff00)) }
    screen.show()
    #expect(colors(screen) == [0x00ff00])
  }

  @Test("a template has the numbers of a tile; rows are counted from the south if the overlay is flipped")
  func template() throws {
    let tile = try #require(TileID(zoom: 3, x: 5, y: 1))
    #expect(TileOverlay(pathTemplate: "/t/{z}/{x}/{y}.png").path(forTile: tile) == "/t/3/5/1.png")
    #expect(TileOverlay(pathTemplate: "{y}{x}{{z}}", isGeometryFlipped: true).path(forTile: tile) == "65{3}")
    #expect(TileOverlay(pathTemplate: "{q}.png").path(forTile: tile) == "{q}.png")
    #expect(TileOverlay { _ in nil }.path(forTile: tile) == nil)
  }

  @Test("files are read by workers, or in the frame that shows them, to the same pixels; broken and missing ones are left out")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tile-overlay-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, color) in [("5/16", 0x20c040), ("5/17", 0x2060e0)] as [(String, UInt32)] {
      try FileManager.default.createDirectory(at: folder.appending(path: path), withIntermediateDirectories: true)
      try Data(try PNG.encode(Self.plain(color))).write(to: folder.appending(path: path + "/15.png"))
      try Data("no image".utf8).write(to: folder.appending(path: path + "/14.png"))
    }
    func overlay() -> TileOverlay { TileOverlay(pathTemplate: folder.path + "/{z}/{x}/{y}.png", zoomRange: 5...5) }
    let expected = show(overlay())
    #expect(colors(expected).isSuperset(of: [0x20c040, 0x2060e0]) && colors(expected).count >= 3)
    let queue = ShufflingQueue(workerCount: 2)
    let screen = show(overlay(), queue: queue)
    #expect(colors(screen).isDisjoint(with: [0x20c040, 0x2060e0]))
    while queue.deliver() { screen.show() }
    #expect(difference(screen.pixels, expected.pixels) == nil)
    // The broken files in view are reported, and those that are missing are not.
    for screen in [expected, screen] {
      let errors = screen.map.takeErrors()
      let broken = Set(["5/16/14", "5/17/14"].map { folder.path + "/" + $0 + ".png" })
      let files = errors.compactMap { if case .tile(.brokenTile(let file, _, _)) = $0 { file } else { nil } }
      #expect(Set(files) == broken && errors.count == 2, "\(errors)")
      #expect(errors.allSatisfy { "\($0)".contains("not an image in a supported format") })
    }
  }

  @Test("a missing folder above all tiles is reported once, with its path")
  func missingFolder() {
    let folder = FileManager.default.temporaryDirectory.path + "/tile-overlay-\(UUID().uuidString)"
    let screen = show(TileOverlay(pathTemplate: folder + "/{z}/{x}/{y}.png", zoomRange: 3...5))
    let errors = screen.map.takeErrors()
    #expect(errors.count == 1 && "\(errors)".contains(folder + ": cannot be read (No such file or directory)"), "\(errors)")
  }

  @Test("an overlay in place of the map hides the map and its tiles, and the map returns when it is removed")
  func replacement() {
    let source = CountingSource.town()
    let screen = OverlayScreen(width: 240, height: 180, MapCamera(center: .beijing, zoom: 14))
    (screen.map.sources, screen.map.style) = ([source], .town)
    let map = screen.show()
    let read = source.reads.count
    #expect(colors(screen).count > 2 && read > 0)
    // Every second column of tiles at zoom 15 has no image.
    let overlay = TileOverlay(zoomRange: 15...16) { tile in
      (tile.x >> (tile.zoom - 15)).isMultiple(of: 2) ? nil : Self.plain(0x20c040)
    }
    overlay.canReplaceMapContent = true
    screen.map.rendererFor = { TileOverlayRenderer(overlay: $0) }
    screen.map.addOverlay(overlay)
    screen.show()
    let background = screen.map.theme.backgroundColor
    let hidden = UInt32(background.red) << 16 | UInt32(background.green) << 8 | UInt32(background.blue)
    #expect(colors(screen) == [0x20c040, hidden])
    screen.map.camera = MapCamera(center: .cupertino, zoom: 13)
    screen.show()
    #expect(source.reads.count == read && difference(screen.pixels, screen.redrawn()) == nil)
    screen.map.pan(by: Point(x: 20, y: 7))
    screen.show()
    #expect(difference(screen.pixels, screen.redrawn()) == nil)
    screen.map.camera = MapCamera(center: .beijing, zoom: 14)
    screen.map.removeOverlay(overlay)
    #expect(difference(screen.show(), map) == nil)
  }

  @Test("a map that is replaced while it moves comes to rest, has no labels, and answers no queries")
  func replacementInMotion() throws {
    let screen = OverlayScreen(width: 240, height: 180, MapCamera(center: .beijing, zoom: 14))
    (screen.map.sources, screen.map.style) = ([CountingSource.town()], .town)
    screen.show()
    var now: Int64 = 3_600_000_000_000  // later than the frames before
    func frame() {
      now += 16_000_000
      _ = screen.stage.commit(at: Timestamp(nanoseconds: now))
    }
    for _ in 0..<20 {
      screen.map.camera.bearing = screen.map.camera.bearing + .degrees(1)
      frame()
    }
    let overlay = TileOverlay(zoomRange: 15...16) { _ in Self.plain(0x20c040) }
    overlay.canReplaceMapContent = true
    screen.map.rendererFor = { TileOverlayRenderer(overlay: $0) }
    screen.map.addOverlay(overlay)
    for _ in 0..<100 { frame() }
    #expect(screen.stage.nextFrame == .never)
    #expect(screen.map.features(in: screen.map.bounds).isEmpty && screen.map.listedLabels().isEmpty)
  }
}
