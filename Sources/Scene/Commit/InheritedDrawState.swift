import CartoucheRaster

/// The state that a layer inherits from the layers above it during a walk.
struct InheritedDrawState {
  /// The target into which a walk's display list is drawn.
  enum Target: BitwiseCopyable {
    case screen
    /// The image of a ``LayerPixelCache``.
    case cachedImage
  }

  /// The settings and the memory budget of cached images. The stage owns this object, which outlives every
  /// walk.
  unowned(unsafe) let rasterCache: RasterCacheContext
  let target: Target
  /// The map from the plane on which the layer is seen to the target's pixels.
  var plane: Homography
  /// The product of the opacities of the enclosing transform layers.
  ///
  /// A plane composites its sublayers as a group with its own opacity. Below a plane, the product is
  /// therefore 1 again.
  var opacity: Scalar = 1
  /// The pixels of the target that the layers above leave visible.
  var clip: PixelRect
  /// Whether the layer's pixels are damaged even if only a layer above has changed.
  var forcesDamage: Bool
  /// The visible part of the layer's plane where planes of one space cross; nil if the whole plane is
  /// visible.
  var fragment: ClipFragment?

  init(
    target: Target, plane: Homography = .identity, clip: PixelRect, forcesDamage: Bool = false,
    using rasterCache: RasterCacheContext
  ) {
    (self.target, self.rasterCache) = (target, rasterCache)
    (self.plane, self.clip, self.forcesDamage) = (plane, clip, forcesDamage)
  }

  /// Returns the context of the sublayers of a layer whose space is mapped to the target by `plane`.
  func below(plane: Homography, clip: PixelRect, forcesDamage: Bool = false) -> InheritedDrawState {
    InheritedDrawState(target: target, plane: plane, clip: clip, forcesDamage: forcesDamage, using: rasterCache)
  }
}
