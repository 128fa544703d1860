/// A blurred shape, ready to be tinted and laid under or into what casts it.
///
/// Made once and kept by whoever draws the shadow, as a picture is: what it holds does not depend on where it is drawn. A rounded rectangle's is a
/// patch of nine parts whose middle stretches, so that one mask serves every size that its corners fit.
public struct ShadowMask: Sendable, Hashable {
  /// What the mask was made of; a recording keeps this and makes the mask anew.
  package enum Recipe: Sendable, Hashable {
    case roundedRect(CornerRadii, sigma: Scalar, side: Side)
    case path(Path, FillRule, sigma: Scalar, side: Side)
  }

  /// On which side of the outline the shadow falls.
  public enum Side: UInt8, Sendable, Hashable {
    /// Outwards, as Core Animation's: all of the blurred shape.
    case outer
    /// Inwards, as CSS's `inset`: the blurred surroundings, seen inside the shape only.
    case inner
  }

  package let recipe: Recipe

  package init(recipe: Recipe) {
    self.recipe = recipe
  }

  /// The shadow of rectangles with such corners, whatever their size.
  ///
  /// - Parameter sigma: the gaussian's standard deviation in the rectangle's units; half of what CSS calls a blur radius.
  public init(roundedRect radii: CornerRadii, sigma: Scalar, side: Side = .outer) {
    self.init(recipe: .roundedRect(radii, sigma: sigma, side: side))
  }

  /// The shadow of a path.
  ///
  /// - Parameter sigma: the gaussian's standard deviation in the path's units; half of what CSS calls a blur radius.
  public init(of path: Path, rule: FillRule = .nonZero, sigma: Scalar, side: Side = .outer) {
    self.init(recipe: .path(path, rule, sigma: sigma, side: side))
  }
}
