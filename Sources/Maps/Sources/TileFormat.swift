/// The format of a source's tiles.
public enum TileFormat: Hashable, Sendable {
  /// Vector tiles in the format of a Mapbox Vector Tile of version 1 or 2.
  case vector
  /// PNG images.
  case png
  /// JPEG images.
  case jpeg
  /// WebP images.
  case webp

  /// Whether the tiles are images.
  public var isImage: Bool { self != .vector }

  /// Creates the format with a name in the metadata of an archive, or with an extension of a file. Letter
  /// case does not matter.
  init?(named name: String) {
    switch name.lowercased() {
    case "pbf", "mvt", "application/vnd.mapbox-vector-tile", "application/x-protobuf": self = .vector
    case "png", "image/png": self = .png
    case "jpg", "jpeg", "image/jpeg": self = .jpeg
    case "webp", "image/webp": self = .webp
    default: return nil
    }
  }

  /// Returns the format of a tile by its first bytes. Bytes of no known format of images are a vector tile.
  static func sniffed(_ bytes: [UInt8]) -> TileFormat {
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return .png }
    if bytes.starts(with: [0xff, 0xd8, 0xff]) { return .jpeg }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return .webp }
    return .vector
  }
}

extension TileFormat: CustomStringConvertible {
  /// The format's name in messages, for example "PNG images".
  public var description: String {
    switch self {
    case .vector: "vector tiles"
    case .png: "PNG images"
    case .jpeg: "JPEG images"
    case .webp: "WebP images"
    }
  }
}
