import CartoucheRaster

/// The labels of a style that is no longer shown, while they fade out.
struct FadingLabels {
  private let placement: LabelPlacement
  private var fades: LabelFades
  private let storage = LabelStorage()

  /// Makes all labels disappear; nil if none is visible.
  init?(_ placement: LabelPlacement, _ fades: LabelFades) {
    (self.placement, self.fades) = (placement, fades)
    self.fades.fadeOut()
    if !self.fades.isFading { return nil }
  }

  fileprivate var isVisible: Bool { fades.isFading }

  fileprivate mutating func advance(by seconds: Double) { fades.advance(by: seconds) { _ in true } }

  fileprivate mutating func draw(
    into list: inout DisplayList, transform: Homography, with drawing: (CompiledStyle, LabelStorage) -> LabelDrawing,
    within part: Rect
  ) {
    guard let style = placement.style else { return }
    var (drawing, drawn) = (drawing(style, storage), DisplayList())
    fades.withItems { drawing.draw(&$0, within: part, into: &drawn) }
    list.append(drawn, transform: transform)
  }
}

extension [FadingLabels] {
  /// Makes the labels less visible.
  mutating func advance(by seconds: Double) {
    for index in indices { self[index].advance(by: seconds) }
    removeAll { !$0.isVisible }
  }

  /// Draws the labels in the styles for which they were placed.
  ///
  /// - Parameter drawing: Returns an empty drawing in a style, with a storage.
  mutating func draw(
    into list: inout DisplayList, transform: Homography, within part: Rect, _ drawing: (CompiledStyle, LabelStorage) -> LabelDrawing
  ) {
    for index in indices { self[index].draw(into: &list, transform: transform, with: drawing, within: part) }
  }
}

extension LabelShape {
  /// Draws the outline of the shape: blue if its label is shown, and red if it had no room.
  func draw(into list: inout DisplayList) {
    let color = isPlaced ? Color(red: 0, green: 60, blue: 255, alpha: 200) : Color(red: 255, green: 0, blue: 0, alpha: 140)
    let path = isCircle ? Path(ellipseIn: box.rect) : Path(rect: box.rect)
    list.stroke(path, style: StrokeStyle(width: 1), with: .color(color))
  }
}
