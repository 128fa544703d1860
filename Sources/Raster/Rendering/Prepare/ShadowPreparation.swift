extension RenderScratch {
  mutating func prepareShadow(
    _ mask: ShadowMask, of rect: Rect, transform: Homography, in prepared: inout PreparedItem, size: PixelSize
  ) -> Bool {
    var placed = PlacedShadow()
    let reached: Rect
    switch mask.representation {
    case .sharp:
      // Inwards nothing is left of it.
      if mask.side == .outer {
        _ = prepareShadowOutline(of: mask, rect, transform: transform, in: &prepared, size: size)
        prepared.mask.outline = .nothing
      }
      return false
    case .rounded(let shadow):
      guard !rect.isEmpty else { return false }
      let tables = shadow.tables
      let rect = mask.enlarged(rect)
      placed.tables = tables
      (placed.width, placed.height) = (rect.width.rawValue, rect.height.rawValue)
      reached = mask.shadowBounds(of: rect)
      if transform.isTranslation && mask.side == .outer {
        return prepareTranslatedShadow(placed, rect, transform: transform, in: &prepared, size: size)
      }
      prepared.mask.kind = .transformedShadow
      placed.map = transform.inverseMapping(to: rect.origin, bits: 0)
    case .path(let shadow):
      reached = Rect(origin: shadow.bounds.origin + rect.origin, size: shadow.bounds.size)
      prepared.mask.kind = .pathShadow
      placed.mask = UnsafePointer(shadow.mask.storage.bytes)
      placed.maskWidth = Int32(truncatingIfNeeded: shadow.mask.bounds.width)
      placed.maskHeight = Int32(truncatingIfNeeded: shadow.mask.bounds.height)
      // The bounds have a pixel more on each side.
      let pixel = Scalar(rawValue: 65536 >> Int64(shadow.bits))
      placed.map = transform.inverseMapping(to: reached.origin + Point(x: pixel, y: pixel), bits: shadow.bits)
    }
    guard placed.map != nil else { return false }
    if mask.side == .inner {
      guard prepareShadowOutline(of: mask, rect, transform: transform, in: &prepared, size: size) else { return false }
    } else {
      guard setShadowBounds(reached, transform: transform, in: &prepared, size: size) else { return false }
      (placed.stepX, placed.stepY) = ShadowGrid.steps(over: reached, sigma: mask.sigma, transform: transform)
    }
    prepared.mask.index = Int32(truncatingIfNeeded: masks.shadows.count)
    masks.shadows.append(placed)
    return true
  }

  /// Sets the bounds of `rect` as it is seen.
  mutating func setShadowBounds(_ rect: Rect, transform: Homography, in prepared: inout PreparedItem, size: PixelSize) -> Bool {
    contours.removeAll()
    rectangle.removeAll()
    rectangle.addRect(rect)
    flattening.flatten(rectangle, transform: transform, closing: true, into: &contours)
    guard let first = contours.points.first else { return false }
    var (minX, minY, maxX, maxY) = (first.x, first.y, first.x, first.y)
    for point in contours.points {
      (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
      (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
    }
    prepared.bounds = PixelBounds(covering: minX, minY, maxX, maxY).intersection(PixelBounds(size))
    return !prepared.bounds.isEmpty
  }

  /// Makes edges of the shape that an inner shadow falls into.
  private mutating func prepareShadowOutline(
    of mask: ShadowMask, _ rect: Rect, transform: Homography, in prepared: inout PreparedItem, size: PixelSize
  ) -> Bool {
    beginOutline(size: size)
    switch mask.recipe {
    case .roundedRect(let radii, _, _):
      rectangle.removeAll()
      rectangle.addRoundedRect(mask.enlarged(rect), radii: radii)
      flattening.flatten(rectangle, transform: transform, closing: true, into: &contours)
    case .path(let path, let rule, _, _):
      prepared.rule = rule
      let moved = Homography.translation(x: rect.minX, y: rect.minY).concatenating(transform)
      flattening.flatten(path, transform: moved, closing: true, into: &contours)
    }
    endOutline(&prepared, size: size)
    prepared.mask.outline = prepared.kind
    return prepared.kind != .nothing
  }

  /// Makes the shares of the columns and rows that a shadow without a turn touches.
  private mutating func prepareTranslatedShadow(
    _ shadow: PlacedShadow, _ rect: Rect, transform: Homography, in prepared: inout PreparedItem, size: PixelSize
  ) -> Bool {
    guard let tables = shadow.tables else { return false }
    let offset = AffineTransform(normalizing: transform)
    let origin = rect.origin + Point(x: Scalar(rounding: offset.tx), y: Scalar(rounding: offset.ty))
    let limit: Int64 = 1 << 46
    var shadow = shadow
    shadow.left = min(max(origin.x.rawValue, -limit), limit)
    shadow.top = min(max(origin.y.rawValue, -limit), limit)
    (shadow.width, shadow.height) = (min(shadow.width, limit), min(shadow.height, limit))
    let reach = tables.pointee.extent << 16
    let (right, bottom) = (shadow.left &+ shadow.width, shadow.top &+ shadow.height)  // ≤ 2^47
    prepared.bounds = PixelBounds(
      covering: Scalar(rawValue: shadow.left &- reach), Scalar(rawValue: shadow.top &- reach), Scalar(rawValue: right &+ reach),
      Scalar(rawValue: bottom &+ reach)
    ).intersection(PixelBounds(size))
    let bounds = prepared.bounds
    if bounds.isEmpty { return false }
    let (columns, rows) = (Int(bounds.maxX &- bounds.minX), Int(bounds.maxY &- bounds.minY))
    shadow.shares = masks.shares.count
    masks.shares.reserve(columns &+ rows)
    let shares = masks.shares.base + masks.shares.count
    masks.shares.count &+= columns &+ rows
    for column in 0..<columns {
      let place = (Int64(bounds.minX) &+ Int64(column)) << 16 &+ 32768
      shares[column] = UInt16(truncatingIfNeeded: tables.pointee.spanCoverage(at: place &- shadow.left, length: shadow.width))
    }
    for row in 0..<rows {
      let place = (Int64(bounds.minY) &+ Int64(row)) << 16 &+ 32768
      shares[columns &+ row] = UInt16(
        truncatingIfNeeded: tables.pointee.spanCoverage(at: place &- shadow.top, length: shadow.height))
    }
    let inLeft = shadow.left &+ reach &+ max(tables.pointee.topLeft.radius, tables.pointee.bottomLeft.radius)
    let inRight = right &- reach &- max(tables.pointee.topRight.radius, tables.pointee.bottomRight.radius)
    func column(_ place: Int64) -> Int32 {
      Int32(truncatingIfNeeded: min(max(place >> 16, Int64(bounds.minX)), Int64(bounds.maxX)))
    }
    (shadow.uniformMinX, shadow.uniformMaxX) = (column(inLeft &+ 65535), column(inRight))
    if shadow.uniformMinX >= shadow.uniformMaxX { (shadow.uniformMinX, shadow.uniformMaxX) = (bounds.maxX, bounds.maxX) }
    prepared.mask.kind = .translatedShadow
    prepared.mask.index = Int32(truncatingIfNeeded: masks.shadows.count)
    masks.shadows.append(shadow)
    return true
  }
}

extension ShadowMask {
  /// `rect` made just large enough for the corners, about its centre; an empty one stays as it is.
  func enlarged(_ rect: Rect) -> Rect {
    guard case .roundedRect(let radii, _, _) = recipe, !rect.isEmpty else { return rect }
    let all = radii.clampedForShadow
    let width = max(all.topLeft + all.topRight, all.bottomLeft + all.bottomRight)
    let height = max(all.topLeft + all.bottomLeft, all.topRight + all.bottomRight)
    return rect.insetBy(dx: min((rect.width - width) / 2, 0), dy: min((rect.height - height) / 2, 0))
  }
}

extension PixelBounds {
  /// The pixels that a stretch touches, held to ±2^30.
  init(covering minX: Scalar, _ minY: Scalar, _ maxX: Scalar, _ maxY: Scalar) {
    func clamped(_ value: Int64) -> Int32 { Int32(truncatingIfNeeded: min(max(value, -(1 << 30)), 1 << 30)) }
    self.init(
      minX: clamped(minX.rawValue >> 16), minY: clamped(minY.rawValue >> 16),
      maxX: clamped((maxX + Scalar(rawValue: 65535)).rawValue >> 16),
      maxY: clamped((maxY + Scalar(rawValue: 65535)).rawValue >> 16))
  }
}

extension Homography {
  /// From the screen back to this map's own plane, where `origin` becomes 0 and a unit 2^`bits` (−16 … 16); nil where there is no way back.
  func inverseMapping(to origin: Point, bits: Int) -> InverseMapping? {
    guard let inverse else { return nil }
    let scale = WideFixed<32>(rawValue: 1 << Int64(32 + bits))
    let moved = AffineTransform.translation(x: -WideFixed(rounding: origin.x), y: -WideFixed(rounding: origin.y))
    let back = inverse.concatenating(Homography(moved.concatenating(.scale(x: scale, y: scale))))
    return InverseMapping(
      u: (Int128(back.xx) << 16, Int128(back.xy) << 16, Int128(back.x0) << 16),
      v: (Int128(back.yx) << 16, Int128(back.yy) << 16, Int128(back.y0) << 16),
      w: (Int128(back.wx), Int128(back.wy), Int128(back.w0)))
  }
}
