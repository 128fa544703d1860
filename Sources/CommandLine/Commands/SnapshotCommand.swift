import ArgumentParser
import Cartouche
import CartoucheInventedTown
import CartoucheOptions

/// `cartouche snapshot`: writes a picture of a map.
struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Writes a picture of a map, without a screen.",
    discussion: """
      Without --tiles and --style the map shows an invented town. Without --center it shows its data. Zoom is as in MapLibre: \
      the world is 512 · 2^zoom pixels wide.
      """)

  @Argument(
    help: ArgumentHelp("The picture, .png or .ppm (-: PPM on standard output).", valueName: "picture"),
    completion: .file(extensions: ["png", "ppm"]))
  var picture: String

  @OptionGroup var map: MapStyleOptions
  @OptionGroup var view: MapViewOptions

  @Option(
    help: ArgumentHelp("The size of the picture in pixels (default: 1280x720).", valueName: "WxH"), transform: ArgumentParsers.size)
  var size = PixelSize(width: 1280, height: 720)

  @Option(help: ArgumentHelp("Write a line of JSON for each label in the picture.", valueName: "path"))
  var listLabels: String?

  func validate() throws {
    if picture != "-", FrameFileFormat(path: picture) == nil {
      throw ValidationError("\(picture): a picture is written as .png or .ppm, or as PPM to - (standard output).")
    }
    if listLabels == "-" {
      throw ValidationError("--list-labels -: labels go to a file; name /dev/stdout for standard output.")
    }
  }

  func run() throws {
    guard PreferredDisplayMode(size: size).isSupported else {
      throw KioskOptionsError.unsupportedSize(size, limit: PreferredDisplayMode.maximumSide)
    }
    for path in [picture, listLabels].compactMap({ $0 }) where path != "-" { try FileIO.checkWritable(path) }
    let snapshot = try MainActor.assumeIsolated {
      var options = try snapshotOptions()
      options.listsLabels = listLabels != nil
      return try MapSnapshotDrawing(options).draw()
    }
    for error in snapshot.errors { printToStandardError("\(error)") }
    try FrameImageWriter.write(snapshot.image, to: picture)
    if let listLabels { try JSONLines.write(snapshot.labels.map { ShownLabel($0) }, to: listLabels) }
  }

  /// Returns the options of a snapshot that looks like the frame of `cartouche map` at rest.
  @MainActor
  private func snapshotOptions() throws -> MapSnapshotOptions {
    let frame = Rect(x: 0, y: 0, width: Scalar(size.width), height: Scalar(size.height))
    let model = MapView(frame: frame, theme: view.dark ? .standard.dark : .standard)
    if view.dark { model.style = .standardDark }
    if map.hasData {
      let source = try map.apply(to: model)
      // A picture for comparison with other programs has an exact center.
      model.alignsToPixels = !map.noLabels
      view.allowZoom(on: model)
      model.camera = view.camera(default: map.defaultCamera(of: model, source: source, size: size))
    } else {
      setTown(try view.town(), view, on: model, size: size)
    }
    var options = MapSnapshotOptions(copying: model)
    // The size was checked above.
    options.byteLimit = .max
    return options
  }
}
