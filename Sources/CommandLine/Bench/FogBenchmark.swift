import Cartouche
import CartoucheInventedTown

/// Fog that a walk of a hundred thousand steps has cleared, over a map that is carried.
@MainActor
enum FogBenchmark {
  static let count = 100_000
  static let center = Coordinate(latitude: 39.9, longitude: 116.38)

  /// Frames of a pan; what they cost without the fog, and what clearing costs, is told on standard error.
  static func frames(on kiosk: Kiosk) throws -> any FrameBenchmark {
    let town = TownTileSource(try TownGenerator(center: (center.latitude, center.longitude)))
    let (stage, bareStage) = (kiosk.stage, Stage(size: kiosk.size))
    let (map, bareMap) = (Self.map(of: town, on: stage), Self.map(of: town, on: bareStage))
    let fog = FogOverlay()
    let track = walk()
    let clearing = ContinuousClock().measure { _ = fog.clear(along: track, radius: 40) }
    map.rendererFor = { overlay in (overlay as? FogOverlay).map { FogRenderer(fog: $0) } }
    map.addOverlay(fog)
    let carried = ScrolledMap(map, on: stage)
    let (without, with) = ScrolledMap.frames(ScrolledMap(bareMap, on: bareStage), carried)
    printToStandardError(
      "\(count) steps are cleared in \(clearing.tenths) ms and take \(fog.byteCount >> 10) KiB; "
        + "carried without the fog a frame takes \(without.hundredths) ms, with it \(with.hundredths); "
        + "to copy one takes \(carried.copy().hundredths)")
    return LayerBenchmark(stage, period: ScrolledMap.period) { carried.scroll($0) }
  }

  private static func map(of town: TownTileSource, on stage: Stage) -> MapView {
    let map = MapView(frame: stage.root.bounds, theme: .standard)
    map.sources = [town]
    map.camera = MapCamera(center: center, zoom: 14)
    stage.root.addSublayer(map)
    _ = stage.commit()
    return map
  }

  /// A walk that turns as it likes, and back towards the middle where it is far from it.
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
