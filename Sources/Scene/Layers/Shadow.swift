public import CartoucheRaster

/// A blurred silhouette that is drawn behind a layer.
///
/// The shadow lies on the layer's plane. The layer's transform thus also applies to the shadow.
public struct Shadow: Hashable, Sendable {
  /// The color of the shadow.
  public var color: Color
  /// The opacity of the shadow, 0…1.
  ///
  /// This opacity is multiplied with the alpha of ``color`` and with the opacity of the layer.
  public var opacity: Scalar
  /// The offset of the shadow from the layer, in the layer's points. A positive height moves the shadow down.
  public var offset: Size
  /// The blur radius: the standard deviation of the shadow's Gaussian blur, in the layer's points.
  ///
  /// The blur radius is the same as Core Animation's `shadowRadius`, and half of a CSS blur radius. The
  /// maximum is ``CoverageMask/maximumSigma``.
  public var radius: Scalar
  /// The path that casts the shadow, in the layer's coordinate space.
  ///
  /// If nil, ``Layer/shadowPath`` or the layer's rounded rectangle casts the shadow.
  public var path: Path?

  /// Creates a shadow. By default, the shadow is moved up by three points, as in Core Animation.
  public init(
    color: Color = .black, opacity: Scalar = 1, offset: Size = Size(width: 0, height: -3), radius: Scalar = 3, path: Path? = nil
  ) {
    (self.color, self.opacity, self.offset, self.radius, self.path) = (color, opacity, offset, radius, path)
  }
}
