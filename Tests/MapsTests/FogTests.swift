import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Fog")
struct FogTests {
  private static let walk = (0..<60).map { step -> Coordinate in
    let angle = Double(step) / 8
    return Coordinate(
      latitude: 39.9 + 0.0035 * ElementaryFunctions.sine(angle) * Double(step) / 60,
      longitude: 116.385 + 0.005 * ElementaryFunctions.cosine(angle) * Double(step) / 60)
  }

  private func screen(_ fog: FogOverlay, zoom: Scalar = 14, bearing: Angle = .zero) -> OverlayScreen {
    let screen = OverlayScreen(39.9, 116.385, zoom: zoom, bearing: bearing)
    screen.map.style = MapStyle.standard
    screen.map.rendererFor = { overlay in
      if let fog = overlay as? FogOverlay {
        let renderer = FogRenderer(fog: fog)
        renderer.color = Color(hex: 0x203040).withAlpha(0.85)
        return renderer
      }
      let renderer = PolylineRenderer(overlay: overlay)
      (renderer.strokeColor, renderer.lineWidth) = (.red, 2)
      return renderer
    }
    screen.map.addOverlays([MapPolyline(coordinates: Self.walk), fog])
    return screen
  }

  @Test(
    "M13: fog covers the map and is cleared along the track with a soft edge, at every zoom and bearing",
    arguments: [(12, 0), (14, 0), (14, 33), (17, 0), (18, 120)])
  func frames(zoom: Int, bearing: Int) throws {
    let fog = FogOverlay()
    fog.clear(along: Self.walk, radius: 40)
    let screen = screen(fog, zoom: Scalar(zoom), bearing: .degrees(WideFixed(bearing)))
    screen.show()
    try expectFrame(screen.image, matches: "fog-\(zoom)-\(bearing)")
  }

  @Test(
    "M13: at every latitude the brush has its radius in meters, half of which is a soft edge", arguments: [0.0, 39.9, -60])
  func brush(latitude: Double) throws {
    let fog = FogOverlay(gridZoom: 17)
    let center = Coordinate(latitude: latitude, longitude: 20)
    fog.clear(at: center, radius: 40)
    let degree = 111_319.49 * ElementaryFunctions.cosine(latitude * .pi / 180)
    for meters in stride(from: 0.0, through: 60, by: 1) {
      let clear = Double(try #require(fog.clearness(at: Coordinate(latitude: latitude, longitude: 20 + meters / degree))))
      let t = min(max((40 - meters) / 20, 0), 1)
      // A texel is 0.3 to 0.6 m, within which the steepest part of the edge changes by 6.
      #expect(abs(clear - 255 * t * t * (3 - 2 * t)) <= 13, "\(meters) m: \(clear)")
    }
  }

  @Test("M12, M13: fog cleared in steps, at once, repeatedly, backward or in another order has the same bytes")
  func order() throws {
    let (atOnce, inSteps, backward, repeated) = (FogOverlay(), FogOverlay(), FogOverlay(), FogOverlay())
    atOnce.clear(along: Self.walk, radius: 40)
    for (from, to) in zip(Self.walk, Self.walk.dropFirst()) { inSteps.clear(along: [from, to], radius: 40) }
    backward.clear(along: Self.walk.reversed(), radius: 40)
    for _ in 0..<3 {
      repeated.clear(along: Self.walk.suffix(30), radius: 40)
      repeated.clear(along: Self.walk.prefix(31), radius: 40)
    }
    #expect(
      atOnce.encoded() == inSteps.encoded() && atOnce.encoded() == backward.encoded() && atOnce.encoded() == repeated.encoded())
    #expect(atOnce.byteCount == inSteps.byteCount)
    let (a, b) = (screen(atOnce), screen(inSteps))
    #expect(difference(a.show(), b.show()) == nil)
  }

