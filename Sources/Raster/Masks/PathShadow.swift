/// What is kept to draw the shadow of a path: its blurred coverage, at a finer scale where the blur is small and a coarser one where it is large.
final class PathShadow: Sendable {
  /// A unit of the path is 2^`bits` of the mask's pixels; negative where the blur is large.
  let bits: Int
  let mask: CoverageMask
  /// Where the outline lies in the path's space, and around it what the blur reaches.
  let bounds: Rect

  /// How finely a path's mask is made, and by how much it is blurred.
  struct Scale {
    /// A unit of the path is 2^`bits` of the mask's pixels.
    let bits: Int
    /// In the mask's pixels.
    let sigma: Scalar

    /// - Parameter extent: the path's control points' bounds.
    init(_ extent: Rect, sigma: Scalar) {
      let sigma = min(max(sigma, 0), CoverageMask.maximumSigma).rawValue
      // So fine that lines between the mask's pixels follow the blur, and no finer: four to eight of them make a deviation.
      var bits = 0
      while BlurredEdge.deviation(sigma) >> Int64(-bits) > 8 << 16 { bits -= 1 }
      while bits < 3 && BlurredEdge.deviation(sigma) << Int64(bits) < 4 << 16
        && max(extent.width, extent.height) * (2 << bits) < Scalar(CoverageMask.maximumSide)
      { bits += 1 }
      self.bits = bits
      // The width of a pixel is to be added; that of the mask's pixels and the lines between them are in it already, 1/12 and 1/6.
      let wanted = (sigma * sigma + (Int64(1) << 32) / 12) << Int64(2 * bits) - (Int64(1) << 32) / 4  // ≤ 2^49
      self.sigma = Scalar(rawValue: bits == 0 ? sigma : squareRoot(of: wanted))
    }
  }

  init(_ path: Path, rule: FillRule, sigma: Scalar) {
    let finest = Scale(path.controlBounds ?? .zero, sigma: sigma)
    let bits = finest.bits
    self.bits = bits
    let scale = WideFixed<32>(rawValue: 1 << Int64(32 + bits))
    mask = CoverageMask(path, rule: rule, transform: .scale(x: scale, y: scale)).blurred(sigma: finest.sigma)
    let places = mask.bounds
    func back(_ place: Int) -> Scalar { Scalar(rawValue: (Int64(place) << 16) >> Int64(bits)) }
    bounds =
      places.isEmpty
      ? .zero
      : Rect(
        x: back(places.minX - 1), y: back(places.minY - 1), width: back(places.width + 2), height: back(places.height + 2))
  }

  /// The coverage at a place, in 1/65536 of the mask's pixels from its corner: between four pixels' centres.
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
