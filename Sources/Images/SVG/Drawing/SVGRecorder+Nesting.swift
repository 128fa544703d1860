import CartoucheRaster

extension SVGRecorder {
  /// The groups, clips and masks that are open: beyond ``SVGLimit/levels`` of them in each other Raster cuts and blends nothing.
  struct NestingLevels {
    var open = 0
    /// As many as were open at most.
    var deepest = 0
  }

  /// A list that is to go into another one, and how many levels it has itself.
  struct ListFragment {
    var list: DisplayList
    var levels: Int
  }

  /// Steps of work for each item that is copied from one list into another.
  static let copyCost = 8

  /// Records `body` for itself.
  func fragment(_ body: (inout DisplayList) -> Void) -> ListFragment {
    let outer = levels
    levels = NestingLevels()
    defer { levels = outer }
    var list = DisplayList()
    body(&list)
    return ListFragment(list: list, levels: levels.deepest)
  }

  /// Runs `body`, which opens a group, a clip or a mask; where that were one too many, it is left out: nothing is shown that should be cut.
  ///
  /// - Parameter inside: the levels that are in what `body` adds at once, and not by this function.
  func withNestingLevel(_ index: Int, containing inside: Int = 0, _ body: () -> Void) {
    let deepest = levels.open + 1 + inside
    guard deepest <= SVGLimit.levels else {
      elements.warn("it stands in more than \(SVGLimit.levels) groups, clips and masks and is left out; ungroup the drawing", index)
      return
    }
    levels.deepest = max(levels.deepest, deepest)
    levels.open += 1
    body()
    levels.open -= 1
  }

  /// What `body` draws is cut to a rectangle of the space that `transform` leads from.
  func clipped(
    to box: SVGRect, _ transform: AffineTransform, _ index: Int, into list: inout DisplayList, _ body: (inout DisplayList) -> Void
  ) {
    withNestingLevel(index) { list.clipped(to: box.rect, transform: Homography(transform), body) }
  }

  /// Adds a part, which takes work; where that is too much, or too deep, it is left out.
  func append(_ part: ListFragment, _ index: Int, transform: Homography = .identity, to list: inout DisplayList) {
    guard elements.spend(part.list.count * Self.copyCost, index) else { return }
    guard part.levels > 0 else { return list.append(part.list, transform: transform) }
    // Its own outermost level is the one that is opened here.
    withNestingLevel(index, containing: part.levels - 1) { list.append(part.list, transform: transform) }
  }
}
