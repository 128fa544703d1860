/// Positions shadow masks on the screen and chooses how they are looked up.
enum ShadowPlacement {
  /// Prepares the shadow of a rectangle, or of the path that the mask was made of.
  ///
  /// A shadow without blur becomes an outline instead.
  ///
  /// - Returns: False if no part of the shadow is visible, or if the item has edges instead of a mask.
  static func prepare(
    _ mask: ShadowMask, of rect: Rect, transform: Homography, in prepared: inout PreparedItem, size: PixelSize,
    scratch: inout PrepareScratch
  ) -> Bool {
    var placed = PlacedShadow()
    let kind: PreparedMask.Kind
    let bounds: Rect
    switch mask.representation {
    case .sharp:
      // An inner shadow without blur is invisible.
      if mask.side == .outer {
        prepareOutline(of: mask, rect, transform: transform, in: &prepared, size: size, scratch: &scratch)
      }
      return false
    case .rounded(let shadow):
      guard !rect.isEmpty else { return false }
      let rect = mask.enlargedToFitCorners(rect)
      placed.tables = shadow.tables
      (placed.width, placed.height) = (rect.width.rawValue, rect.height.rawValue)
      bounds = mask.shadowBounds(of: rect)
      if transform.isTranslation && mask.side == .outer {
        return prepareTranslated(placed, rect, transform: transform, in: &prepared, size: size, masks: &scratch.masks)
      }
      kind = .transformedShadow
      placed.map = transform.inverseMapping(to: rect.origin, bits: 0)
    case .path(let shadow):
      bounds = Rect(origin: shadow.bounds.origin + rect.origin, size: shadow.bounds.size)
      kind = .sampledMask
      placed.mask = UnsafePointer(shadow.mask.storage.bytes)
      placed.maskWidth = Int32(truncatingIfNeeded: shadow.mask.bounds.width)
      placed.maskHeight = Int32(truncatingIfNeeded: shadow.mask.bounds.height)
      // The bounds have one more pixel on each side.
      let pixel = Scalar(rawValue: 65536 >> Int64(shadow.bits))
      placed.map = transform.inverseMapping(to: bounds.origin + Point(x: pixel, y: pixel), bits: shadow.bits)
    }
    guard placed.map != nil else { return false }
    if mask.side == .inner {
      prepareOutline(of: mask, rect, transform: transform, in: &prepared, size: size, scratch: &scratch)
      prepared.mask.outline = prepared.kind
      guard prepared.kind != .nothing else { return false }
    } else {
      guard setBounds(bounds, transform: transform, in: &prepared, size: size, scratch: &scratch) else { return false }
      (placed.stepX, placed.stepY) = gridSteps(over: bounds, sigma: mask.sigma, transform: transform)
    }
    scratch.masks.append(placed, kind: kind, to: &prepared)
    return true
  }

  /// Sets the item's bounds to those of a transformed rectangle.
  ///
  /// - Returns: False if they are empty.
  static func setBounds(
    _ rect: Rect, transform: Homography, in prepared: inout PreparedItem, size: PixelSize, scratch: inout PrepareScratch
  ) -> Bool {
    scratch.contours.removeAll()
    scratch.rectangle.removeAll()
    scratch.rectangle.addRect(rect)
    scratch.flattening.flatten(scratch.rectangle, transform: transform, closing: true, into: &scratch.contours)
    var bounds = BoundingBox()
    for point in scratch.contours.points { bounds.add(point) }
    guard !bounds.isEmpty else { return false }
    prepared.bounds = PixelRect32(covering: bounds.minX, bounds.minY, bounds.maxX, bounds.maxY).intersection(PixelRect32(size))
    return !prepared.bounds.isEmpty
  }

  /// Prepares the outline of the shape that casts the shadow.
  private static func prepareOutline(
    of mask: ShadowMask, _ rect: Rect, transform: Homography, in prepared: inout PreparedItem, size: PixelSize,
    scratch: inout PrepareScratch
  ) {
    OutlinePreparation.begin(size: size, within: nil, scratch: &scratch)
    switch mask.recipe {
    case .roundedRect(let radii, _, _):
      scratch.rectangle.removeAll()
      scratch.rectangle.addRoundedRect(mask.enlargedToFitCorners(rect), radii: radii)
      scratch.flattening.flatten(scratch.rectangle, transform: transform, closing: true, into: &scratch.contours)
    case .path(let path, let rule, _, _):
      prepared.rule = rule
      let moved = Homography.translation(x: rect.minX, y: rect.minY).concatenating(transform)
      scratch.flattening.flatten(path, transform: moved, closing: true, into: &scratch.contours)
    }
    OutlinePreparation.end(&prepared, size: size, scratch: &scratch)
  }

