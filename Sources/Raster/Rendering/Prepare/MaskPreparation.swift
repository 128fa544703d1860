extension RenderScratch {
  /// Finds where a mask's pixels lie on the screen.
  mutating func prepareCoverageMask(
    _ mask: CoverageMask, transform: Homography, in prepared: inout PreparedItem, size: PixelSize
  ) -> Bool {
    let bounds = mask.bounds
    if bounds.isEmpty { return false }
    var placed = PlacedShadow()
    placed.mask = UnsafePointer(mask.storage.bytes)
    placed.chunks = mask.storage.chunks
    placed.maskWidth = Int32(truncatingIfNeeded: bounds.width)
    placed.maskHeight = Int32(truncatingIfNeeded: bounds.height)
    if let (x, y) = transform.wholePixelTranslation {
      // Held to ±2^30 pixels; a mask is at most 2^13 wide and its corner hardly more than 2^30 away.
      func place(_ corner: Int, _ offset: Int64) -> Int32 {
        Int32(truncatingIfNeeded: min(max(Int64(corner) &+ offset, -(1 << 30)), 1 << 30))
      }
      let (left, top) = (place(bounds.minX, x), place(bounds.minY, y))
      (placed.left, placed.top) = (Int64(left), Int64(top))
      prepared.bounds = PixelBounds(
        minX: left, minY: top, maxX: left &+ placed.maskWidth, maxY: top &+ placed.maskHeight
      ).intersection(PixelBounds(size))
      prepared.mask.kind = .pixelAlignedMask
      if prepared.bounds.isEmpty { return false }
    } else {
      let rect = Rect(
        x: Scalar(bounds.minX), y: Scalar(bounds.minY), width: Scalar(bounds.width), height: Scalar(bounds.height))
      placed.map = transform.inverseMapping(to: rect.origin, bits: 0)
      guard placed.map != nil, setShadowBounds(rect.insetBy(dx: -1, dy: -1), transform: transform, in: &prepared, size: size) else {
        return false
      }
      prepared.mask.kind = .pathShadow
    }
    prepared.mask.index = Int32(truncatingIfNeeded: masks.shadows.count)
    masks.shadows.append(placed)
    return true
  }

  /// Lays a mask's rows as they are.
  func composePixelAlignedMask(_ mask: UnsafePointer<PlacedShadow>, in rect: PixelRect, into filler: inout SpanFiller) {
    let left = Int(mask.pointee.left)
    if let chunks = mask.pointee.chunks, filler.fillChunks(chunks, left: left, top: Int(mask.pointee.top), in: rect) {
      let (from, to) = (left &+ chunks.columns.lower, left &+ chunks.columns.upper)
      compose(rowsOf: mask, from: rect.minX, to: min(from, rect.maxX), rect, into: &filler)
      compose(rowsOf: mask, from: max(to, rect.minX), to: rect.maxX, rect, into: &filler)
    } else {
      compose(rowsOf: mask, from: rect.minX, to: rect.maxX, rect, into: &filler)
    }
  }

  private func compose(
    rowsOf mask: UnsafePointer<PlacedShadow>, from: Int, to: Int, _ rect: PixelRect, into filler: inout SpanFiller
  ) {
    guard let bytes = mask.pointee.mask, from < to else { return }
    let width = Int(mask.pointee.maskWidth)
    var row = bytes + ((rect.minY &- Int(mask.pointee.top)) &* width &+ from &- Int(mask.pointee.left))
    for y in rect.minY..<rect.maxY {
      filler.begin(row: y)
      filler.fillSpan(x: from, count: to &- from, coverages: row)
      row += width
    }
  }
}

extension Homography {
  /// By how many pixels it moves, if it does nothing else; held to ±2^31.
  var wholePixelTranslation: (x: Int64, y: Int64)? {
    guard isTranslation else { return nil }
    let offset = AffineTransform(normalizing: self)
    let (x, y) = (Scalar(rounding: offset.tx).rawValue, Scalar(rounding: offset.ty).rawValue)
    guard (x | y) & 65535 == 0 else { return nil }
    return (min(max(x >> 16, -(1 << 31)), 1 << 31), min(max(y >> 16, -(1 << 31)), 1 << 31))
  }
}
