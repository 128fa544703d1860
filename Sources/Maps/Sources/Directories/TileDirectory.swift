/// A tile source that reads tiles from a directory with a file for each tile: `{z}/{x}/{y}.EXTENSION`.
///
/// The extension is pbf, mvt, png, jpg, jpeg or webp, and the same for all tiles. A file with metadata, such
/// as a TileJSON, may be in the directory as `metadata.json` or `tiles.json`. A directory may be used from
/// any thread.
public final class TileDirectory: TileSource {
  /// The path of the directory, or of the TileJSON file, which error messages show.
  public let name: String
  /// The format of the tiles.
  public let tileFormat: TileFormat
  /// The range of zooms for which there are subdirectories.
  public let zoomRange: ClosedRange<Int>
  /// The area of the tiles, from the metadata. If that area is missing or empty, it is the area of the tiles
  /// of the highest zoom.
  public let bounds: MapRect?
  /// The attribution in the metadata, as plain text.
  public let attribution: String
  /// The names of the layers of vector tiles that the metadata lists.
  public let vectorLayers: [String]

  private let root: String
  /// The ending of the files' names, with a dot.
  private let suffix: String
  private let rowOrder: TileSetMetadata.RowOrder

  private static let metadataFileNames = ["metadata.json", "tiles.json", "tilejson.json"]
  private static let suffixes = [".pbf", ".mvt", ".png", ".jpg", ".jpeg", ".webp"]

  /// Opens the directory at `path`. The initializer reads the metadata and lists the zooms.
  ///
  /// - Throws: ``TileError`` if the directory cannot be read, or has no tiles of a supported format.
  public convenience init(path: String) throws(TileError) {
    var metadata = TileSetMetadata()
    for fileName in Self.metadataFileNames {
      let file = "\(path)/\(fileName)"
      guard FilePath.kind(of: file) == .file else { continue }
      metadata = try Self.metadata(contentsOfFile: file)
      break
    }
    // The addresses in such a file are those of a server.
    metadata.addresses = []
    try self.init(name: path, root: path, suffix: nil, metadata)
  }

  /// Opens the directory of tiles that a TileJSON file describes. The file's first address of tiles is a
  /// local path that ends with `{z}/{x}/{y}.EXTENSION`. A relative path begins at the directory of the file.
  ///
  /// - Throws: ``TileError`` if the file or the directory cannot be read, or has no tiles of a supported
  ///   format.
  public convenience init(contentsOfTileJSON path: String) throws(TileError) {
    let metadata = try Self.metadata(contentsOfFile: path)
    guard let address = metadata.addresses.first else {
      throw .notAnArchive(file: path, reason: "it has no array \"tiles\" with the addresses of tiles")
    }
    let pattern = "{z}/{x}/{y}"
    let local = address.hasPrefix("file://") ? String(address.dropFirst(7)) : address
    let suffix = Self.suffixes.first { local.hasSuffix(pattern + $0) }
    guard let suffix, !local.contains("://") else {
      throw .notAnArchive(
        file: path,
        reason: "its tiles are at \"\(address)\"; a local path is wanted that ends with \(pattern) and one of "
          + Self.suffixes.joined(separator: ", "))
    }
    let folder = String(local.dropLast(pattern.count + suffix.count))
    let base = path.contains("/") ? String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]) : ""
    let root = folder.hasPrefix("/") ? folder : base + folder
    try self.init(name: path, root: root.isEmpty ? "." : root, suffix: suffix, metadata)
  }

  private init(name: String, root: String, suffix givenSuffix: String?, _ metadata: TileSetMetadata) throws(TileError) {
    func refuse(_ reason: String) -> TileError { .notAnArchive(file: name, reason: reason) }
    guard let zooms = DirectoryListing.numbers(in: root, range: 0..<TileID.maximumZoom + 1) else {
      throw .unreadable(file: root, reason: FilePath.lastError)
    }
    // An empty directory of a zoom does not count.
    let listing = TileListing(root: root, suffixes: givenSuffix.map { [$0] } ?? Self.suffixes)
    let usable = zooms.filter { listing.suffix(ofZoom: $0) != nil }
    guard let lowest = usable.first, let highest = usable.last, let suffix = listing.suffix(ofZoom: highest) else {
      let place = root == name ? "it is a directory without tiles" : "there are no tiles in its directory \(root)"
      throw refuse("\(place); {z}/{x}/{y}\(givenSuffix ?? ".pbf") is wanted")
    }
    guard let format = TileFormat(named: String(suffix.dropFirst())) else { throw refuse("its tiles are of an unknown format") }
    (self.name, self.root, self.suffix, tileFormat, zoomRange) = (name, root, suffix, format, lowest...highest)
    rowOrder = metadata.rowOrder ?? .xyz
    (attribution, vectorLayers) = (metadata.attribution, metadata.vectorLayers)
    bounds = metadata.bounds ?? listing.bounds(zoom: highest, suffix: suffix, rowOrder)
  }

  /// Reads a tile's file, and returns its bytes without compression by gzip. If there is no such file, the
  /// method returns nil.
  ///
  /// - Throws: ``TileError`` if the file cannot be read.
  public func tile(_ id: TileID) throws(TileError) -> [UInt8]? {
    guard zoomRange.contains(id.zoom) else { return nil }
    let path = "\(root)/\(id.zoom)/\(id.x)/\(rowOrder.row(id.y, zoom: id.zoom))\(suffix)"
    return try TileFile.bytes(path: path, tile: id, source: name)
  }

  private static func metadata(contentsOfFile path: String) throws(TileError) -> TileSetMetadata {
    do throws(JSONError) {
      guard let object = try JSONNode(contentsOfFile: path).object else {
        throw JSONError(reason: "it is not a JSON object", location: nil)
      }
      return TileSetMetadata(object)
    } catch {
      throw .notAnArchive(
        file: path, reason: error.location.map { "line \($0.line), column \($0.column): \(error.reason)" } ?? error.reason)
    }
  }
}
