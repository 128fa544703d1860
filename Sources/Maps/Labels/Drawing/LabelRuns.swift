import CartoucheRaster
import CartoucheText

/// The glyphs of labels, by the layers and the paints with which they are drawn.
///
/// The storage is kept, so that a recording allocates nothing if the ones before needed as much.
struct LabelRuns {
  /// The color of glyphs, and how visible their labels are.
  struct Paint: Equatable {
    var color: Color
    var opacity: UInt8
    /// Whether a glyph of the text is too large for masks. Such texts have a run of their own, in which no
    /// glyph is drawn with masks.
    var isLarge = false
  }

  /// The runs of all layers. In a layer, they are in the order in which their paints were first used.
  private var paints: [Paint] = []
  /// The glyphs with each of the paints.
  private var placements: [[GlyphRun.Placement]] = []
  /// The runs of the layer that is being collected.
  private var current = 0..<0
  /// The ends of the layers in `paints`.
  private var layerEnds: [Int] = []
  /// The number of glyphs.
  private(set) var glyphCount = 0

  /// Removes all glyphs, and begins the first layer.
  mutating func begin() {
    current = 0..<0
    glyphCount = 0
    layerEnds.removeAll(keepingCapacity: true)
  }

  /// Adds glyphs of a text.
  ///
  /// - Parameters:
  ///   - shape: The index of a glyph's shape.
  ///   - large: The shapes without masks.
  ///   - offset: The distance by which the glyphs are moved.
  mutating func add(
    _ glyphs: Slice<UnsafeMutableBufferPointer<PlacedGlyphs.Glyph>>, _ large: [Int32: GlyphShape], _ paint: Paint,
    movedBy offset: Point, shape: (PlacedGlyphs.Glyph) -> Int32
  ) {
    var paint = paint
    paint.isLarge = !large.isEmpty && glyphs.contains { large[shape($0)] != nil }
    let run = index(of: paint)
    // The array is moved out, so that it is not checked for other owners at each glyph.
    var added: [GlyphRun.Placement] = []
    swap(&added, &placements[run])
    for glyph in glyphs { added.append(GlyphRun.Placement(shape: shape(glyph), origin: glyph.origin + offset)) }
    swap(&added, &placements[run])
    glyphCount += glyphs.count
  }

  private mutating func index(of paint: Paint) -> Int {
    // There are few, and the last one is the likeliest.
    var index = current.upperBound - 1
    while index >= current.lowerBound, paints[index] != paint { index -= 1 }
    guard index < current.lowerBound else { return index }
    index = current.upperBound
    current = current.lowerBound..<index + 1
    if index == paints.count {
      paints.append(paint)
      placements.append([])
    }
    paints[index] = paint
    placements[index].removeAll(keepingCapacity: true)
    return index
  }

  /// Ends a layer, and begins the next.
  mutating func endLayer() {
    layerEnds.append(current.upperBound)
    current = current.upperBound..<current.upperBound
  }

  /// Draws the runs of a layer. The first layer has the number 0.
  func draw(layer: Int, _ shapes: LabelShapes, into list: inout DisplayList) {
    for index in (layer > 0 ? layerEnds[layer - 1] : 0)..<layerEnds[layer] {
      let paint = paints[index]
      var run = GlyphRun(shapes: shapes.shapes, placements: placements[index])
      if paint.isLarge { for (index, shape) in shapes.largeShapes { run.shapes[Int(index)] = shape } }
      list.draw(run, with: .color(paint.color), opacity: paint.opacity)
    }
  }
}
