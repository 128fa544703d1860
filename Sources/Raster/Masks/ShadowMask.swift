/// A blurred shape that can be tinted and drawn below or inside the shape that casts it.
///
/// A mask does not depend on where it is drawn: create it once and keep it, like an image. The shadow of a
/// rounded rectangle is stored as an edge and four corners, which are combined for any size; see
/// `RoundedRectShadow`. An inner shadow is the shape's own coverage minus that of the blurred shape.
public struct ShadowMask: Sendable, Hashable {
  /// The description from which the mask was made. A recording stores it and makes the mask again.
  package enum Recipe: Sendable, Hashable {
    case roundedRect(CornerRadii, sigma: Scalar, side: Side)
    case path(Path, FillRule, sigma: Scalar, side: Side)

    /// Whether the blur is so small that the shape itself is drawn.
    var isSharp: Bool {
      switch self {
      case .roundedRect(_, let sigma, _), .path(_, _, let sigma, _): sigma < ShadowMask.minimumSigma
      }
    }
  }

  /// The side of the outline on which the shadow falls.
  public enum Side: UInt8, Sendable, Hashable {
    /// Outside, as in Core Animation: the whole blurred shape.
    case outer
    /// Inside, as CSS's `inset`: the blurred surroundings, visible only inside the shape.
    case inner
  }

  /// The data from which the shadow is drawn.
  enum Representation: Sendable {
    /// Nothing, because there is no blur.
    case sharp
    case rounded(RoundedRectShadow)
    case path(PathShadow)
  }

  package let recipe: Recipe
  let representation: Representation

  package init(recipe: Recipe) {
    self.recipe = recipe
    switch recipe {
    case _ where recipe.isSharp: representation = .sharp
    case .roundedRect(let radii, let sigma, _): representation = .rounded(RoundedRectShadow(radii, sigma: sigma))
    case .path(let path, let rule, let sigma, _): representation = .path(PathShadow(path, rule: rule, sigma: sigma))
    }
  }

  /// The smallest standard deviation that blurs. For smaller ones the shape itself is drawn.
  fileprivate static var minimumSigma: Scalar { Scalar(rawValue: 1024) }

  /// Creates the shadow of rectangles of any size with the given corners, within 2 of 255 of the exact one.
  ///
  /// A rectangle too small for its corners casts the shadow of the smallest rectangle that fits them, around
  /// the same center. The accuracy was measured for σ of 0.3 … 45, and for inner shadows from 0.5 on.
  ///
  /// - Parameters:
  ///   - radii: Negative radii count as 0, and those above 4096 as 4096. A radius above 128 `sigma` is less
  ///     exact.
  ///   - sigma: The Gaussian's standard deviation in the rectangle's units, half of what CSS calls a blur
  ///     radius. It is clamped to 0 (a sharp edge) … ``CoverageMask/maximumSigma``.
  ///   - side: The side of the outline on which the shadow falls.
  /// - Complexity: For each radius that is not 0, at most the memory and time of an image of (radius + 6 σ) ·
  ///   8/σ pixels a side.
  public init(roundedRect radii: CornerRadii, sigma: Scalar, side: Side = .outer) {
    self.init(recipe: .roundedRect(radii, sigma: sigma, side: side))
  }

  /// Creates the shadow of a path, within 2 of 255 of the exact one for a `sigma` of at least 1/2.
  ///
  /// The path and its blur must fit ``CoverageMask/maximumSide``; anything beyond is cut off.
  ///
  /// - Parameters:
  ///   - path: The shape that casts the shadow.
  ///   - rule: The rule by which the path is filled.
  ///   - sigma: The Gaussian's standard deviation in the path's units, half of what CSS calls a blur radius;
  ///     clamped to 0 … ``CoverageMask/maximumSigma``.
  ///   - side: The side of the outline on which the shadow falls.
  public init(of path: Path, rule: FillRule = .nonZero, sigma: Scalar, side: Side = .outer) {
    self.init(recipe: .path(path, rule, sigma: sigma, side: side))
  }

  /// Returns the bounds of the shadow of `rect`; for a path's shadow, of the path moved by the origin of
  /// `rect`.
  package func shadowBounds(of rect: Rect) -> Rect {
    switch (representation, recipe) {
    case (_, _) where side == .inner, (.sharp, .roundedRect): return enlarged(rect)
    case (.sharp, .path(let path, _, _, _)):
      guard let bounds = path.bounds else { return .zero }
      return Rect(origin: bounds.origin + rect.origin, size: bounds.size)
    case (.rounded(let shadow), _):
      let extent = Scalar(Int(shadow.tables.pointee.extent))
      return rect.isEmpty ? rect : enlarged(rect).insetBy(dx: -extent, dy: -extent)
    case (.path(let shadow), _):
      return Rect(origin: shadow.bounds.origin + rect.origin, size: shadow.bounds.size)
    }
  }

  /// The blur's standard deviation, clamped to its range.
  var sigma: Scalar {
    switch recipe {
    case .roundedRect(_, let sigma, _), .path(_, _, let sigma, _): sigma.clamped(from: 0, to: CoverageMask.maximumSigma)
    }
  }

  /// The side of the outline on which the shadow falls.
  var side: Side {
    switch recipe {
    case .roundedRect(_, _, let side), .path(_, _, _, let side): side
    }
  }

  public static func == (a: ShadowMask, b: ShadowMask) -> Bool {
    a.recipe == b.recipe
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(recipe)
  }
}
