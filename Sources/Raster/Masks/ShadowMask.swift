/// A blurred shape that is drawn in one color, as a shadow outside or inside the shape's outline.
///
/// A shadow mask does not depend on the position at which the shadow is drawn. Create a shadow mask once and
/// reuse it, like an image.
///
/// A shadow mask for rounded rectangles fits rectangles of any size. It stores one blurred edge and the
/// blurred corners, from which the shadow of each size is computed.
///
/// If coverages are numbers from 0 to 1, the coverage of an inner shadow is `shape × (1 − blurred shape)`.
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

  /// The side of a shape's outline on which the shadow falls: outside or inside.
  public enum Side: UInt8, Sendable, Hashable {
    /// The shadow falls outside the outline, as in Core Animation.
    ///
    /// The whole blurred shape is drawn, including the part inside the outline.
    case outer
    /// The shadow falls inside the outline, as with CSS's `inset`.
    ///
    /// The area outside the shape is blurred, and the blurred area is drawn only inside the shape.
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
    case .roundedRect(let radii, let sigma, let side):
      representation = .rounded(RoundedRectShadow(radii, sigma: sigma, side: side))
    case .path(let path, let rule, let sigma, _): representation = .path(PathShadow(path, rule: rule, sigma: sigma))
    }
  }

  /// The smallest standard deviation that blurs. If the standard deviation is smaller, the shape itself is
  /// drawn.
  fileprivate static var minimumSigma: Scalar { Scalar(rawValue: 1024) }

  /// Creates a shadow mask for rounded rectangles of any size.
  ///
  /// Coverages are numbers from 0 to 255. For σ from 0.3 to 45, each coverage differs from the exact result
  /// by at most 2. For inner shadows, this limit holds for σ from 0.5 to 45.
  ///
  /// If the corners do not fit into a rectangle, the rectangle is enlarged around its center until the
  /// corners fit. The shadow is that of the enlarged rectangle.
  ///
  /// - Parameters:
  ///   - radii: The corner radii of the rectangles, clamped to 0…4096. If a radius exceeds 128 σ, the shadow
  ///     of the corner is less exact.
  ///   - sigma: The Gaussian's standard deviation σ in the rectangle's units, clamped to
  ///     0…``CoverageMask/maximumSigma``. A σ of 0 makes a sharp edge. CSS's blur radius is 2 σ.
  ///   - side: The side of the outline on which the shadow falls.
  /// - Complexity: Each corner radius other than 0 takes memory and time in proportion to n², where n is at
  ///   most (radius + 6 σ) · 8/σ.
  ///   For shadows outside of rectangles whose sides lie between pixels, up to 128 KiB of coverages are
  ///   computed as well.
  public init(roundedRect radii: CornerRadii, sigma: Scalar, side: Side = .outer) {
    self.init(recipe: .roundedRect(radii, sigma: sigma, side: side))
  }

  /// Creates a shadow mask for one path.
  ///
  /// Coverages are numbers from 0 to 255. If σ is at least 1/2, each coverage differs from the exact result
  /// by at most 2. If the path's width or height exceeds ``CoverageMask/maximumSide``, parts of the path may
  /// be cut off.
  ///
  /// - Parameters:
  ///   - path: The shape that casts the shadow.
  ///   - rule: The rule that decides which points are inside the path.
  ///   - sigma: The Gaussian's standard deviation σ in the path's units, clamped to
  ///     0…``CoverageMask/maximumSigma``. CSS's blur radius is 2 σ.
  ///   - side: The side of the outline on which the shadow falls.
  public init(of path: Path, rule: FillRule = .nonZero, sigma: Scalar, side: Side = .outer) {
    self.init(recipe: .path(path, rule, sigma: sigma, side: side))
  }

  /// Returns the bounds of the shadow of a rectangle or of a path.
  ///
  /// If the mask was made for a path, the path is moved by the origin of `rect`.
  package func shadowBounds(of rect: Rect) -> Rect {
    switch (representation, recipe) {
    case (_, _) where side == .inner, (.sharp, .roundedRect): return enlargedToFitCorners(rect)
    case (.sharp, .path(let path, _, _, _)):
      guard let bounds = path.bounds else { return .zero }
      return Rect(origin: bounds.origin + rect.origin, size: bounds.size)
    case (.rounded(let shadow), _):
      let extent = Scalar(Int(shadow.tables.pointee.extent))
      return rect.isEmpty ? rect : enlargedToFitCorners(rect).insetBy(dx: -extent, dy: -extent)
    case (.path(let shadow), _):
      return Rect(origin: shadow.bounds.origin + rect.origin, size: shadow.bounds.size)
    }
  }

  /// Returns `rect` enlarged about its center until the corners fit. An empty rectangle is returned
  /// unchanged.
  func enlargedToFitCorners(_ rect: Rect) -> Rect {
    guard case .roundedRect(let radii, _, _) = recipe, !rect.isEmpty else { return rect }
    let clamped = radii.clampedForShadow
    let width = max(clamped.topLeft + clamped.topRight, clamped.bottomLeft + clamped.bottomRight)
    let height = max(clamped.topLeft + clamped.bottomLeft, clamped.topRight + clamped.bottomRight)
    return rect.insetBy(dx: min((rect.width - width) / 2, 0), dy: min((rect.height - height) / 2, 0))
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

  /// Returns whether two masks were created with equal arguments.
  @_disfavoredOverload
  public static func == (a: ShadowMask, b: ShadowMask) -> Bool {
    a.recipe == b.recipe
  }

  /// Hashes the arguments with which the mask was created.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(recipe)
  }
}
