public import CartoucheRaster

extension MapStyle {
  /// Reads the style sheet at `path`.
  ///
  /// Relative paths in the sheet begin at its directory. A sheet that names sources at remote addresses needs
  /// their tiles from the caller:
  ///
  ///     let city = try PMTilesArchive(path: "columbus.pmtiles")
  ///     let style = try MapStyle(contentsOfFile: "osm-bright/style.json", tiles: ["openmaptiles": city])
  ///
  /// Parts of the sheet with mistakes are left out. A map that uses the style reports them in
  /// ``MapView/takeErrors()``.
  ///
  /// - Parameters:
  ///   - tiles: The tiles of the sources with these names, in place of those that the sheet names. The name
  ///     `*` stands for all other sources of vector tiles.
  ///   - pixelRatio: The number of the screen's pixels per point, which decides between the sizes of a sprite
  ///     sheet.
  /// - Throws: ``StyleError`` if the file cannot be read, is not JSON, or is no style sheet of version 8.
  public init(
    contentsOfFile path: String, tiles: [String: any TileSource] = [:], pixelRatio: Scalar = 1
  ) throws(StyleError) {
    let bytes: [UInt8]
    do throws(JSONError) {
      bytes = try Self.bytes(ofFile: path)
    } catch {
      throw StyleError(file: path, error.reason)
    }
    try self.init(json: bytes, path: path, directory: SheetAddress.directory(of: path), tiles: tiles, pixelRatio: pixelRatio)
  }

  /// Reads the text of a style sheet.
  ///
  /// - Parameters:
  ///   - path: The path of the sheet, for messages.
  ///   - directory: The directory at which relative paths begin; empty for the working directory.
  package init(
    json bytes: [UInt8], path: String, directory: String, tiles: [String: any TileSource] = [:], pixelRatio: Scalar = 1
  ) throws(StyleError) {
    var tooDeep: JSONError?
    let node: JSONNode
    do throws(JSONError) {
      node = try JSONNode(parsing: bytes) { tooDeep = $0 }
    } catch {
      throw StyleError(file: path, line: error.line, "the text is not JSON: \(error.reason)")
    }
    var reader = StyleSheetReader(path: path, directory: directory, lines: LineTable(bytes), tiles: tiles, pixelRatio: pixelRatio)
    if let tooDeep { reader.report(line: tooDeep.line, tooDeep.reason + ".") }
    try reader.read(node)
    self = reader.finished()
  }

  private static func bytes(ofFile path: String) throws(JSONError) -> [UInt8] {
    let file = try JSONFile(path: path)
    guard file.count <= JSONReader.treeByteLimit else {
      throw JSONError(
        reason: "the file is larger than \(JSONReader.treeByteLimit >> 20) MiB. Check that it is the style sheet.", location: nil)
    }
    var bytes = [UInt8](repeating: 0, count: file.count)
    var count = 0
    while count < bytes.count {
      let start = count
      let read = try bytes.withUnsafeMutableBytes { bytes in
        Result { () throws(JSONError) in
          try file.read(at: start, into: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
        }
      }.get()
      if read == 0 { break }
      count += read
    }
    return Array(bytes.prefix(count))
  }
}

/// The lines of a text.
struct LineTable {
  /// The offsets at which the lines end.
  private let ends: [Int]

  init(_ bytes: [UInt8]) {
    ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
  }

  /// Returns the line of a byte, counted from 1.
  func line(of offset: Int) -> Int {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low + 1
  }
}