  @Test("M13: clearing fog on a visible map redraws only the cleared area, and equals a full redraw", arguments: [0, 33])
  func walking(bearing: Int) throws {
    let fog = FogOverlay()
    let screen = screen(fog, zoom: 14, bearing: .degrees(WideFixed(bearing)))
    screen.show()
    for (from, to) in zip(Self.walk, Self.walk.dropFirst()) {
      fog.clear(along: [from, to], radius: 40)
      #expect(difference(screen.show(), screen.redrawn()) == nil)
      #expect(screen.damage.allSatisfy { $0.width <= 64 && $0.height <= 64 })
    }
    fog.clear(along: Self.walk.suffix(2), radius: 40)
    #expect(screen.stage.commit().isEmpty)
    fog.coverAll()
    let covered = screen.show()
    #expect(difference(covered, screen.redrawn()) == nil && fog.byteCount == 0)
    screen.map.removeOverlay(screen.map.overlays[0])
    #expect(Set(screen.show()).count == 1)
  }

  @Test("P6, M12: fog drawn in parts has the pixels of fog drawn whole", arguments: [0, 33, 90], [9.0, 14, 16.7])
  func parts(bearing: Int, zoom: Double) {
    let fog = FogOverlay()
    fog.clear(along: Self.walk, radius: 60)
    let screen = screen(fog, zoom: Scalar(floatLiteral: zoom), bearing: .degrees(WideFixed(bearing)))
    let whole = screen.show()
    let renderer = screen.map.renderer(for: fog)
    for count in [2, 3] {
      for part in screen.parts(count) {
        renderer?.setNeedsDisplay(in: part)
        #expect(difference(screen.show(), whole) == nil)
      }
    }
    for _ in 0..<5 {
      screen.map.pan(by: Point(x: 13.37, y: -7.1))
      #expect(difference(screen.show(), screen.redrawn()) == nil)
    }
  }

  @Test(
    "covered fog has one color without seams between its tiles, at any bearing", arguments: [0, 10, 45, 77])
  func seams(bearing: Int) {
    for zoom in [3.0, 11.3, 15, 17.8] {
      let fog = FogOverlay()
      let screen = screen(fog, zoom: Scalar(floatLiteral: zoom), bearing: .degrees(WideFixed(bearing)))
      screen.map.removeOverlay(screen.map.overlays[0])
      let before = screen.show()
      #expect(Set(before).count == 1, "zoom \(zoom)")
    }
  }

