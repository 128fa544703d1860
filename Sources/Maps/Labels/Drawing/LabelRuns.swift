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
    /// The runs of the layer that is being recorded. Those before it are in the display list.
    private var current = 0..<0

    /// Adds some of the glyphs of a text.
    mutating func add(
      _ placed: [PlacedGlyphs.Glyph], _ range: Range<Int>, halo: Scalar = 0, blur: Scalar = 0, _ paint: Paint,
      _ fonts: FontCollection
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
      glyphs[index].add(placed, range, halo: halo, blur: blur, fonts)
    }

    /// Passes the runs of a layer to a closure, and begins the next layer.
    mutating func flush(_ body: (Paint, GlyphRun) -> Void) {
      for index in current { body(paints[index], glyphs[index].run) }
      current = current.upperBound..<current.upperBound
    }

    mutating func begin() { current = 0..<0 }
  }

  var halos = Runs()
  var texts = Runs()
  /// Memory for the glyphs of one text.
  var placed = PlacedGlyphs()
  /// The number of recordings.
  private(set) var recordingCount = 0

  /// Begins a recording. The display list of the one before is empty, so that its storage is free.
  func begin() {
    halos.begin()
    texts.begin()
    recordingCount += 1
  }

  /// Draws the glyphs that were collected: first the halos, then the texts.
  func flush(into list: inout DisplayList) {
    // Where translucent halos of neighboring glyphs overlap, they are denser, as in MapLibre. A group around
    // them would have pixels of the whole view.
    halos.flush { paint, glyphs in list.draw(glyphs, with: .color(paint.color), opacity: paint.opacity) }
    texts.flush { paint, glyphs in list.draw(glyphs, with: .color(paint.color), opacity: paint.opacity) }
  }
}
