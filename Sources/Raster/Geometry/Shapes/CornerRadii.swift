/// The radii of the four rounded corners of a rectangle, in points.
public struct CornerRadii: Hashable, Sendable, BitwiseCopyable {
  /// The radius of the top left corner.
  public var topLeft: Scalar
  /// The radius of the top right corner.
  public var topRight: Scalar
  /// The radius of the bottom right corner.
  public var bottomRight: Scalar
  /// The radius of the bottom left corner.
  public var bottomLeft: Scalar

  /// Creates corner radii from one radius for each corner.
  public init(topLeft: Scalar, topRight: Scalar, bottomRight: Scalar, bottomLeft: Scalar) {
    (self.topLeft, self.topRight, self.bottomRight, self.bottomLeft) = (topLeft, topRight, bottomRight, bottomLeft)
  }

  /// Creates corner radii that are all equal to `radius`.
  public init(_ radius: Scalar) {
    self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
  }

  /// Returns the radii, all scaled down by one factor if two radii do not fit a side of `size`.
  ///
  /// The factor is the largest at which all radii fit. Negative radii become zero.
  package func fitting(_ size: Size) -> CornerRadii {
    let radii = map { max($0, 0) }
    var factor: WideFixed<32> = 1
    func fit(_ sum: Scalar, _ side: Scalar) {
      if sum > side { factor = min(factor, WideFixed<32>(rawValue: side.rawValue) / WideFixed<32>(rawValue: sum.rawValue)) }
    }
    fit(radii.topLeft + radii.topRight, size.width)
    fit(radii.bottomLeft + radii.bottomRight, size.width)
    fit(radii.topLeft + radii.bottomLeft, size.height)
    fit(radii.topRight + radii.bottomRight, size.height)
    if factor == 1 { return radii }
    return radii.map { Scalar(rawValue: (WideFixed<32>(rawValue: $0.rawValue) * factor).rawValue) }
  }

  private func map(_ transform: (Scalar) -> Scalar) -> CornerRadii {
    CornerRadii(
      topLeft: transform(topLeft), topRight: transform(topRight), bottomRight: transform(bottomRight),
      bottomLeft: transform(bottomLeft))
  }
}

#if !hasFeature(Embedded)
  extension CornerRadii: Codable {}
#endif
