import CartoucheRaster

extension SVGRecorder {
  /// The depth of nested groups, clips and masks. Beyond ``SVGLimit/levels``, Raster neither clips nor
  /// blends.
  struct NestingLevels {
    var open = 0
    /// The largest depth reached.
    var deepest = 0
  }

  /// A display list to insert into another display list, with its own nesting depth.
  struct ListFragment {
    var list: DisplayList
    var levels: Int
  }

  /// The steps of work for each item that is copied between lists.
  static let copyCost = 8

  /// Records `body` into a list of its own.
  func fragment(_ body: (inout DisplayList) -> Void) -> ListFragment {
    let outer = levels
    levels = NestingLevels()
    defer { levels = outer }
    var list = DisplayList()
    body(&list)
    return ListFragment(list: list, levels: levels.deepest)
  }

  /// Runs `body`, which opens a group, a clip or a mask.
  ///
  /// If another level exceeds the depth limit, `body` is omitted. Its content is then not shown without its
  /// clip.
  ///
  /// - Parameter inside: The depth of content that `body` adds as a whole, without calls of this function.
  func withNestingLevel(_ index: Int, containing inside: Int = 0, _ body: () -> Void) {
    let deepest = levels.open + 1 + inside
    guard deepest <= SVGLimit.levels else {
      elements.warn(
        "it is nested in more than \(SVGLimit.levels) groups, clips and masks and is not drawn; ungroup the drawing", index)
      return
    }
    levels.deepest = max(levels.deepest, deepest)
    levels.open += 1
    body()
    levels.open -= 1
  }

  /// Records `body`, clipped to a rectangle in the source space of `transform`.
  func clipped(
    to box: SVGRect, _ transform: AffineTransform, _ index: Int, into list: inout DisplayList, _ body: (inout DisplayList) -> Void
  ) {
    withNestingLevel(index) { list.clipped(to: box.rect, transform: Homography(transform), body) }
  }

  /// Adds a fragment to `list`. If the fragment exceeds the budget or the depth limit, the fragment is
  /// omitted.
  func append(_ part: ListFragment, _ index: Int, transform: Homography = .identity, to list: inout DisplayList) {
    guard elements.spend(part.list.count * Self.copyCost, index) else { return }
    guard part.levels > 0 else { return list.append(part.list, transform: transform) }
    // The fragment's outermost level is the one opened here.
    withNestingLevel(index, containing: part.levels - 1) { list.append(part.list, transform: transform) }
  }
}
