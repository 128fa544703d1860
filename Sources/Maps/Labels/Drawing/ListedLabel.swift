package import CartoucheRaster

/// A label that a map shows, as a list for tests and for comparison with other programs has it.
package struct ListedLabel {
  /// The name of the style layer.
  package var layer: String
  /// The text with line breaks as spaces; empty if the label shows none.
  package var text: String
  /// The name of the icon; empty if the label shows none.
  package var icon: String
  /// The box of the label without its padding, in points.
  package var box: Rect
  /// The angle of the text's middle in degrees, clockwise.
  package var angle: Double
  /// The glyphs of a text along a line: the index in the face, and the left end of the baseline in points.
  package var glyphs: [(glyph: UInt32, x: Double, y: Double)] = []

  /// Creates the entry of a label; nil if the label is not in view.
  init?(_ label: PlacedLabel, _ measure: inout LabelMeasure, offset: SIMD2<Double>, within view: Rect) {
    guard let rules = measure.rules(of: label) else { return nil }
    let position = measure.geometry.point(label.anchor)
    var label = label
    var boxes: [LabelBox] = []
    var direction = SIMD2(1.0, 0.0)
    var space = LabelMeasure.Space()
    if label.showsText, measure.findTextSpace(of: &label, at: position, wasFlipped: label.isFlipped, &space) {
      boxes += space.shapes.map { $0.expanded(by: space.mode == .circle ? 0 : -label.content.textPadding * measure.pixelRatio) }
      direction = measure.textDirection(label, rules)
      if rules.bendsText, label.line != nil {
        direction = measure.geometry.direction(of: label) * (label.isFlipped ? -1 : 1)
        if let text = label.shapedText, let bent = measure.bentText(label, at: position, wasFlipped: label.isFlipped) {
          glyphs = bent.glyphs.map { (text.glyphs[$0.index].glyph, $0.origin.x + offset.x, $0.origin.y + offset.y) }
        }
      }
    }
    if label.showsIcon, let icon = measure.drawnIconBox(label, at: position) { boxes.append(icon) }
    guard var box = boxes.first else { return nil }
    for other in boxes.dropFirst() {
      box = LabelBox(
        minX: min(box.minX, other.minX), minY: min(box.minY, other.minY), maxX: max(box.maxX, other.maxX),
        maxY: max(box.maxY, other.maxY))
    }
    box = box.placed(at: offset, scale: 1)
    guard box.rect.intersects(view) else { return nil }
    layer = measure.style.layers[label.content.layer].name
    text = label.showsText ? String(label.content.name.map { $0.isNewline ? " " : $0 }) : ""
    icon = label.showsIcon ? label.content.icon?.name ?? "" : ""
    self.box = box.rect
    angle = ElementaryFunctions.arctangent(y: direction.y, x: direction.x) * 180 / ElementaryFunctions.pi
  }
}
