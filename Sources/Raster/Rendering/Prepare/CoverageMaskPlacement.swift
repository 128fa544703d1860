/// Positions coverage masks on the screen.
enum CoverageMaskPlacement {
  /// Prepares a coverage mask.
  ///
  /// If the mask is moved by whole pixels, it is pixel-aligned. Under any other map, the mask is sampled.
  ///
  /// - Returns: False if no part of the mask is visible.
  static func prepare(
    _ mask: CoverageMask, transform: Homography, in prepared: inout PreparedItem, size: PixelSize,
    scratch: inout PrepareScratch
  ) -> Bool {
    let bounds = mask.bounds
    if bounds.isEmpty { return false }
    var placed = PlacedShadow()
    placed.mask = UnsafePointer(mask.storage.bytes)
    placed.chunks = mask.storage.chunks
    placed.maskWidth = Int32(truncatingIfNeeded: bounds.width)
    placed.maskHeight = Int32(truncatingIfNeeded: bounds.height)
    if let (x, y) = transform.wholePixelTranslation {
      // Clamped to ±2^30 pixels; a mask has at most 2^13 columns, and its corner is hardly more than 2^30
      // away.
      func moved(_ corner: Int, by offset: Int64) -> Int32 {
        Int32(truncatingIfNeeded: (Int64(corner) &+ offset).clamped(from: -(1 << 30), to: 1 << 30))
      }
      let (left, top) = (moved(bounds.minX, by: x), moved(bounds.minY, by: y))
      (placed.left, placed.top) = (Int64(left), Int64(top))
      prepared.bounds = PixelRect32(
        minX: left, minY: top, maxX: left &+ placed.maskWidth, maxY: top &+ placed.maskHeight
      ).intersection(PixelRect32(size))
      if prepared.bounds.isEmpty { return false }
      scratch.masks.append(placed, kind: .pixelAlignedMask, to: &prepared)
    } else {
      let rect = Rect(
        x: Scalar(bounds.minX), y: Scalar(bounds.minY), width: Scalar(bounds.width), height: Scalar(bounds.height))
      placed.map = transform.inverseMapping(to: rect.origin, bits: 0)
      // Interpolation extends half a pixel beyond the mask.
      guard placed.map != nil,
        ShadowPlacement.setBounds(
          rect.insetBy(dx: -1, dy: -1), transform: transform, in: &prepared, size: size, scratch: &scratch)
      else { return false }
      scratch.masks.append(placed, kind: .sampledMask, to: &prepared)
    }
    return true
  }
}