  @Test("M13: fog is saved and loaded unchanged, and a save that fails leaves no file")
  func saving() throws {
    let fog = FogOverlay(over: try #require(MapRect(center: Self.walk[0], meters: 5000)), gridZoom: 16)
    fog.clear(along: Self.walk, radius: 150)
    let folder = FileManager.default.temporaryDirectory.appending(path: "cartouche-fog-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "walked.fog").path(percentEncoded: false)
    try fog.save(to: path)
    let loaded = try FogOverlay(contentsOfFile: path)
    #expect(loaded.encoded() == fog.encoded() && loaded.boundingMapRect == fog.boundingMapRect && loaded.gridZoom == 16)
    #expect(loaded.byteCount == fog.byteCount)
    #expect(difference(screen(loaded).show(), screen(fog).show()) == nil)
    loaded.clear(at: Coordinate(latitude: 39.91, longitude: 116.38), radius: 30)
    try loaded.save(to: path)
    #expect(try FogOverlay(contentsOfFile: path).encoded() == loaded.encoded())
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)) == ["walked.fog"])
    #expect(throws: FogError.self) { try fog.save(to: folder.path(percentEncoded: false) + "/none/walked.fog") }
    // If the temporary file cannot be moved to its destination, it is removed.
    try FileManager.default.createDirectory(at: folder.appending(path: "taken.fog/in it"), withIntermediateDirectories: true)
    #expect(throws: FogError.self) { try fog.save(to: folder.path(percentEncoded: false) + "/taken.fog") }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    #expect(names.sorted() == ["taken.fog", "walked.fog"])
    #expect(throws: FogError.self) { try FogOverlay(contentsOfFile: folder.path(percentEncoded: false) + "/none.fog") }
    #expect(throws: FogError.self) { try FogOverlay(contentsOfFile: folder.path(percentEncoded: false)) }
  }

  @Test("a truncated, corrupt or foreign file is an error that names the file, and does not trap")
  func corruption() throws {
    let fog = FogOverlay()
    fog.clear(along: Self.walk, radius: 120)
    let bytes = fog.encoded()
    for length in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: FogError.self) { try FogOverlay(decoding: Array(bytes.prefix(length)), name: "cut.fog") }
    }
    var random = SplitMix64(seed: 3)
    var (rejected, accepted) = (0, 0)
    for round in 0..<3000 {
      var broken = bytes
      let end = round % 2 == 0 ? min(200, bytes.count) : bytes.count
      for _ in 0..<random.int(in: 1...3) { broken[random.int(in: 0...end - 1)] ^= 1 << UInt8(random.int(in: 0...7)) }
      broken.updateFogChecksum()
      do throws(FogError) {
        _ = try FogOverlay(decoding: broken, name: "flipped.fog")
        accepted += 1
      } catch {
        rejected += 1
        #expect("\(error)".hasPrefix("flipped.fog: "))
      }
    }
    #expect(rejected > 1500 && accepted + rejected == 3000)
    #expect(throws: FogError.tooLarge(file: "fog", limit: 5000)) { try FogOverlay(decoding: bytes, memoryLimit: 5000) }
    #expect(throws: FogError.notFog(file: "fog", reason: "it does not begin with \"CFOG\"")) {
      try FogOverlay(decoding: [1, 2, 3, 4])
    }
  }

  @Test("at its memory limit fog keeps what is cleared, clears no new tiles, and reports it")
  func limit() throws {
    let fog = FogOverlay(memoryLimit: 400_000)
    let first = Self.walk.prefix(10)
    #expect(fog.clear(along: first, radius: 40) == .done)
    var random = SplitMix64(seed: 8)
    var results: Set<FogOverlay.ClearResult> = []
    for _ in 0..<300 {
      results.insert(
        fog.clear(at: Coordinate(latitude: random.double(in: -60...60), longitude: random.double(in: -180...180)), radius: 40))
      #expect(fog.byteCount <= 400_000)
    }
    #expect(results == [.done, .memoryLimitReached])
    #expect(fog.clearness(at: Self.walk[4]) == 255)
    #expect(fog.clear(along: first, radius: 20) == .done)
    #expect(try FogOverlay(decoding: fog.encoded(), memoryLimit: 400_000).encoded() == fog.encoded())
  }

  @Test("completely cleared tiles store no texels")
  func inside() {
    let fog = FogOverlay(gridZoom: 15)
    fog.clear(at: Coordinate(latitude: 0, longitude: 0), radius: 5000, falloff: 0.05)
    // About 65 × 65 tiles, of which 3300 are in the disc; only those along its edge have texels.
    #expect(fog.byteCount < 10_000_000 && fog.clearness(at: Coordinate(latitude: 0.01, longitude: 0.01)) == 255)
  }

  @Test("NaN, poles, infinities, jumps and 100,000 equal points do not trap, and stay within the memory limit")
  func badInput() {
    let fog = FogOverlay(gridZoom: 12)
    let values = [0.0, .nan, .infinity, -.infinity, 90, -90, 1e300, -1e300, 179.999, -180, 85.05]
    for a in values {
      for b in values {
        for radius in [40.0, .nan, -3, 0, 1e300, .infinity] where radius < 1e299 || a == 0 {
          fog.clear(
            along: [Coordinate(latitude: a, longitude: b), Coordinate(latitude: b, longitude: a)], radius: radius, falloff: b)
        }
      }
    }
    fog.clear(along: Array(repeating: Coordinate(latitude: 10, longitude: 10), count: 100_000), radius: 3)
    fog.clear(along: [], radius: 5)
    #expect(fog.byteCount <= fog.memoryLimit)
    let acrossMeridian = FogOverlay(gridZoom: 12)
    acrossMeridian.clear(
      along: [Coordinate(latitude: 5, longitude: 179.99), Coordinate(latitude: 5, longitude: -179.99)], radius: 3000)
    #expect(
      acrossMeridian.clearness(at: Coordinate(latitude: 5, longitude: 180)) == 255
        && acrossMeridian.clearness(at: Coordinate(latitude: 5, longitude: 0)) == 0)
    for zoom in [0, 3, 24] {
      let screen = screen(fog, zoom: Scalar(zoom), bearing: .degrees(WideFixed(zoom)))
      #expect(difference(screen.show(), screen.redrawn()) == nil)
    }
  }
}
