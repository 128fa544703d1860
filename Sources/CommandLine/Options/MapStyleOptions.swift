import ArgumentParser
import Cartouche
import CartoucheOptions
import Foundation

/// The options for the style and the tiles of a map.
struct MapStyleOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A MapLibre style sheet (version 8). Without it, the built-in style is used.", valueName: "file"))
  var style: String?

  @Option(
    help: ArgumentHelp(
      "A PMTiles or MBTiles archive, a directory of tiles, or a TileJSON file. With --style, NAME=FILE stands for the style's source "
        + "of that name, and FILE for all of its sources of vector tiles. Without --style, several are drawn over each other in the "
        + "given order.",
      valueName: "[name=]file"))
  var tiles: [String] = []

  @Option(
    help: ArgumentHelp(
      "The sprite in place of the style's: the path without extension, or ID=PATH for one of several.", valueName: "path"))
  var sprite: [String] = []

  @Option(
    help: ArgumentHelp(
      "The glyph files in place of the style's: a directory with DIR/FONT/0-255.pbf for each font and range of characters.",
      valueName: "dir"))
  var glyphs: String?

  @Option(
    help: ArgumentHelp("The language of names, such as de, or \"local\". Without it, the style decides.", valueName: "code"),
    transform: ArgumentParsers.language)
  var language: MapLanguage = .style

  @Option(
    help: ArgumentHelp("The number of screen pixels for each pixel of the style, such as 2 on a fine screen.", valueName: "n"),
    transform: ArgumentParsers.pixelRatio)
  var pixelRatio: Scalar = 1

  @Flag(help: "Leave out all names and icons. With --dump-frame, also show the center exactly, for comparison with other programs.")
  var noLabels = false

  @Flag(help: "Show the boxes and circles by which labels avoid each other.")
  var collisions = false

  /// Whether a style or tiles are given.
  var hasData: Bool { style != nil || !tiles.isEmpty }

  /// The files of `--tiles`, with the name of the style's source if one is given.
  private var namedTiles: [(name: String?, path: String)] {
    tiles.map { option in
      // A path may contain "=" too; a name contains no slash.
      guard let sign = option.firstIndex(of: "="), !option[..<sign].contains("/"), !FileManager.default.fileExists(atPath: option)
      else {
        return (nil, option)
      }
      return (String(option[..<sign]), String(option[option.index(after: sign)...]))
    }
  }

  /// Opens the archives, reads the style, and gives both to a map.
  ///
  /// - Returns: The source that determines the first view; nil if none has an area.
  @MainActor
  func apply(to map: MapView) throws -> (any TileSource)? {
    map.pixelRatio = pixelRatio
    map.language = language
    map.showsCollisions = collisions
    let opened = try namedTiles.map { (name: $0.name, source: try TileArchive.open(path: $0.path)) }
    guard style != nil else {
      for archive in opened where archive.source.tileFormat.isImage {
        throw TileError.notDrawn(file: archive.source.name, format: archive.source.tileFormat)
      }
      if let name = opened.compactMap(\.name).first {
        throw Failure("--tiles \(name)=…: only a style has sources with names; give --style, or the file alone.")
      }
      map.sources = opened.map(\.source)
      map.style = completed(map.style)
      return map.sources.last
    }
    map.style = try style(with: opened)
    return opened.last?.source
  }

  /// Returns the first view of a map, if the user gives none: that of the style if data is there, and
  /// otherwise that of the data.
  @MainActor
  func defaultCamera(of map: MapView, source: (any TileSource)?, size: PixelSize) -> MapCamera? {
    let data = source?.camera(in: size) ?? map.style.dataCamera(in: size)
    guard let camera = map.style.camera else { return data }
    if let bounds = source?.bounds, !bounds.contains(camera.centerPoint), let data { return data }
    return camera.scaled(by: map.pixelRatio)
  }

  /// Reads another style sheet for the same tiles.
  func style(contentsOfFile path: String) throws -> MapStyle {
    var other = self
    other.style = path
    return try other.style(with: namedTiles.map { (name: $0.name, source: try TileArchive.open(path: $0.path)) })
  }

  /// Reads the style sheet, with its sources from `opened`.
  private func style(with opened: [(name: String?, source: any TileSource)]) throws -> MapStyle {
    guard let path = style else { return .standard }
    var named: [String: any TileSource] = [:]
    for (name, source) in opened { if let name { named[name] = source } }
    let unnamed = opened.filter { $0.name == nil }.map(\.source)
    if !unnamed.isEmpty { named["*"] = unnamed.count == 1 ? unnamed[0] : CombinedTileSource(unnamed) }
    var style = try MapStyle(contentsOfFile: path, tiles: named, pixelRatio: pixelRatio)
    if !sprite.isEmpty {
      style.images = try readSprites()
      // The style's own sprite is not used.
      style.errors.removeAll { $0.item.isEmpty && $0.property == "sprite" }
    }
    return completed(style)
  }

  /// Returns the style with the options for its labels.
  func completed(_ style: MapStyle) -> MapStyle {
    var style = style
    if let glyphs { style.glyphs = GlyphDirectory(GlyphPattern(directory: glyphs)) }
    if noLabels {
      for index in style.layers.indices where style.layers[index].kind == .symbol { style.layers[index].isHidden = true }
    }
    return style
  }

  private func readSprites() throws -> [String: StyleImage] {
    var sheet = SpriteSheet()
    for option in sprite {
      let parts = option.split(separator: "=", maxSplits: 1)
      let (id, path) = parts.count == 2 ? (String(parts[0]), String(parts[1])) : ("default", option)
      let result = try SpriteSheet.read(path, pixelRatio: pixelRatio)
      for error in result.errors { printToStandardError("\(error)") }
      sheet.add(result.sheet, id: id)
    }
    return sheet.images
  }
}
