import CartoucheRaster

/// The inherited state at an element: style, coordinate space and units.
struct ElementScope {
  var style: Style
  /// Maps user space to the list's space.
  var transform: AffineTransform
  var lengthContext: LengthContext
  /// The size that a `use` gives to a `symbol` or `svg`.
  var usedSize: (width: Number?, height: Number?) = (nil, nil)
  /// The element that `context-fill` and `context-stroke` refer to.
  var context: ContextElement?
}

/// An element that brings in another one: the `use` that shows it, or the shape whose marker it is.
final class ContextElement {
  let index: Int
  let scope: ElementScope
  /// The shape's outline; nil for a `use`.
  let path: Path?
  /// The links that were followed to reach the element.
  let followed: [Int]

  init(_ index: Int, _ scope: ElementScope, _ path: Path?, followed: [Int]) {
    (self.index, self.scope, self.path, self.followed) = (index, scope, path, followed)
  }
}
