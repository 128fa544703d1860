import CartoucheRaster

/// What an element finds where it stands.
struct ElementScope {
  var style: Style
  /// From user space to the list's.
  var transform: AffineTransform
  var lengthContext: LengthContext
  /// The sides that a `use` gives to what it shows, if that is a `symbol` or `svg`.
  var usedSize: (width: Number?, height: Number?) = (nil, nil)
  /// What `context-fill` and `context-stroke` mean.
  var context: ContextElement?
}

/// What brings an element in: the `use` that shows it, or the shape that it is a marker on.
final class ContextElement {
  let index: Int
  let scope: ElementScope
  /// The shape's outline; nil of a `use`.
  let path: Path?
  /// The links that were followed to it.
  let followed: [Int]

  init(_ index: Int, _ scope: ElementScope, _ path: Path?, followed: [Int]) {
    (self.index, self.scope, self.path, self.followed) = (index, scope, path, followed)
  }
}
