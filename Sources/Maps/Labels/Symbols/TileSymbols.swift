import CartoucheRaster

/// The symbols of one tile, before it is decided which of them are shown.
///
/// They are made for a whole zoom, and serve all zooms up to the next.
///
/// It belongs to one worker at a time, because ``contents`` are made when they are first needed.
final class TileSymbols {
  /// A place of a symbol.
  struct Symbol: Sendable {
    /// The number in ``contents``.
    var content: Int32
    /// The index in ``lines``; −1 if the symbol is not on a line.
    var line: Int32 = -1
    /// The segment of the line that contains the anchor.
    var segment: Int32 = 0
    var anchor: MapPoint
  }

  /// A line without room for its name that goes on in a neighboring tile.
  struct Piece: Sendable {
    /// The number in ``contents``.
    var content: Int32
    /// The index in ``lines``.
    var line: Int32
  }

  let contents: TileContents
  let lines: [LabelLine]
  let symbols: [Symbol]
  let pieces: [Piece]
  private let placesByteCount: Int
  var byteCount: Int { placesByteCount + contents.byteCount }

  init(contents: TileContents, lines: [LabelLine], symbols: [Symbol], pieces: [Piece]) {
    (self.contents, self.lines, self.symbols, self.pieces) = (contents, lines, symbols, pieces)
    placesByteCount =
      lines.reduce(0) { $0 + $1.byteCount } + symbols.count * MemoryLayout<Symbol>.stride
      + pieces.count * MemoryLayout<Piece>.stride
  }
}
