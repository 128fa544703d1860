package import CartoucheRaster

/// A tile source that reads tiles from files whose paths follow a pattern, such as `tiles/{z}-{x}-{y}.mvt`.
///
/// The parts in braces stand for the tile: `{z}` for the zoom, `{x}` for the column, `{y}` for the row,
/// `{quadkey}` for the digits that lead from the world to the tile. `{ratio}` is `@2x` for screens with more
/// than one pixel per point. A pattern may be used from any thread.
///
/// - Source: MapLibre Style Specification, "Sources"; TileJSON Specification 3.0, section "tiles".
package final class TilePattern: TileSource {
  /// The pattern, which error messages show.
  package let name: String
  package let tileFormat: TileFormat
  package let zoomRange: ClosedRange<Int>

  private enum Part: Equatable {
    case text(String)
    case zoom, column, row, quadkey, ratio

    init?(placeholder: Substring) {
      switch placeholder {
      case "z": self = .zoom
      case "x": self = .column
      case "y": self = .row
      case "quadkey": self = .quadkey
      case "ratio", "r": self = .ratio
      default: return nil
      }
    }
  }

  private let parts: [Part]
  private let ratioSuffix: String

  /// The highest zoom of sources that name none.
  private static let usualMaximumZoom = 22

  /// Creates a source of the files with a pattern.
  ///
  /// - Throws: ``TileError`` if the pattern has unknown parts, or there is no directory where it begins.
  package init(_ pattern: String, isImage: Bool, zoomRange: ClosedRange<Int>, pixelRatio: Scalar = 1) throws(TileError) {
    parts = try Self.parts(of: pattern)
    name = pattern
    self.zoomRange = zoomRange
    ratioSuffix = pixelRatio > 1 ? "@2x" : ""
    let fileExtension = pattern.lastIndex(of: ".").map { pattern[pattern.index(after: $0)...] } ?? ""
    // Decoders look at the bytes of images, so that any format of images will do.
    tileFormat = TileFormat(named: String(fileExtension)) ?? (isImage ? .png : .vector)
    let root = Self.root(of: pattern)
    guard FilePath.kind(of: root) == .directory else {
      throw .unreadable(file: pattern, reason: "there is no directory \(root)")
    }
  }

  /// Returns the zooms of the tiles with a pattern.
  ///
  /// If the highest zoom is not given, directories with the numbers of zooms tell it.
  package static func zoomRange(of pattern: String, lowest: Int?, highest: Int?) -> ClosedRange<Int> {
    let zooms = 0...TileID.maximumZoom
    let first = (lowest ?? 0).clamped(from: zooms.lowerBound, to: zooms.upperBound)
    var last = highest ?? usualMaximumZoom
    if highest == nil, pattern.hasPrefix(root(of: pattern) + "/{z}/") {
      last = DirectoryListing.numbers(in: root(of: pattern), range: 0..<TileID.maximumZoom + 1)?.last ?? last
    }
    return first...last.clamped(from: first, to: zooms.upperBound)
  }

  /// Reads a tile's file, and returns its bytes without compression by gzip. If there is no such file, the
  /// method returns nil.
  ///
  /// - Throws: ``TileError`` if the file cannot be read.
  package func tile(_ id: TileID) throws(TileError) -> [UInt8]? {
    guard zoomRange.contains(id.zoom) else { return nil }
    return try TileFile.bytes(path: path(of: id), tile: id, source: name)
  }

  /// Returns the path of a tile's file.
  func path(of id: TileID) -> String {
    var path = ""
    for part in parts {
      switch part {
      case .text(let text): path += text
      case .zoom: path += String(id.zoom)
      case .column: path += String(id.x)
      case .row: path += String(id.y)
      case .quadkey: path += Self.quadkey(id)
      case .ratio: path += ratioSuffix
      }
    }
    return path
  }

  private static func quadkey(_ id: TileID) -> String {
    var digits = ""
    for bit in (0..<id.zoom).reversed() {
      let (column, row) = (id.x >> bit & 1, id.y >> bit & 1)
      digits += String(column + row * 2)
    }
    return digits
  }

  private static func parts(of pattern: String) throws(TileError) -> [Part] {
    var parts: [Part] = []
    var rest = pattern[...]
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}") else { break }
      let placeholder = rest[rest.index(after: open)..<close]
      guard let part = Part(placeholder: placeholder) else {
        throw .notAnArchive(file: pattern, reason: "{\(placeholder)} in the pattern of its tiles stands for nothing")
      }
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      parts.append(part)
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    return parts
  }

  /// Returns the directory that all files with a pattern are in.
  private static func root(of pattern: String) -> String {
    let fixed = pattern[..<(pattern.firstIndex(of: "{") ?? pattern.endIndex)]
    guard let slash = fixed.lastIndex(of: "/") else { return "." }
    return slash == fixed.startIndex ? "/" : String(fixed[..<slash])
  }
}
