import CartoucheRaster

/// A text along a line: where each of its glyphs stands, and in which direction.
struct BentText {
  struct Glyph {
    /// The index of the glyph in the text.
    var index: Int
    var origin: SIMD2<Double>
    /// The direction of the glyph's baseline, as a vector of length 1.
    var direction: SIMD2<Double>
  }

  /// The memory of a text that is no longer needed, for the next one: in a motion, texts are bent in each
  /// frame.
  struct Memory {
    fileprivate var line = PixelLine(capacity: 0)
    fileprivate var glyphs: [Glyph] = []

    /// Keeps the memory of a text.
    mutating func keep(_ text: consuming BentText) { (line, glyphs) = (text.baseline.line, text.glyphs) }
  }

  private(set) var glyphs: [Glyph] = []
  /// The top left corners of the text's images.
  private(set) var images: [Glyph] = []
  private let baseline: TextBaseline

  var isFlipped: Bool { baseline.isFlipped }

  /// Lays a text along the line of a label; nil if the line is too short.
  ///
  /// - Parameters:
  ///   - scale: The points of a 24th of the text's size.
  ///   - wasFlipped: See ``LabelCourse/isUpsideDown(from:to:isVertical:wasFlipped:)``.
  ///   - memory: The memory that the text uses.
  init?(
    _ text: ShapedText, of label: PlacedLabel, at anchor: SIMD2<Double>, _ geometry: LabelGeometry, scale: Double,
    keepsUpright: Bool, wasFlipped: Bool?, reusing memory: inout Memory
  ) {
    guard
      let baseline = TextBaseline(
        text, of: label, at: anchor, geometry, scale: scale, keepsUpright: keepsUpright, wasFlipped: wasFlipped,
        reusing: &memory.line)
    else { return nil }
    self.baseline = baseline
    swap(&glyphs, &memory.glyphs)
    glyphs.removeAll(keepingCapacity: true)
    glyphs.reserveCapacity(text.glyphs.count)
    var start = 0
    while start < text.glyphs.count {
      var end = start
      var (low, high) = (Double.infinity, -Double.infinity)
      while end < text.glyphs.count, text.glyphs[end].cluster == text.glyphs[start].cluster {
        low = min(low, text.glyphs[end].x)
        high = max(high, text.glyphs[end].x + text.glyphs[end].advance)
        end += 1
      }
      let (center, direction) = baseline.place(from: low * scale, to: high * scale)
      let normal = SIMD2(-direction.y, direction.x)
      for index in start..<end {
        let glyph = text.glyphs[index]
        let along = (glyph.x - (low + high) / 2) * scale
        glyphs.append(Glyph(index: index, origin: center + direction * along + normal * (glyph.y * scale), direction: direction))
      }
      start = end
    }
    for (index, image) in text.images.enumerated() {
      let (center, direction) = baseline.place(from: image.x * scale, to: (image.x + image.width) * scale)
      let normal = SIMD2(-direction.y, direction.x)
      let corner = center - direction * (image.width / 2 * scale) + normal * (image.y * scale)
      images.append(Glyph(index: index, origin: corner, direction: direction))
    }
  }
}
