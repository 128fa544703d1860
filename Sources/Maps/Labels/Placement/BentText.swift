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
    mutating func keep(_ text: consuming BentText) { (line, glyphs) = (text.course.line, text.glyphs) }
  }

  private(set) var glyphs: [Glyph] = []
  /// The top left corners of the text's images.
  private(set) var images: [Glyph] = []
  let isFlipped: Bool
  private let course: LabelCourse
  private let (left, right): (Double, Double)
  private let middle: Double

  /// Lays a text along the line of a label; nil if the line is too short.
  ///
  /// - Parameters:
  ///   - scale: The points of a 24th of the text's size.
  ///   - wasFlipped: See ``LabelCourse/isUpsideDown(from:to:wasFlipped:)``.
  ///   - memory: The memory that the text uses.
  init?(
    _ text: ShapedText, of label: PlacedLabel, at anchor: SIMD2<Double>, _ geometry: LabelGeometry, scale: Double,
    keepsUpright: Bool, wasFlipped: Bool?, reusing memory: inout Memory
  ) {
    // The text may run either way.
    let reach = max(abs(text.left), abs(text.right)) * scale
    let isCentered = abs(text.left + text.right) * scale < 1
    guard
      let course = geometry.course(
        of: label, at: anchor, back: isCentered ? -text.left * scale : reach, ahead: isCentered ? text.right * scale : reach,
        reusing: &memory.line)
    else { return nil }
    self.course = course
    let isFlipped =
      keepsUpright
      && course.isUpsideDown(
        from: text.left * scale, to: text.right * scale, isVertical: text.isVertical, wasFlipped: wasFlipped)
    self.isFlipped = isFlipped
    (left, right) = (text.left * scale, text.right * scale)
    middle = (text.top + text.bottom) / 2 * scale
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
      let (center, direction) = place(from: low * scale, to: high * scale)
      let normal = SIMD2(-direction.y, direction.x)
      for index in start..<end {
        let glyph = text.glyphs[index]
        let along = (glyph.x - (low + high) / 2) * scale
        glyphs.append(Glyph(index: index, origin: center + direction * along + normal * (glyph.y * scale), direction: direction))
      }
      start = end
    }
    for (index, image) in text.images.enumerated() {
      let (center, direction) = place(from: image.x * scale, to: (image.x + image.width) * scale)
      let normal = SIMD2(-direction.y, direction.x)
      let corner = center - direction * (image.width / 2 * scale) + normal * (image.y * scale)
      images.append(Glyph(index: index, origin: corner, direction: direction))
    }
  }

  /// Returns the middle of a part of the text, and its direction.
  private func place(from low: Double, to high: Double) -> (SIMD2<Double>, SIMD2<Double>) {
    let sign = isFlipped ? -1.0 : 1.0
    let (a, b) = (course.point(at: low * sign), course.point(at: high * sign))
    guard high > low, a != b else {
      let step = 0.5 * sign
      let middle = (low + high) / 2 * sign
      return (course.point(at: middle), LabelCourse.unit(course.point(at: middle + step) - course.point(at: middle - step)))
    }
    return ((a + b) / 2, LabelCourse.unit(b - a))
  }

  /// Returns circles that cover the text.
  func circles(height: Double, padding: Double) -> [LabelBox] {
    // No text is so low that a finger's breadth of it could be covered.
    let radius = max(height + padding * 2, 10) / 2
    let length = right - left
    let count = Int((length / (radius * 1.5)).rounded(.up).clamped(from: 1, to: 256))
    return (0...count).map { index in
      let inner = max(length - radius, 0)
      let distance = left + (length - inner) / 2 + inner * Double(index) / Double(count)
      let (center, direction) = place(from: distance, to: distance)
      let point = center + SIMD2(-direction.y, direction.x) * middle
      return LabelBox(minX: point.x - radius, minY: point.y - radius, maxX: point.x + radius, maxY: point.y + radius)
    }
  }
}
