import Cartouche
import CartoucheInventedTown

/// A scrolling map under fog that a walk of a hundred thousand steps has cleared.
@MainActor
enum FogOverlayBenchmark {
  static let count = 100_000
  static let center = Coordinate(latitude: 39.9, longitude: 116.38)

  /// Returns the frames of a pan.
  ///
  /// Prints on standard error how long frames without fog take, and how long clearing takes.
  static func frames(on kiosk: Kiosk) throws -> any FrameBenchmark {
    let town = TownTileSource(try TownGenerator(center: (center.latitude, center.longitude)))
    let (stage, bareStage) = (kiosk.stage, Stage(size: kiosk.size))
    let (map, bareMap) = (Self.map(of: town, on: stage), Self.map(of: town, on: bareStage))
    let fog = FogOverlay()
    let track = walk()
    let clearing = ContinuousClock().measure { _ = fog.clear(along: track, radius: 40) }
    map.rendererFor = { overlay in (overlay as? FogOverlay).map { FogRenderer(fog: $0) } }
    map.addOverlay(fog)
    let scrolled = ScrollingMapBenchmark(map, on: stage)
    let (without, with) = ScrollingMapBenchmark.frameDurations(ScrollingMapBenchmark(bareMap, on: bareStage), scrolled)
    printToStandardError(
      "clearing \(count) steps takes \(clearing.tenths) ms and \(fog.byteCount >> 10) KiB; "
        + "a scrolled frame without fog takes \(without.hundredths) ms, with it \(with.hundredths); "
        + "copying a frame takes \(scrolled.copyDuration().hundredths)")
    return LayerBenchmark(stage, period: ScrollingMapBenchmark.period) { scrolled.scroll($0) }
  }

  private static func map(of town: TownTileSource, on stage: Stage) -> MapView {
    let map = MapView(frame: stage.root.bounds, theme: .standard)
    map.sources = [town]
    map.camera = MapCamera(center: center, zoom: 14)
    stage.root.addSublayer(map)
    _ = stage.commit()
    return map
  }

  /// Returns a random walk that is drawn back toward the center.
  private static func walk() -> [Coordinate] {
    var random = SeededGenerator(7, 100_000)
    var (north, east) = (0.0, 0.0)
    var turn = Angle.zero
    return (0..<count).map { _ in
      turn += .degrees(12) * Scalar(random.triangular())
      north += 4 * Double(turn.cosine) - north * 0.0005
      east += 4 * Double(turn.sine) - east * 0.0005
      return Coordinate(latitude: center.latitude + north / 111_000, longitude: center.longitude + east / 85_400)
    }
  }
}
