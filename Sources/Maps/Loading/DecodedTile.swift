package import CartoucheRaster

/// A tile of a source, ready to be drawn by any style.
package enum DecodedTile: Sendable {
  case vector(VectorTile)
  case image(Image)

  /// The approximate memory use in bytes.
  var byteCount: Int {
    switch self {
    case .vector(let tile): tile.byteCount
    case .image(let image): image.size.width * image.size.height * 4 + 64
    }
  }
}
