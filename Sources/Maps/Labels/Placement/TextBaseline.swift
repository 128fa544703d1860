import CartoucheRaster

/// The curve along which a text runs, and the part of it that the text covers.
struct TextBaseline {
  /// Whether the text runs against the direction of its line.
  let isFlipped: Bool
  private let course: LabelCourse
  private let (left, right): (Double, Double)
  private let middle: Double

  /// Lays a text along the line of a label; nil if the line is too short.
  ///
  /// - Parameters:
  ///   - scale: The points of a 24th of the text's size.
  ///   - wasFlipped: See ``LabelCourse/isUpsideDown(from:to:isVertical:wasFlipped:)``.
  ///   - memory: A line that is no longer needed, whose memory is used.
  init?(
    _ text: ShapedText, of label: PlacedLabel, at anchor: SIMD2<Double>, _ geometry: LabelGeometry, scale: Double,
    keepsUpright: Bool, wasFlipped: Bool?, reusing memory: inout PixelLine
  ) {
    // The text may run either way.
    let reach = max(abs(text.left), abs(text.right)) * scale
    let isCentered = abs(text.left + text.right) * scale < 1
    guard
      let course = geometry.course(
        of: label, at: anchor, back: isCentered ? -text.left * scale : reach, ahead: isCentered ? text.right * scale : reach,
        reusing: &memory)
    else { return nil }
    self.course = course
    isFlipped =
      keepsUpright
      && course.isUpsideDown(
        from: text.left * scale, to: text.right * scale, isVertical: text.isVertical, wasFlipped: wasFlipped)
    (left, right) = (text.left * scale, text.right * scale)
    middle = (text.top + text.bottom) / 2 * scale
  }

  /// The line, whose memory another baseline may use when this one is no longer needed.
  var line: PixelLine { course.line }

  /// Returns the middle of a part of the text, and its direction.
  func place(from low: Double, to high: Double) -> (SIMD2<Double>, SIMD2<Double>) {
    let sign = isFlipped ? -1.0 : 1.0
    let (a, b) = (course.point(at: low * sign), course.point(at: high * sign))
    guard high > low, a != b else {
      let step = 0.5 * sign
      let middle = (low + high) / 2 * sign
      return (course.point(at: middle), LabelCourse.unit(course.point(at: middle + step) - course.point(at: middle - step)))
    }
    return ((a + b) / 2, LabelCourse.unit(b - a))
  }

  /// Adds the boxes of circles that cover the text.
  ///
  /// - Parameter offset: The distance by which the text is moved.
  func addCircles(height: Double, padding: Double, offset: SIMD2<Double>, to boxes: inout [LabelBox]) {
    // No text is so low that a finger's breadth of it could be covered.
    let radius = max(height + padding * 2, 10) / 2
    let length = right - left
    let count = Int((length / (radius * 1.5)).rounded(.up).clamped(from: 1, to: 256))
    let inner = max(length - radius, 0)
    for index in 0...count {
      let distance = left + (length - inner) / 2 + inner * Double(index) / Double(count)
      let (center, direction) = place(from: distance, to: distance)
      let point = center + SIMD2(-direction.y, direction.x) * middle
      let box = LabelBox(minX: point.x - radius, minY: point.y - radius, maxX: point.x + radius, maxY: point.y + radius)
      boxes.append(box.placed(at: offset, scale: 1))
    }
  }
}
