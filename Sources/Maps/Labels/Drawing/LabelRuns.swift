import CartoucheRaster
import CartoucheText

/// The glyphs of the labels of one style layer, by the paints with which they are drawn.
///
/// The storage is kept, so that a recording allocates nothing if the ones before needed as much.
final class LabelRuns {
  /// The color of glyphs, and how visible their labels are.
  struct Paint: Equatable {
    var color: Color
    var opacity: UInt8
  }

  /// Glyphs in the order in which their paints were first used.
  struct Runs {
    private var paints: [Paint] = []
    /// The glyphs with each of the paints.
    private var glyphs: [LabelGlyphs] = []
    private var isMoving = false
    /// The runs of the layer that is being recorded. Those before it are in the display list.
    private var current = 0..<0

    mutating func add(
      _ glyph: ShapedText.Glyph, at origin: SIMD2<Double>, direction: SIMD2<Double>, size: Double, halo: Scalar, blur: Scalar,
      _ paint: Paint, _ fonts: FontCollection
    ) {
      // There are few, and the last one is the likeliest.
      var index = current.upperBound - 1
      while index >= current.lowerBound, paints[index] != paint { index -= 1 }
      if index < current.lowerBound {
        index = current.upperBound
        current = current.lowerBound..<index + 1
        if index == paints.count {
          paints.append(paint)
          glyphs.append(LabelGlyphs())
        }
        paints[index] = paint
        glyphs[index].removeAll()
      }
      glyphs[index].add(glyph, at: origin, direction: direction, size: size, halo: halo, blur: blur, isMoving: isMoving, fonts)
    }

    /// Passes the runs of a layer to a closure, and begins the next layer.
    mutating func flush(_ body: (Paint, GlyphRun) -> Void) {
      for index in current { body(paints[index], glyphs[index].run) }
      current = current.upperBound..<current.upperBound
    }

    mutating func begin(isMoving: Bool) { (current, self.isMoving) = (0..<0, isMoving) }
  }

  var halos = Runs()
  var texts = Runs()

  /// Begins a recording. The display list of the one before is empty, so that its storage is free.
  ///
  /// - Parameter isMoving: Whether the map is being zoomed or turned, so that fewer masks of glyphs will do.
  func begin(isMoving: Bool) {
    halos.begin(isMoving: isMoving)
    texts.begin(isMoving: isMoving)
  }

  /// Draws the glyphs that were collected: first the halos, then the texts.
  func flush(into list: inout DisplayList) {
    // Where translucent halos of neighboring glyphs overlap, they are denser, as in MapLibre. A group around
    // them would have pixels of the whole view.
    halos.flush { paint, glyphs in list.draw(glyphs, with: .color(paint.color), opacity: paint.opacity) }
    texts.flush { paint, glyphs in list.draw(glyphs, with: .color(paint.color), opacity: paint.opacity) }
  }
}
