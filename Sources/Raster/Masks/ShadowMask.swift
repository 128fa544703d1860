/// A blurred shape, ready to be tinted and laid under or into what casts it.
///
/// Made once and kept by whoever draws the shadow, as a picture is: what it holds does not depend on where it is drawn. A rounded rectangle's
/// is kept in parts, an edge and four corners, that are put together for any size; see ``RoundedRectShadow``.
public struct ShadowMask: Sendable, Hashable {
  /// What the mask was made of; a recording keeps this and makes the mask anew.
  package enum Recipe: Sendable, Hashable {
    case roundedRect(CornerRadii, sigma: Scalar, side: Side)
    case path(Path, FillRule, sigma: Scalar, side: Side)

    /// Whether there is so little blur that the shape itself is drawn.
    var isSharp: Bool {
      switch self {
      case .roundedRect(_, let sigma, _), .path(_, _, let sigma, _): sigma < ShadowMask.minimumSigma
      }
    }
  }

  /// On which side of the outline the shadow falls.
  public enum Side: UInt8, Sendable, Hashable {
    /// Outwards, as Core Animation's: all of the blurred shape.
    case outer
    /// Inwards, as CSS's `inset`: the blurred surroundings, seen inside the shape only.
    case inner
  }

  /// What is kept of it.
  enum Representation: Sendable {
    /// Nothing: there is no blur.
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

  /// Less is no blur at all: the shape itself is drawn.
  fileprivate static var minimumSigma: Scalar { Scalar(rawValue: 1024) }

  /// The shadow of rectangles with such corners, whatever their size, within 2 of 255 of the true one.
  ///
  /// A rectangle too small for its corners casts the shadow of one just large enough, about the same centre.
  ///
  /// - Parameters:
  ///   - radii: negative ones count as 0, those above 4096 as that; one above 1024 times a quarter of `sigma` is less exact.
  ///   - sigma: the gaussian's standard deviation in the rectangle's units, half of what CSS calls a blur radius; held to 0 (a sharp
  ///     edge) … ``CoverageMask/maximumSigma``.
  /// - Complexity: for each radius that is not 0 the memory and time of a picture of (radius + 6 σ) · 8/σ pixels a side, at most.
  public init(roundedRect radii: CornerRadii, sigma: Scalar, side: Side = .outer) {
    self.init(recipe: .roundedRect(radii, sigma: sigma, side: side))
  }

  /// The shadow of a path, within 2 of 255 of the true one from a `sigma` of 1/2 on as long as the path fits
  /// ``CoverageMask/maximumSide`` together with what the blur adds; what is beyond is cut off.
  ///
  /// - Parameter sigma: the gaussian's standard deviation in the path's units, half of what CSS calls a blur radius; held to
  ///   0 … ``CoverageMask/maximumSigma``.
  public init(of path: Path, rule: FillRule = .nonZero, sigma: Scalar, side: Side = .outer) {
    self.init(recipe: .path(path, rule, sigma: sigma, side: side))
  }

  /// All that the shadow of `rect` may touch; of a path's, of the path moved by the origin of `rect`.
  package func shadowBounds(of rect: Rect) -> Rect {
    switch (representation, recipe) {
    case (_, _) where side == .inner, (.sharp, .roundedRect): return enlarged(rect)
    case (.sharp, .path(let path, _, _, _)):
      guard let bounds = path.bounds else { return .zero }
      return Rect(origin: bounds.origin + rect.origin, size: bounds.size)
    case (.rounded(let shadow), _):
      let reach = Scalar(Int(shadow.tables.pointee.extent))
      return rect.isEmpty ? rect : enlarged(rect).insetBy(dx: -reach, dy: -reach)
    case (.path(let shadow), _):
      return Rect(origin: shadow.bounds.origin + rect.origin, size: shadow.bounds.size)
    }
  }

  /// The blur's standard deviation.
  var sigma: Scalar {
    switch recipe {
    case .roundedRect(_, let sigma, _), .path(_, _, let sigma, _): min(max(sigma, 0), CoverageMask.maximumSigma)
    }
  }

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
