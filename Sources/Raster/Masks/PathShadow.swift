/// The shadow of a path: a mask of its blurred coverage.
///
/// For a small blur, the mask's scale is finer than the path's. For a large blur, the mask's scale is
/// coarser.
final class PathShadow: Sendable {
  /// The binary logarithm of the mask's scale, negative for a large blur. A unit of the path is 2^`bits`
  /// pixels.
  let bits: Int
  let mask: CoverageMask
  /// The bounds of the outline and of the blur around it, in the path's space.
  let bounds: Rect

  /// The resolution of a path's mask, and its blur.
  struct Scale {
    /// A unit of the path is 2^`bits` pixels of the mask.
    let bits: Int
    /// The standard deviation in the mask's pixels.
    let sigma: Scalar

    /// Chooses the scale.
    ///
    /// - Parameters:
    ///   - extent: The bounding box of the path's control points.
    ///   - sigma: The standard deviation in the path's units.
    init(_ extent: Rect, sigma: Scalar) {
      let sigma = sigma.clamped(from: 0, to: CoverageMask.maximumSigma).rawValue
      // Fine enough that linear interpolation between the mask's pixels follows the blur, and no finer: a
      // standard deviation is four to eight pixels.
      var bits = 0
      while BlurredEdge.deviation(sigma) >> Int64(-bits) > 8 << 16 { bits -= 1 }
      while bits < 3 && BlurredEdge.deviation(sigma) << Int64(bits) < 4 << 16
        && max(extent.width, extent.height) * (2 << bits) < Scalar(CoverageMask.maximumSide)
      { bits += 1 }
      self.bits = bits
      // Add the variance of a screen pixel, 1/12. The mask's own pixels and the interpolation between them
      // already contribute 1/12 and 1/6 of the mask's scale.
      let variance = (sigma * sigma + (Int64(1) << 32) / 12) << Int64(2 * bits) - (Int64(1) << 32) / 4  // ≤ 2^49
      self.sigma = Scalar(rawValue: bits == 0 ? sigma : squareRoot(of: variance))
    }
  }

  init(_ path: Path, rule: FillRule, sigma: Scalar) {
    let finest = Scale(path.controlBounds ?? .zero, sigma: sigma)
    let bits = finest.bits
    self.bits = bits
    let scale = WideFixed<32>(rawValue: 1 << Int64(32 + bits))
    mask = CoverageMask(path, rule: rule, transform: .scale(x: scale, y: scale)).blurred(sigma: finest.sigma)
    let pixels = mask.bounds
    func pathUnits(_ length: Int) -> Scalar { Scalar(rawValue: (Int64(length) << 16) >> Int64(bits)) }
    bounds =
      pixels.isEmpty
      ? .zero
      : Rect(
        x: pathUnits(pixels.minX - 1), y: pathUnits(pixels.minY - 1), width: pathUnits(pixels.width + 2),
        height: pathUnits(pixels.height + 2))
  }

  /// Returns the coverage at a point, interpolated between the centers of four pixels.
  ///
  /// - Parameters:
  ///   - u, v: The point in 1/65536 of the mask's pixels, from its corner.
  @inline(__always)
  static func coverage(_ mask: UnsafePointer<UInt8>, width: Int32, height: Int32, _ u: Int64, _ v: Int64) -> UInt32 {
    let (x, y) = (u &- 32768, v &- 32768)
    let (column, row) = (x >> 16, y >> 16)
    if column < -1 || row < -1 || column >= width || row >= height { return 0 }
    let (a, b) = (UInt32(truncatingIfNeeded: (x & 65535) >> 8), UInt32(truncatingIfNeeded: (y & 65535) >> 8))
    @inline(__always)
    func pixel(_ column: Int64, _ row: Int64) -> UInt32 {
      if column < 0 || row < 0 || column >= width || row >= height { return 0 }
      return UInt32(mask[Int(truncatingIfNeeded: row &* Int64(width) &+ column)])
    }
    let top = pixel(column, row) &* (256 &- a) &+ pixel(column &+ 1, row) &* a
    let bottom = pixel(column, row &+ 1) &* (256 &- a) &+ pixel(column &+ 1, row &+ 1) &* a
    return (top &* (256 &- b) &+ bottom &* b &+ 32768) >> 16  // ≤ 255 · 2^16
  }
}
