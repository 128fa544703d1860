internal import CartoucheRaster

/// A transform that turns text without scaling it, divided into the steps for which glyphs have masks.
struct TextTurn: Equatable {
  /// The direction of the baseline in 1/256 of a turn.
  let direction: UInt8
  /// The transform to pixels, whose offset is 0 to 3/4 pixels on both axes.
  let transform: AffineTransform
  /// The rest of the transform's offset, in whole pixels.
  let offset: Point

  /// Creates a turn from a transform.
  ///
  /// - Returns: nil if the transform only translates, or does more than turn and translate.
  init?(_ map: Homography) {
    guard map.isAffine, !map.isTranslation else { return nil }
    func divided(_ value: Int64) -> WideFixed<32> { WideFixed(rawValue: value) / WideFixed(rawValue: max(map.w0, 1)) }
    let (a, b) = (divided(map.xx), divided(map.yx))
    // Over a thousand pixels, a deviation of 2^-18 is a 250th of a pixel.
    let tolerance = WideFixed<32>(rawValue: 1 << 14)
    guard (divided(map.yy) - a).magnitude <= tolerance, (divided(map.xy) + b).magnitude <= tolerance,
      (a * a + b * b - 1).magnitude <= tolerance
    else { return nil }
    func split(_ value: WideFixed<32>) -> (whole: Scalar, rest: WideFixed<32>) {
      let quarters = (value.rawValue.clamped(from: -(1 << 62), to: 1 << 62) + 1 << 29) >> 30
      return (Scalar(Int(clamping: quarters >> 2)), WideFixed(rawValue: (quarters & 3) << 30))
    }
    let (x, y) = (split(divided(map.x0)), split(divided(map.y0)))
    direction = GlyphPose.direction(nearestTo: .arctangent(y: b, x: a))
    transform = AffineTransform(a: a, b: b, c: -b, d: a, tx: x.rest, ty: y.rest)
    offset = Point(x: x.whole, y: y.whole)
  }

  /// Whether two turns place glyphs alike, apart from whole pixels.
  func isSame(as other: TextTurn) -> Bool { transform == other.transform }
}
