/// A blurred shape that is drawn in one color as the shadow of that shape, outside or inside its outline.
///
/// A shadow mask does not depend on where the shadow is drawn. Create a shadow mask once and keep it, like an
/// image.
///
/// The shadow of a rounded rectangle is stored as an edge and four corners, which are combined for a
/// rectangle of any size; see `RoundedRectShadow`. The coverage of an inner shadow is that of the shape
/// minus that of the blurred shape.
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

  /// The side of the shape's outline on which the shadow falls.
  public enum Side: UInt8, Sendable, Hashable {
    /// The shadow falls outside the outline, as in Core Animation. The whole blurred shape is drawn.
    case outer
    /// The shadow falls inside the outline, as with CSS's `inset`.
    ///
    /// The area around the shape is blurred and drawn only inside the shape.
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

  /// The smallest standard deviation that blurs. If the standard deviation is smaller, the shape itself is
  /// drawn.
  fileprivate static var minimumSigma: Scalar { Scalar(rawValue: 1024) }

  /// Creates a shadow mask for rounded rectangles of any size.
  ///
  /// The shadow's coverage is within 2 of 255 of the exact result. This was measured for σ of 0.3 … 45, and
  /// for inner shadows from a σ of 0.5 on.
  ///
  /// If a rectangle is too small for its corners, the shadow is that of the smallest rectangle that fits the
  /// corners, around the same center.
  ///
  /// - Parameters:
  ///   - radii: The corner radii of the rectangles. Negative radii count as 0, and radii above 4096 as 4096.
  ///     The shadow of a radius above 128 `sigma` is less exact.
  ///   - sigma: The Gaussian's standard deviation σ in the rectangle's units, clamped to 0 …
  ///     ``CoverageMask/maximumSigma``. A σ of 0 makes a sharp edge. CSS's blur radius is 2 σ.
  ///   - side: The side of the outline on which the shadow falls.
  /// - Complexity: For each radius that is not 0, at most the memory and time of a square image. The image's
  ///   side is (radius + 6 σ) · 8/σ pixels.
  public init(roundedRect radii: CornerRadii, sigma: Scalar, side: Side = .outer) {
    self.init(recipe: .roundedRect(radii, sigma: sigma, side: side))
  }

  /// Creates a shadow mask for one path.
  ///
  /// If σ is at least 1/2, the shadow's coverage is within 2 of 255 of the exact result. The path and its
  /// blur must fit ``CoverageMask/maximumSide``. Parts beyond that size are cut off.
  ///
  /// - Parameters:
  ///   - path: The shape that casts the shadow.
  ///   - rule: The rule by which the path is filled.
  ///   - sigma: The Gaussian's standard deviation σ in the path's units, clamped to 0 …
  ///     ``CoverageMask/maximumSigma``. CSS's blur radius is 2 σ.
  ///   - side: The side of the outline on which the shadow falls.
  public init(of path: Path, rule: FillRule = .nonZero, sigma: Scalar, side: Side = .outer) {
    self.init(recipe: .path(path, rule, sigma: sigma, side: side))
  }

  /// Returns the bounds of the shadow of a rectangle or of a path.
  ///
  /// If the mask was made for a path, the path is moved by the origin of `rect`.
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
