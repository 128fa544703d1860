extension CoverageMask {
  /// Creates a mask by stroking a path with soft edges, like MapLibre's `line-blur` and `line-gap-width`.
  ///
  /// From the edge of the stroke inward, the coverage grows linearly over `blur` pixels and one pixel more.
  /// If the line is narrower than its blur, its coverage is nowhere complete. The coverage at a pixel is that
  /// at its center, for the distance from the line's nearest part. So overlaps of the line with itself are
  /// not darker.
  ///
  /// With a `gap`, the path is stroked on both sides of the gap, each with the width of `style`. The line has
  /// soft edges toward the gap too, which extend into the gap. Where the line crosses itself, the gap stays
  /// free. Flat ends stay open.
  ///
  /// Without blur and gap, the mask is that of ``init(stroking:style:transform:)``, whose coverage is exact.
  ///
  /// - Parameters:
  ///   - path: The path to stroke.
  ///   - style: The style of the stroke. At turns sharper than 177°, a miter or bevel is left out.
  ///   - blur: The width of the soft edges in the path's space. Below 0, it counts as 0.
  ///   - gap: The width of the gap in the path's space. Below 0, it counts as 0.
  ///   - transform: The transform from the path's space to the space in which a unit is one pixel of the
  ///     mask. It should scale uniformly. Otherwise, widths are scaled by the mean of both scales.
  ///   - clip: The pixels to which the mask is limited; by default, the limits of
  ///     ``init(stroking:style:transform:)``. Without blur and gap, the clip has no effect.
  /// - Source: MapLibre GL JS, `line.vertex.glsl` and `line.fragment.glsl`.
  public init(
    stroking path: Path, style: StrokeStyle, blur: Scalar, gap: Scalar = 0, transform: AffineTransform = .identity,
    clippedTo clip: PixelRect? = nil
  ) {
    let gap = max(gap, 0)
    var outer = style
    if gap > 0 { outer.width = gap + 2 * style.width }
    if (blur <= 0 && gap == 0) || style.width <= 0 {
      self.init(stroking: path, style: style, transform: transform)
      return
    }
    var stroking = Stroking()
    let (lines, isSmooth, scale) = stroking.centerlines(of: path, style: outer, transform: transform)
    func pixels(_ length: Scalar) -> Int64 { Int64(clamping: (Int128(length.rawValue) &* Int128(scale.rawValue)) >> 32) }  // ≤ 2^94
    let half = (pixels(outer.width) >> 1).clamped(from: 0, to: 1 << 29)
    let ramp = DistanceRamp(half: half, blur: pixels(blur))
    let stroke = SoftStroke(lines, isSmooth: isSmooth, style: outer, half: half, reach: ramp.limit)
    var bounds = PixelRect.empty
    if !stroke.segments.isEmpty || !stroke.corners.isEmpty { bounds = Self.pixels(in: stroke.bounds, clippedTo: clip) }
    let covered = CoverageMask(bounds: bounds) { bytes in
      guard let base = bytes.baseAddress else { return }
      SoftStrokeFiller(bytes: base, rect: bounds, ramp: ramp, hasOpenEnds: false).fill(stroke)
      if gap == 0 { return }
      let opening = Storage(count: bytes.count)
      let ramp = DistanceRamp(half: pixels(gap) >> 1, blur: pixels(blur))
      SoftStrokeFiller(bytes: opening.bytes, rect: bounds, ramp: ramp, hasOpenEnds: true).fill(stroke)
      for index in 0..<bytes.count { base[index] = min(base[index], 255 &- opening.bytes[index]) }
    }
    self = covered
  }

  /// Returns the pixels of a box that a mask can store.
  private static func pixels(in box: BoundingBox, clippedTo clip: PixelRect?) -> PixelRect {
    let limit = 1 << 30
    func pixel(_ value: Scalar) -> Int { Int(clamping: value.rawValue >> 16).clamped(from: -limit, to: limit) }
    var rect = PixelRect(minX: pixel(box.minX), minY: pixel(box.minY), maxX: pixel(box.maxX + 1), maxY: pixel(box.maxY + 1))
    if let clip { rect = rect.intersection(clip) }
    rect.maxX = min(rect.maxX, rect.minX.clamped(from: -limit, to: limit) + maximumSide)
    rect.maxY = min(rect.maxY, rect.minY.clamped(from: -limit, to: limit) + maximumSide)
    return rect.isEmpty ? .empty : rect
  }
}
