import CartoucheRaster

/// A symbol that a map shows.
struct PlacedLabel: Sendable {
  var content: LabelContent
  /// The anchor, in the copy of the world where the symbol is.
  let anchor: MapPoint
  let line: LabelLine?
  let segment: Int
  /// The distance from the line's copy of the world to the symbol's.
  let shift: Int64
  /// The identity of the symbol from one placement to the next.
  let key: Key
  /// The place of the text, as an index in ``LabelContent/options``.
  var option = 0
  var isVertical = false
  var showsText = false
  var showsIcon = false
  /// Whether the text runs against the direction of its line.
  var isFlipped = false

  /// What makes two symbols the same.
  struct Key: Hashable, Sendable {
    var layer: Int
    var name: String
    var icon: String
    var x: Int64
    var y: Int64
  }

  /// The text for the symbol's place; nil if it has none.
  var shapedText: ShapedText? {
    if isVertical, let vertical = content.vertical { return vertical }
    return content.options.indices.contains(option) ? content.texts[content.options[option].text] : nil
  }

  /// The distance of the text from its usual place, in 24ths of its size.
  var textOffset: SIMD2<Double> {
    guard !isVertical, content.options.indices.contains(option) else { return .zero }
    return SIMD2(content.options[option].x, content.options[option].y)
  }
}

extension PlacedLabel {
  /// Whether the symbol is drawn like another one of the same style layer.
  func looksLike(_ other: PlacedLabel) -> Bool {
    content === other.content && anchor == other.anchor && segment == other.segment && hasLine(of: other)
      && shift == other.shift && option == other.option && isVertical == other.isVertical && showsText == other.showsText
      && showsIcon == other.showsIcon && isFlipped == other.isFlipped
  }

  /// Whether the symbol is on the same line as another one. Each placement joins the pieces of a street
  /// again.
  private func hasLine(of other: PlacedLabel) -> Bool {
    line === other.line || line?.points == other.line?.points
  }
}

/// The labels that are shown in a part of the map, in the order of drawing.
///
/// A placement depends on the camera, the style and the tiles alone, and on nothing that was shown before.
final class LabelPlacement: Sendable {
  /// The transform for which the labels were placed. Its bounds are the part of the map.
  let transform: MapTransform
  let labels: [PlacedLabel]
  /// The boxes and circles of all labels that were placed, or that had no room.
  let shapes: [LabelShape]
  let style: CompiledStyle?

  init(transform: MapTransform, labels: [PlacedLabel], shapes: [LabelShape], style: CompiledStyle?) {
    (self.transform, self.labels, self.shapes, self.style) = (transform, labels, shapes, style)
  }
}

/// A box or circle that a label occupies.
struct LabelShape: Sendable {
  var box: LabelBox
  var isCircle: Bool
  /// Whether the label that occupies the shape is shown.
  var isPlaced: Bool
  /// The number of the label in the order of placement.
  var label: Int
  /// Whether other labels may overlap the shape.
  var mayOverlap: Bool
}

extension LabelShape {
  /// The distance by which two shapes overlap; at most 0 if they do not. An empty shape, such as that of an
  /// icon whose padding is negative and larger than the icon, overlaps nothing.
  func depth(of other: LabelShape) -> Double {
    guard !box.isEmpty, !other.box.isEmpty else { return 0 }
    func center(_ box: LabelBox) -> SIMD2<Double> { SIMD2(box.minX + box.maxX, box.minY + box.maxY) / 2 }
    func radius(_ shape: LabelShape) -> Double { (shape.box.maxX - shape.box.minX) / 2 }
    switch (isCircle, other.isCircle) {
    case (true, true): return radius(self) + radius(other) - (center(box) - center(other.box)).length
    case (false, true): return other.depth(of: self)
    case (true, false):
      let middle = center(box)
      let nearest = SIMD2(
        middle.x.clamped(from: other.box.minX, to: other.box.maxX), middle.y.clamped(from: other.box.minY, to: other.box.maxY))
      return radius(self) - (middle - nearest).length
    case (false, false):
      return min(
        min(box.maxX, other.box.maxX) - max(box.minX, other.box.minX),
        min(box.maxY, other.box.maxY) - max(box.minY, other.box.minY))
    }
  }
}
