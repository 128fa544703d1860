package import CartoucheRaster
package import CartoucheText

/// Places, lists and draws the labels of maps as a map view does. The fuzzer's build lacks the view.
package final class LabelPainter {
  private let worker = LabelWorker()
  private let icons = IconCache()
  private let fonts: FontCollection

  package init(fonts: FontCollection) {
    self.fonts = fonts
  }

  /// What a view shows.
  package struct Picture {
    package var labels: [ListedLabel] = []
    package var list = DisplayList()
    /// The number of characters, images and families that were missing.
    package var missingCount = 0
    fileprivate var placement: LabelPlacement
  }

  /// Places the labels of a view and its surroundings, traps if they are not as they must be, and draws them.
  ///
  /// - Parameter kept: The picture whose labels keep their places, as in a map that is zoomed or turned.
  package func picture(
    _ view: MapTransform, tiles: TileStore, scale: MapScale, kept: Picture? = nil
  ) -> Picture {
    let scene = scene(view, tiles, scale, kept: kept?.placement.labels ?? [])
    let outcome = worker.place(scene, faces: fonts.faceList)
    let placement = outcome.placement
    for shape in placement.shapes { Self.check(shape.box) }
    Self.checkOverlaps(placement.shapes)
    let again = worker.place(scene, faces: fonts.faceList).placement
    precondition(
      placement.labels.count == again.labels.count && zip(placement.labels, again.labels).allSatisfy(Self.areSame),
      "labels are placed in two ways")
    var picture = Picture(placement: placement)
    picture.missingCount = outcome.missingImages.count + outcome.missingFamilies.count + outcome.missingCharacters.count
    let zoom = scale.styleZoom(view.camera.clampedZoom).floor
    var measure = LabelMeasure(
      view, style: tiles.style, rules: LabelRules.all(of: tiles.style, zoom: zoom), scale: scale, clock: TransitionClock())
    for label in placement.labels {
      precondition(label.showsText || label.showsIcon, "a label that shows nothing")
      _ = measure.drawnRect(label)
    }
    picture.labels = placement.labels.compactMap { ListedLabel($0, &measure, offset: .zero, within: view.bounds) }
    let storage = LabelStorage()
    var items = placement.labels.enumerated().map { index, label in
      LabelDrawing.Item(label: label, opacity: index.isMultiple(of: 3) ? 0.5 : 1, isPlaced: true)
    }
    // The last one uses the texts of the one before it.
    for (isMoving, space) in [(true, nil), (false, 1), (false, 1)] {
      picture.list.removeAll()
      var drawing = LabelDrawing(
        measure, fonts: fonts, icons: icons, storage: storage, space: space, colors: 0, isMoving: isMoving,
        workers: SerialWorkerPool())
      drawing.draw(&items, within: view.bounds, into: &picture.list)
    }
    return picture
  }

  private func scene(_ view: MapTransform, _ tiles: TileStore, _ scale: MapScale, kept: [PlacedLabel]) -> LabelScene {
    let block = view.enlarged(by: 64)
    let style = tiles.style
    let zoom = scale.styleZoom(block.camera.clampedZoom)
    var found: [LabelScene.Tile] = []
    for source in style.sources.list.indices where style.symbolSources[source] {
      guard let level = style.tileZoom(of: source, at: zoom) else { continue }
      for cell in TileCover.cells(block, zoom: level) {
        tiles.resolve(cell.id.ancestor(atZoom: level), source: source, zoom: zoom.floor) { resolved in
          found.append(LabelScene.Tile(tile: resolved.tile, cell: TileCell(id: resolved.id, copy: cell.copy), source: source))
        }
      }
    }
    var scene = LabelScene(style: style, transform: block, scale: scale, tiles: found)
    scene.obstacles = [Rect(x: 50, y: 0, width: 11, height: 9)]
    scene.recordsShapes = true
    scene.kept = kept
    return scene
  }

  private static func areSame(_ a: PlacedLabel, _ b: PlacedLabel) -> Bool {
    a.key == b.key && a.anchor == b.anchor && a.segment == b.segment && a.shift == b.shift && a.option == b.option
      && a.isVertical == b.isVertical && a.showsText == b.showsText && a.showsIcon == b.showsIcon
      && a.isFlipped == b.isFlipped && a.line?.points == b.line?.points
  }

  private static func check(_ box: LabelBox) {
    precondition(
      box.minX.isFinite && box.minY.isFinite && box.maxX.isFinite && box.maxY.isFinite, "a box without a place or a size")
  }

  /// Traps if labels overlap that may not, by more than a point.
  private static func checkOverlaps(_ shapes: [LabelShape]) {
    // Of larger boxes, only the part that fixed-point numbers state counts.
    let limit = -1e9...1e9
    let solid = shapes.filter { shape in
      shape.isPlaced && !shape.mayOverlap
        && [shape.box.minX, shape.box.minY, shape.box.maxX, shape.box.maxY].allSatisfy(limit.contains)
    }
    for (index, a) in solid.enumerated().prefix(200) {
      for b in solid[(index + 1)...].prefix(200) where a.label != b.label {
        precondition(a.depth(of: b) <= 1, "two labels overlap")
      }
    }
  }
}