  /// Prepares a rounded rectangle's shadow under a translation.
  ///
  /// Without a nine-patch for it, computes the coverage of each of its columns and rows.
  private static func prepareTranslated(
    _ shadow: PlacedShadow, _ rect: Rect, transform: Homography, in prepared: inout PreparedItem, size: PixelSize,
    masks: inout PreparedMasks
  ) -> Bool {
    guard let tables = shadow.tables else { return false }
    let offset = AffineTransform(normalizing: transform)
    let origin = rect.origin + Point(x: Scalar(rounding: offset.tx), y: Scalar(rounding: offset.ty))
    let limit: Int64 = 1 << 46
    var shadow = shadow
    shadow.left = origin.x.rawValue.clamped(from: -limit, to: limit)
    shadow.top = origin.y.rawValue.clamped(from: -limit, to: limit)
    (shadow.width, shadow.height) = (min(shadow.width, limit), min(shadow.height, limit))
    let extent = tables.pointee.extent << 16
    let (right, bottom) = (shadow.left &+ shadow.width, shadow.top &+ shadow.height)  // ≤ 2^47
    prepared.bounds = PixelRect32(
      covering: Scalar(rawValue: shadow.left &- extent), Scalar(rawValue: shadow.top &- extent),
      Scalar(rawValue: right &+ extent), Scalar(rawValue: bottom &+ extent)
    ).intersection(PixelRect32(size))
    let bounds = prepared.bounds
    if bounds.isEmpty { return false }
    if let patch = tables.pointee.ninePatch,
      patch.fits(left: shadow.left, top: shadow.top, width: shadow.width, height: shadow.height)
    {
      masks.append(shadow, kind: .ninePatchShadow, to: &prepared)
      return true
    }
    let (columns, rows) = (Int(bounds.maxX &- bounds.minX), Int(bounds.maxY &- bounds.minY))
    shadow.profile = masks.profiles.count
    masks.profiles.reserve(columns &+ rows)
    let profile = masks.profiles.base + masks.profiles.count
    masks.profiles.count &+= columns &+ rows
    for column in 0..<columns {
      let x = (Int64(bounds.minX) &+ Int64(column)) << 16 &+ 32768
      profile[column] = UInt16(truncatingIfNeeded: tables.pointee.spanCoverage(at: x &- shadow.left, length: shadow.width))
    }
    for row in 0..<rows {
      let y = (Int64(bounds.minY) &+ Int64(row)) << 16 &+ 32768
      profile[columns &+ row] = UInt16(
        truncatingIfNeeded: tables.pointee.spanCoverage(at: y &- shadow.top, length: shadow.height))
    }
    let uniformLeft = shadow.left &+ extent &+ max(tables.pointee.topLeft.radius, tables.pointee.bottomLeft.radius)
    let uniformRight = right &- extent &- max(tables.pointee.topRight.radius, tables.pointee.bottomRight.radius)
    func column(_ x: Int64) -> Int32 {
      Int32(truncatingIfNeeded: (x >> 16).clamped(from: Int64(bounds.minX), to: Int64(bounds.maxX)))
    }
    (shadow.uniformMinX, shadow.uniformMaxX) = (column(uniformLeft &+ 65535), column(uniformRight))
    if shadow.uniformMinX >= shadow.uniformMaxX { (shadow.uniformMinX, shadow.uniformMaxX) = (bounds.maxX, bounds.maxX) }
    masks.append(shadow, kind: .translatedShadow, to: &prepared)
    return true
  }

  // MARK: Grid

  /// The largest spacing of a grid, as a binary logarithm: 16 pixels.
  private static let maximumGridStep: Int64 = 4

  /// Returns the spacing at which a transformed shadow is looked up, as binary logarithms of pixels.
  ///
  /// The spacing is at most a third of the standard deviation as seen on the screen. Over that distance, the
  /// edge of a Gaussian is within 0.9 of 255 of a straight line.
  ///
  /// - Parameters:
  ///   - rect: The shadow's bounds, in the units of `sigma`.
  ///   - transform: The map from those units to the screen.
  private static func gridSteps(over rect: Rect, sigma: Scalar, transform: Homography) -> (x: Int64, y: Int64) {
    guard sigma >= 1, let inverse = transform.inverse else { return (0, 0) }
    // The units that a pixel shows: the most is at a corner.
    var (unitsAcross, unitsDown) = (Scalar(0), Scalar(0))
    let corners = rect.corners
    for index in corners.indices {
      guard let seen = transform.project(corners[index]), let here = inverse.project(seen),
        let right = inverse.project(Point(x: seen.x + 1, y: seen.y)), let below = inverse.project(Point(x: seen.x, y: seen.y + 1))
      else { return (0, 0) }
      unitsAcross = max(unitsAcross, upperLength(of: right - here))
      unitsDown = max(unitsDown, upperLength(of: below - here))
    }
    func step(_ unit: Scalar) -> Int64 {
      var step: Int64 = 0
      while step < maximumGridStep && unit * (2 << Int(step)) * 3 <= sigma { step += 1 }
      return step
    }
    return (step(unitsAcross), step(unitsDown))
  }

  /// Returns a length that is at least that of the vector and at most an eighth more.
  private static func upperLength(of vector: Point) -> Scalar {
    let (x, y) = (vector.x.magnitude, vector.y.magnitude)
    return max(x, y) + min(x, y) / 2
  }
}

extension Homography {
  /// Returns the map from the screen back to this map's own plane; nil if the map has no inverse.
  ///
  /// - Parameters:
  ///   - origin: The point of the plane that becomes 0.
  ///   - bits: The binary logarithm of the scale, −16 … 16. A unit of the plane becomes 2^`bits`.
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
