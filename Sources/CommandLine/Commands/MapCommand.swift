import ArgumentParser
import Cartouche
import CartoucheInventedTown

struct MapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map", abstract: "Shows a map that one finger moves.",
    discussion: "Without --tiles it is an invented town. Zoom is MapLibre's: the world is 512 · 2^zoom pixels wide.")

  @Option(
    help: ArgumentHelp("A PMTiles archive of vector tiles; several are laid over each other in the order given.", valueName: "file")
  )
  var tiles: [String] = []

  @OptionGroup var view: MapViewOptions
  @OptionGroup var options: CommonOptions

  func run() throws {
    try MainActor.assumeIsolated {
      guard !tiles.isEmpty else { return try showTown(view.town(), view, options) }
      let archives = try tiles.map { try PMTilesArchive(path: $0) }
      try showMap(archives, options) { size in
        // The topmost says where to look: a city over the world it lies in.
        let camera = archives.last?.camera(in: size)
        return view.camera(
          center: camera?.center ?? Coordinate(latitude: 0, longitude: 0), zoom: camera?.zoom ?? 0)
      }
    }
  }
}

struct TownDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "town", abstract: "An invented town, for where there is no map data.",
    discussion: "The same options give the same town on every machine.")

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The side of the square that is filled with towns, 1 to 400.", valueName: "kilometres"))
  var extent: Double = TownGenerator.defaultExtent

  @Option(help: ArgumentHelp("Which of the towns there could be.", valueName: "number"))
  var seed: UInt64 = TownGenerator.defaultSeed

  @Option(help: ArgumentHelp("Write the town's tiles as a PMTiles archive, and end.", valueName: "file"))
  var writeTiles: String?

  @OptionGroup var view: MapViewOptions
  @OptionGroup var options: CommonOptions

  func run() throws {
    let town = try view.town(extent: extent, seed: seed)
    if let writeTiles {
      if writeTiles == "-" { return try FileIO.writeToStandardOutput(town.archive()) }
      try FileIO.checkWritable(writeTiles)
      return try FileIO.write(town.archive(), to: writeTiles)
    }
    try MainActor.assumeIsolated { try showTown(town, view, options) }
  }
}

/// From where a map is seen.
struct MapViewOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("What is in the middle, in degrees.", valueName: "lat,lon"),
    transform: Arguments.coordinate)
  var center: Coordinate?

  @Option(parsing: .unconditional, help: ArgumentHelp("How near, 0 to 24.", valueName: "zoom"), transform: Arguments.zoom)
  var zoom: Scalar?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The direction that is up, clockwise from north.", valueName: "degrees"),
    transform: Arguments.angle)
  var bearing: Angle?

  /// The invented town round the centre asked for.
  func town(extent: Double = TownGenerator.defaultExtent, seed: UInt64 = TownGenerator.defaultSeed) throws(TownError)
    -> TownGenerator
  {
    try TownGenerator(
      center: center.map { ($0.latitude, $0.longitude) } ?? TownGenerator.defaultCenter, extent: extent, seed: seed)
  }

  /// The camera asked for; what is not said is as given.
  func camera(center: Coordinate, zoom: Scalar) -> MapCamera {
    MapCamera(center: self.center ?? center, zoom: self.zoom ?? zoom, bearing: bearing ?? .zero)
  }
}
