import CartoucheRaster

/// Everything on which a placement of labels depends.
struct LabelScene: Sendable {
  /// A tile, and the position of its cell.
  struct Tile: Sendable {
    var tile: StyledTile
    var cell: TileCell
    /// The index of the source among the map's sources.
    var source: Int
  }

  let style: CompiledStyle
  /// The transform to the part of the map where labels are placed, which its bounds state.
  let transform: MapTransform
  let scale: MapScale
  let tiles: [Tile]
  /// The space that is taken, such as by annotation views.
  var obstacles: [Rect] = []
  /// The labels that keep their place while the map moves.
  var kept: [PlacedLabel] = []
  /// Whether ``LabelPlacement/shapes`` are wanted.
  var recordsShapes = false
}
