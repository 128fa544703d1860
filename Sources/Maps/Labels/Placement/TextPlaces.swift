/// The places of a label's text, in the order in which they are tried.
struct TextPlaces {
  private let optionCount: Int
  /// The number of the place where the text is written vertically; nil if there is none.
  private let vertical: Int?
  /// The number of the place that is tried first.
  private var first = 0

  /// - Parameter isKept: Whether the label keeps its place, and tries that first.
  init(of label: PlacedLabel, isKept: Bool) {
    let content = label.content
    optionCount = content.options.count
    vertical = content.vertical != nil && label.line == nil ? (content.prefersVertical ? 0 : optionCount) : nil
    guard isKept else { return }
    first = (0..<count).first { place($0) == (label.option, label.isVertical) } ?? 0
  }

  var count: Int { optionCount + (vertical == nil ? 0 : 1) }

  subscript(index: Int) -> (option: Int, isVertical: Bool) {
    place(index == 0 ? first : index <= first ? index - 1 : index)
  }

  /// Returns a place in the order in which a new label tries them.
  private func place(_ number: Int) -> (option: Int, isVertical: Bool) {
    guard let vertical else { return (number, false) }
    return number == vertical ? (0, true) : (number > vertical ? number - 1 : number, false)
  }
}
