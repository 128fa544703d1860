import CartoucheRaster

/// The inherited state at an element: its style, coordinate space and units.
struct InheritedState {
  var style: Style
  /// The transform from the element's user space to the display list's space.
  var transform: AffineTransform
  var lengthContext: LengthContext
  /// The size that a `use` gives to a `symbol` or `svg`.
  var usedSize: (width: Number?, height: Number?) = (nil, nil)
  /// The element that `context-fill` and `context-stroke` refer to.
  var context: ContextElement?
}

/// An element that inserts another element: the `use` that shows the element, or the shape that has the
/// marker.
final class ContextElement {
  let index: Int
  let scope: InheritedState
  /// The outline of the shape, or nil for a `use`.
  let path: Path?
  /// The links that led to the element, as element indices.
  let followed: [Int]

  init(_ index: Int, _ scope: InheritedState, _ path: Path?, followed: [Int]) {
    (self.index, self.scope, self.path, self.followed) = (index, scope, path, followed)
  }
}
