/// The file format of fog: the cleared tiles of a ``FogOverlay`` and the zoom of their grid.
///
///     "CFOG" · version 1 · grid zoom · log2 of a tile's side · 0
///       · rectangle: x, y, width, height (Int64 each) · number of tiles (UInt32)
///     each tile: row · column (UInt32 each) · kind 0 · length (UInt16) · its 64 × 64 bytes as zlib data,
///       or kind 1, fully clear
///     CRC-32 of all preceding bytes (UInt32)
///
/// Numbers are little-endian. Tiles are sorted by row and then column, and each tile occurs once. Mip levels
/// are not saved, because mip levels can be computed from the tiles.
struct FogFile {
  static let magic: [UInt8] = [0x43, 0x46, 0x4f, 0x47]
  static let version: UInt8 = 1
  private static let headerLength = 44

  /// The rectangle that the fog covers.
  var rect: MapRect
  var bitmap: FogBitmap

  // MARK: Writing

  func encoded() -> [UInt8] {
    var bytes = Self.magic + [Self.version, UInt8(bitmap.zoom), UInt8(FogTile.sideBits), 0]
    for number in [rect.origin.x, rect.origin.y, rect.width, rect.height] { bytes.append(number: UInt64(bitPattern: number)) }
    let tiles = bitmap.tiles
    bytes.append(number: UInt32(clamping: tiles.count))
    for (index, tile) in tiles.sorted(by: { $0.key < $1.key }) {
      bytes.append(number: UInt32(index.row))
      bytes.append(number: UInt32(index.column))
      guard let texels = tile.texels else {
        bytes.append(1)
        continue
      }
      let packed = deflated(UnsafeRawBufferPointer(start: texels, count: FogTile.area))
      bytes.append(0)
      bytes.append(number: UInt16(clamping: packed.count))
      bytes += packed
    }
    bytes.append(number: bytes.withUnsafeBytes { checksum($0) })
    return bytes
  }

  // MARK: Reading

  /// Parses the bytes of a fog file.
  ///
  /// - Parameters:
  ///   - name: The name of the file, which error messages quote.
  ///   - memoryLimit: The memory limit of the fog in bytes, which is enforced during parsing.
  init(decoding bytes: UnsafeRawBufferPointer, name: String, memoryLimit: Int) throws(FogError) {
    func broken(_ offset: Int, _ reason: String) -> FogError { .broken(file: name, offset: offset, reason: reason) }
    guard bytes.count >= 4, Self.magic.indices.allSatisfy({ bytes[$0] == Self.magic[$0] }) else {
      throw .notFog(file: name, reason: "it does not begin with \"CFOG\"")
    }
    guard bytes.count >= Self.headerLength + 4 else {
      throw broken(bytes.count, "it ends within the header of \(Self.headerLength) bytes or before the checksum")
    }
    guard bytes[4] == Self.version else {
      throw .notFog(file: name, reason: "it is of version \(bytes[4]), and this program reads version \(Self.version)")
    }
    guard FogBitmap.zoomRange.contains(Int(bytes[5])) else {
      throw broken(
        5, "a grid of zoom \(bytes[5]); there are \(FogBitmap.zoomRange.lowerBound) to \(FogBitmap.zoomRange.upperBound)")
    }
    guard Int(bytes[6]) == FogTile.sideBits, bytes[7] == 0 else {
      throw broken(6, "tiles of 2^\(bytes[6]) texels; there are those of 2^\(FogTile.sideBits) alone")
    }
    let end = bytes.count - 4
    let (checksumFound, checksumExpected) = (
      checksum(UnsafeRawBufferPointer(rebasing: bytes[..<end])), bytes.number(UInt32.self, at: end)
    )
    guard checksumFound == checksumExpected else {
      throw broken(end, "the checksum is \(checksumFound), and the file says \(checksumExpected)")
    }
    let numbers = (0..<4).map { Int64(bitPattern: bytes.number(UInt64.self, at: 8 + 8 * $0)) }
    rect = MapRect(origin: MapPoint(x: numbers[0], y: numbers[1]), width: numbers[2], height: numbers[3])
    bitmap = FogBitmap(zoom: Int(bytes[5]), memoryLimit: memoryLimit)
    let count = bytes.number(UInt32.self, at: 40)
    let columns = UInt32(1) << UInt32(bitmap.columnBits(ofLevel: 0))
    var offset = Self.headerLength
    var previous: FogTileIndex?
    for _ in 0..<count {
      guard end - offset >= 9 else { throw broken(offset, "it ends within a tile") }
      let (row, column) = (bytes.number(UInt32.self, at: offset), bytes.number(UInt32.self, at: offset + 4))
      guard row < columns, column < columns else {
        throw broken(offset, "a tile in row \(row) and column \(column); there are \(columns) of each")
      }
      let index = FogTileIndex(column: Int32(column), row: Int32(row))
      if let previous, !(previous < index) { throw broken(offset, "tiles do not come by row and column") }
      previous = index
      guard let tile = bitmap.makeTile(at: index) else { throw .tooLarge(file: name, limit: memoryLimit) }
      switch bytes[offset + 8] {
      case 1:
        bitmap.setClear(tile)
        offset += 9
      case 0:
        guard end - offset >= 11 else { throw broken(offset, "it ends within a tile") }
        let length = Int(bytes.number(UInt16.self, at: offset + 9))
        guard end - offset - 11 >= length else { throw broken(offset + 9, "a tile of \(length) bytes, and the file ends before") }
        let texels: [UInt8]
        do throws(InflateError) {
          texels = try inflated(
            UnsafeRawBufferPointer(rebasing: bytes[(offset + 11)..<(offset + 11 + length)]), limit: FogTile.area)
        } catch {
          throw broken(offset + 11, "a tile: \(error.reason)")
        }
        guard texels.count == FogTile.area else {
          throw broken(offset + 11, "a tile of \(texels.count) texels; a tile has \(FogTile.area)")
        }
        texels.withUnsafeBufferPointer { source in
          if let base = source.baseAddress { tile.allocatedTexels().update(from: base, count: FogTile.area) }
        }
        offset += 11 + length
      default: throw broken(offset + 8, "a tile of kind \(bytes[offset + 8]); there are 0 and 1")
      }
      bitmap.changed(tile, at: index)
    }
    guard offset == end else { throw broken(offset, "\(end - offset) bytes more than the \(count) tiles") }
  }

  init(rect: MapRect, bitmap: FogBitmap) {
    (self.rect, self.bitmap) = (rect, bitmap)
  }
}

extension [UInt8] {
  fileprivate mutating func append<Number: FixedWidthInteger>(number: Number) {
    for byte in 0..<(Number.bitWidth / 8) { append(UInt8(truncatingIfNeeded: number >> Number(byte * 8))) }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func number<Number: FixedWidthInteger>(_: Number.Type, at offset: Int) -> Number {
    var number: Number = 0
    for byte in 0..<(Number.bitWidth / 8) { number |= Number(truncatingIfNeeded: self[offset + byte]) << Number(byte * 8) }
    return number
  }
}
