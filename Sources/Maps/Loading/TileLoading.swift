import CartoucheImages
import CartoucheRaster

/// Loads one tile: reads and decodes it, and prepares it for a style. It may run on any thread.
struct TileLoading: Sendable {
  let key: TileStore.Key
  let source: StyleSource
  /// The decoded tile, if only the style is new.
  let decoded: DecodedTile?
  /// The style and the zoom for which the tile is prepared.
  let styling: TileStyling
  let zoom: Int?
  let version: TileStore.Version

  /// The result of loading a tile.
  struct Outcome: Sendable {
    /// The tile; nil if the source has none, or it is broken.
    var decoded: DecodedTile?
    var styled: StyledTile?
    /// The revisions from which the tile was made.
    var version: TileStore.Version
    var errors: [TileError] = []
  }

  func perform() -> Outcome {
    var outcome = Outcome(decoded: decoded, version: version)
    if decoded == nil {
      do throws(TileError) {
        outcome.decoded = try load(&outcome.errors)
      } catch {
        outcome.errors.append(error)
      }
    }
    if let decoded = outcome.decoded { outcome.styled = styling.styled(decoded, id: key.id, zoom: zoom) }
    return outcome
  }

  private func load(_ errors: inout [TileError]) throws(TileError) -> DecodedTile? {
    switch source.content {
    // A tile without features is empty. It is not missing: a cluster of a lower zoom must not stand in for
    // it.
    case .geoJSON(let source): return .vector(source.tile(key.id) ?? VectorTile())
    case .image, .unusable: return nil
    case .tiles(let tiles):
      let stored = source.countsRowsFromSouth ? key.id.flipped : key.id
      guard let bytes = try tiles.tile(stored) else { return nil }
      if tiles.tileFormat.isImage {
        do throws(ImageError) {
          return .image(try Image(decoding: bytes).withMipmaps())
        } catch {
          throw .brokenTile(file: tiles.name, tile: key.id, reason: "\(error)")
        }
      }
      do throws(TileDecodingError) {
        let (tile, decodingErrors) = try VectorTile.decode(bytes)
        if let first = decodingErrors.first { errors.append(Self.error(for: first, of: decodingErrors.count, key.id, tiles.name)) }
        return .vector(tile)
      } catch {
        throw .brokenTile(file: tiles.name, tile: key.id, reason: error.reason)
      }
    }
  }

  private static func error(for decodingError: TileDecodingError, of count: Int, _ id: TileID, _ file: String) -> TileError {
    let reason = count == 1 ? decodingError.reason : "\(decodingError.reason), and \(count - 1) more such"
    guard let layer = decodingError.layer, let feature = decodingError.feature else {
      return .brokenTile(file: file, tile: id, reason: reason)
    }
    return .brokenFeature(file: file, tile: id, layer: layer, feature: feature, reason: reason)
  }
}

extension TileID {
  /// The tile at the same place if rows are counted from the south.
  var flipped: TileID { TileID(unchecked: zoom, x, (1 << zoom) - 1 - y) }
}
