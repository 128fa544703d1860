public import CartoucheRaster

extension SpriteSheet {
  /// The end of the name of a sheet with two pixels per point.
  private static let doubleSuffix = "@2x"
  /// The maximum number of bytes of a sheet's PNG file.
  private static let pngByteLimit = 256 << 20

  /// Reads the sheet in the files `NAME.json` and `NAME.png`, or `NAME@2x.json` and `NAME@2x.png`.
  ///
  /// If `pixelRatio` is greater than 1, the `@2x` files are read, and otherwise the others. If the files are
  /// missing or broken, the other pair is read instead.
  ///
  /// - Parameters:
  ///   - name: The path of the files without `@2x` and extension.
  ///   - pixelRatio: The number of the screen's pixels per point.
  ///   - maximumPixels: The maximum number of pixels of the sheet, such as `Board.maximumImagePixels`.
  /// - Returns: The sheet, and the errors of the images, properties and files that were left out.
  /// - Throws: ``SpriteError`` if neither pair of files can be read.
  public static func read(
    _ name: String, pixelRatio: Scalar = 1, maximumPixels: Int = defaultMaximumPixels
  ) throws(SpriteError) -> (sheet: SpriteSheet, errors: [SpriteError]) {
    let names = pixelRatio > 1 ? [name + doubleSuffix, name] : [name, name + doubleSuffix]
    let present = names.filter { hasFiles($0) }
    var failures: [SpriteError] = []
    // If no pair is complete, reading one tells which file is missing.
    let partial = names.first { FilePath.kind(of: $0 + ".json") != .absent || FilePath.kind(of: $0 + ".png") != .absent }
    for candidate in present.isEmpty ? [partial ?? name] : present {
      do throws(SpriteError) {
        let index = try bytes(candidate + ".json", limit: JSONReader.treeByteLimit)
        let png = try bytes(candidate + ".png", limit: pngByteLimit)
        let result = try decode(index: index, png: png, name: candidate, maximumPixels: maximumPixels)
        return (result.sheet, failures + result.errors)
      } catch {
        failures.append(error)
      }
    }
    throw failures.first ?? .unreadable(file: name + ".json", reason: "there is no such file")
  }

  /// Reads the sheets of a style as one, in which the images have the names that the style uses.
  ///
  /// - Parameters:
  ///   - path: Returns the path of a sheet's files without `@2x` and extension.
  /// - Returns: The images, and all errors. The sheets without errors are complete.
  package static func read(
    _ references: [SpriteReference], pixelRatio: Scalar, maximumPixels: Int = defaultMaximumPixels,
    path: (SpriteReference) throws(SpriteError) -> String
  ) -> (sheet: SpriteSheet, errors: [SpriteError]) {
    var all = SpriteSheet()
    var errors: [SpriteError] = []
    for reference in references {
      do throws(SpriteError) {
        let result = try read(try path(reference), pixelRatio: pixelRatio, maximumPixels: maximumPixels)
        all.add(result.sheet, id: reference.id)
        errors += result.errors
      } catch {
        errors.append(error)
      }
    }
    return (all, errors)
  }

  private static func hasFiles(_ name: String) -> Bool {
    [".json", ".png"].allSatisfy { FilePath.kind(of: name + $0) == .file }
  }

  private static func bytes(_ path: String, limit: Int) throws(SpriteError) -> [UInt8] {
    // Opening a named pipe would wait for its writer.
    switch FilePath.kind(of: path) {
    case .file: break
    case .absent: throw .unreadable(file: path, reason: "there is no such file")
    case .directory, .other: throw .unreadable(file: path, reason: "it is not a file")
    }
    do throws(TileError) {
      let file = try MappedFile(path: path)
      guard file.count <= limit else {
        throw TileError.unreadable(file: path, reason: "it is larger than \(limit >> 20) MiB")
      }
      return file.withBytes(offset: 0, count: UInt64(file.count)) { Array($0) } ?? []
    } catch {
      guard case .unreadable(_, let reason) = error else { throw .unreadable(file: path, reason: error.description) }
      throw .unreadable(file: path, reason: reason)
    }
  }
}
