import ArgumentParser
import Cartouche
import CartoucheInventedTown
import CartoucheOptions

/// `cartouche map`: shows an interactive map.
struct MapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map", abstract: "Shows an interactive map.",
    discussion: """
      Without --tiles and --style it shows an invented town. Without --center the map opens where its data is. Zoom is as in MapLibre: \
      the world is 512 · 2^zoom pixels wide.
      """)

  @OptionGroup var map: MapStyleOptions
  @OptionGroup var view: MapViewOptions
  @OptionGroup var appearance: MapAppearanceOptions
  @OptionGroup var options: KioskOptions

  @Option(
    help: ArgumentHelp(
      "Write a line of JSON for each layer of the style, with the number of features that the dumped frame shows of it.",
      valueName: "path"))
  var listFeatures: String?

  @Option(help: ArgumentHelp("Write a line of JSON for each label that the dumped frame shows.", valueName: "path"))
  var listLabels: String?

  func validate() throws {
    try appearance.validate(map, isDark: view.dark)
    try validate(listFeatures, "--list-features", of: "features")
    try validate(listLabels, "--list-labels", of: "labels")
  }

  /// Checks the path of an option that lists the content of a frame.
  private func validate(_ path: String?, _ option: String, of content: String) throws {
    guard let path else { return }
    if options.dumpFrame == nil || !map.hasData {
      throw ValidationError("\(option): needs a frame of a map; give --dump-frame, and --tiles or --style.")
    }
    if path == "-" {
      throw ValidationError("\(option) -: \(content) go to a file; name /dev/stdout for standard output.")
    }
  }

  func run() throws {
    try MainActor.assumeIsolated {
      guard map.hasData else {
        let town = try view.town()
        try showMap(options, isDark: view.dark, startDate: appearance.date) { _, shown, size in
          setTown(town, view, on: shown, size: size)
          appearance.apply(to: shown, map)
        }
        return
      }
      for path in [listFeatures, listLabels].compactMap({ $0 }) { try FileIO.checkWritable(path) }
      let shown = try showMap(options, isDark: view.dark, startDate: appearance.date) { _, shown, size in
        // The topmost archive determines the view: for example a city on top of the world.
        let source = try map.apply(to: shown)
        // A picture for comparison with other programs has an exact center. Other frames are a screen's.
        shown.alignsToPixels = !(options.isSinglePicture && map.noLabels)
        view.allowZoom(on: shown)
        shown.camera = view.camera(
          default: map.defaultCamera(of: shown, source: source, size: size))
        appearance.apply(to: shown, map)
      }
      if let listFeatures {
        try JSONLines.write(
          shown.drawnFeatureCounts().map { layer, count in
            LayerFeatures(layer: layer.name, type: layer.kind.rawValue, features: count)
          }, to: listFeatures)
      }
      if let listLabels { try JSONLines.write(shown.listedLabels().map { ShownLabel($0) }, to: listLabels) }
    }
  }
}

/// A line of `--list-features`.
private struct LayerFeatures: Encodable {
  var layer: String
  var type: String
  var features: Int
}

/// `cartouche demo town`: shows an invented town, or writes its tiles.
struct TownDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "town", abstract: "An invented town, for use without map data.",
    discussion: "The same options give the same town on every machine.")

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The side of the square that is filled with towns, 1 to 400.", valueName: "kilometers"))
  var extent: Double = TownGenerator.defaultExtent

  @Option(help: ArgumentHelp("The seed of the generator; each number gives another town.", valueName: "number"))
  var seed: UInt64 = TownGenerator.defaultSeed

  @Option(help: ArgumentHelp("Write the town's tiles as a PMTiles archive (-: to standard output), and exit.", valueName: "file"))
  var writeTiles: String?

  @Option(
    help: ArgumentHelp(
      "Follow a drive through the town and turn the map with it. It starts this many meters along its route.",
      valueName: "meters"))
  var drive: Double?

  @OptionGroup var view: MapViewOptions
  @OptionGroup var options: KioskOptions

  func validate() throws {
    guard let drive else { return }
    if writeTiles != nil { throw ValidationError("--drive: --write-tiles shows no map; leave one of them out.") }
    let length = TownDrive.standard.length
    guard 0...length ~= drive else {
      throw ValidationError("--drive \(drive): give 0 to \(Int(length)) meters, the length of the route.")
    }
    if view.center != nil || seed != TownGenerator.defaultSeed || extent != TownGenerator.defaultExtent {
      throw ValidationError("--drive: its route is in the default town; leave out --center, --seed and --extent.")
    }
  }

  func run() throws {
    let town = try view.town(extent: extent, seed: seed)
    if let writeTiles {
      if writeTiles == "-" { return try FileIO.writeToStandardOutput(town.archive()) }
      try FileIO.checkWritable(writeTiles)
      return try FileIO.write(town.archive(), to: writeTiles)
    }
    try MainActor.assumeIsolated {
      _ = try showMap(options, isDark: view.dark) { kiosk, map, size in
        setTown(town, view, on: map, size: size)
        guard let drive else { return }
        if view.zoom == nil { map.camera.zoom = 16.5 }
        FollowedDrive(from: drive).start(on: map, kiosk)
      }
    }
  }
}

/// The options for the initial view of a map.
struct MapViewOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("The center of the view, in degrees.", valueName: "lat,lon"),
    transform: ArgumentParsers.coordinate)
  var center: Coordinate?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The zoom level, -2 to 24.", valueName: "zoom"), transform: ArgumentParsers.zoom)
  var zoom: Scalar?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The direction at the top of the view, clockwise from north.", valueName: "degrees"),
    transform: ArgumentParsers.angle)
  var bearing: Angle?

  @Flag(help: "Show the built-in style and the controls in their colors for the night.")
  var dark = false

  /// Returns the generator of an invented town around the given center, or around the default one.
  func town(extent: Double = TownGenerator.defaultExtent, seed: UInt64 = TownGenerator.defaultSeed) throws(TownError)
    -> TownGenerator
  {
    try TownGenerator(
      center: center.map { ($0.latitude, $0.longitude) } ?? TownGenerator.defaultCenter, extent: extent, seed: seed)
  }

  /// Lets a map be zoomed below 0, if that is the zoom of the options.
  func allowZoom(on map: MapView) {
    if let zoom, zoom < 0 { map.cameraZoomRange = MapCamera.zoomRange }
  }

  /// Returns the camera of the options, with the rest from `camera`. Without one, the map shows the world.
  func camera(default camera: MapCamera?) -> MapCamera {
    let base = camera ?? MapCamera(center: Coordinate(latitude: 0, longitude: 0), zoom: 0)
    var result = base
    if let center, let point = MapPoint(center) { result.centerPoint = point }
    if let zoom { result.zoom = zoom }
    if let bearing { result.bearing = bearing }
    return result
  }
}
