import Cartouche
import CartoucheInventedTown

/// The built-in benchmark scenes.
enum BuiltInBenchmark: String {
  case map, carousel, belt, clusters, fog, vehicle, list

  /// The size of the scene if the arguments give none.
  var defaultSize: PixelSize {
    switch self {
    case .vehicle: PixelSize(width: 1024, height: 600)
    case .list: PixelSize(width: 480, height: 800)
    case .map, .carousel, .belt, .clusters, .fog: PixelSize(width: 1280, height: 720)
    }
  }

  @MainActor
  func frames(size: PixelSize) throws -> any FrameBenchmark {
    var board = Board(name: "bench")
    board.display = .headless
    board.mode = PreferredDisplayMode(size: size)
    guard board.mode?.isSupported == true else {
      throw Failure(
        "--size \(size.width)x\(size.height): a frame of this size cannot be drawn; give each side 1 to \(PreferredDisplayMode.maximumSide) pixels."
      )
    }
    let kiosk = try Kiosk(board: board)
    defer { kiosk.close() }
    switch self {
    case .carousel:
      let carousel = Carousel(on: kiosk, angle: .degrees(20))
      // The period ends when the next card is at the position of the first one.
      return LayerBenchmark(kiosk.stage, period: 24) { carousel.layOut(.degrees(20) + .degrees(3) * $0) }
    case .belt:
      let belt = TramStopCarousel(on: kiosk, angle: .zero, town: TownTileSource(try TownGenerator()))
      // Back and forth with a map in front, so that a map changes in every frame.
      return LayerBenchmark(kiosk.stage, period: 20) { belt.layOut(.degrees(1) * (abs($0 - 10) - 5)) }
    case .clusters:
      return try ClusterBenchmark.frames(on: kiosk)
    case .fog:
      return try FogOverlayBenchmark.frames(on: kiosk)
    case .vehicle:
      let screen = VehicleScreen(on: kiosk, town: TownTileSource(try TownGenerator()))
      // Four seconds at 50 km/h and 60 frames a second, and then back.
      return LayerBenchmark(kiosk.stage, period: 480) { screen.show(Double(min($0, 480 - $0)) * 50 / 3.6 / 60) }
    case .list:
      let departures = DepartureList(size: size)
      kiosk.root.addSublayer(departures.list)
      // A fast throw: 25 points in each frame, so that a row enters in every second or third frame.
      return LayerBenchmark(kiosk.stage, period: 600) { departures.list.contentOffset.y = Scalar($0 * 25) }
    case .map:
      let town = try TownGenerator()
      let view = town.defaultView(width: size.width, height: size.height)
      let map = MapView(frame: kiosk.root.bounds, theme: .standard)
      map.sources = [TownTileSource(town)]
      map.camera = MapCamera(
        center: Coordinate(latitude: view.latitude, longitude: view.longitude),
        zoom: Scalar(rawValue: Int64((view.zoom * 65_536).rounded())))
      kiosk.root.addSublayer(map)
      try kiosk.run()
      return RecordingBenchmark(kiosk.recording())
    }
  }
}
