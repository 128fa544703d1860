/// Turns images, image patterns and nine-patches into color sources.
enum ImagePreparation {
  /// Prepares an image that `transform` maps to the screen.
  ///
  /// - Parameter isRectangle: Whether the item covers whole pixels.
  /// - Returns: The color source; nil if nothing is drawn.
  static func prepare(
    _ image: Image, filter: ImageFilter, horizontalTiling: ImageTiling = .clamp, verticalTiling: ImageTiling = .clamp,
    transform: Homography, isRectangle: Bool
  ) -> ColorSource? {
    guard !image.isEmpty, let inverse = transform.inverse else { return nil }
    func row(_ x: Int64, _ y: Int64, _ one: Int64, _ bits: Int128) -> (Int128, Int128, Int128) {
      (Int128(x) << bits, Int128(y) << bits, Int128(one) << bits)
    }
    guard
      let map = InverseMapping(
        u: row(inverse.xx, inverse.xy, inverse.x0, 16), v: row(inverse.yx, inverse.yy, inverse.y0, 16),
        w: row(inverse.wx, inverse.wy, inverse.w0, 0))
    else { return nil }
    var rows = ImageSampler()
    rows.pixels = UnsafePointer(image.storage.pixels)
    rows.width = Int32(truncatingIfNeeded: image.size.width)
    rows.height = Int32(truncatingIfNeeded: image.size.height)
    rows.filter = filter == .bilinear && map.isPixelAligned ? .nearest : filter
    (rows.across, rows.down) = (horizontalTiling, verticalTiling)
    if filter == .trilinear, let mipLevels = image.mipLevels {
      rows.mipLevels = UnsafePointer(mipLevels.pixels)
      rows.mipLevelCount = Int32(truncatingIfNeeded: image.size.mipLevelCount)
      rows.level = map.mipLevel
    }
    rows.usesRowCache = rows.filter == .bilinear && isRectangle && map.isUprightEnlargement
    var source = ColorSource(
      .image, isOpaque: image.isOpaque && horizontalTiling != .none && verticalTiling != .none, map: map)
    source.image = rows
    return source
  }

  /// Prepares a nine-patch; its geometry goes to the scratch memory's tables.
  ///
  /// - Returns: The color source; nil if nothing is drawn.
  static func prepare(
    _ image: Image, insets: EdgeInsets, over rect: Rect, transform: Homography, scratch: inout PrepareScratch
  ) -> ColorSource? {
    guard let patch = NinePatch(size: image.size, insets: insets, rect: rect),
      var source = prepare(image, filter: .bilinear, transform: transform, isRectangle: false)
    else { return nil }
    let words = MemoryLayout<NinePatch>.size / 4
    scratch.tables.reserve(words)
    source.table = scratch.tables.count
    UnsafeMutableRawPointer(scratch.tables.base + scratch.tables.count).storeBytes(of: patch, as: NinePatch.self)
    scratch.tables.count += words
    source.image.isNinePatch = true
    source.image.filter = .bilinear
    return source
  }
}

extension InverseMapping {
  /// Whether each pixel of the screen shows exactly one pixel of the image.
  fileprivate var isPixelAligned: Bool {
    isAffine && ux == 1 << 31 && uy == 0 && vx == 0 && vy == 1 << 31 && (u0 &+ ux) & 0xffff_ffff == 1 << 31
      && (v0 &+ vy) & 0xffff_ffff == 1 << 31
  }

  /// Whether the image is upright and enlarged, so that its rows are worth caching.
  ///
  /// The screen has at least as many columns as the image, and most rows of the image are seen more than
  /// once.
  fileprivate var isUprightEnlargement: Bool {
    isAffine && uy == 0 && vx == 0 && ux > 0 && ux <= 1 << 31 && vy != 0 && vy.magnitude <= 3 << 29
  }

  /// The mip level at which the image is sampled, in 1/65536.
  ///
  /// It is half the binary logarithm of the number of image pixels that a screen pixel covers; in
  /// perspective, that number for a divisor of 1.
  fileprivate var mipLevel: Int32 {
    // Both need the determinant of the matrix: exact sums of numbers that were narrowed until their products
    // fit.
    func narrowed(
      _ a: Int64, _ b: Int64, _ c: Int64, _ d: Int64 = 0, _ e: Int64 = 0, _ f: Int64 = 0
    ) -> (values: InlineArray<6, Int128>, down: Int32) {
      let all = a.magnitude | b.magnitude | c.magnitude | d.magnitude | e.magnitude | f.magnitude
      let down = max(0, 64 - Int32(truncatingIfNeeded: all.leadingZeroBitCount) - 40)
      func short(_ number: Int64) -> Int128 { Int128(number >> Int64(down)) }
      return ([short(a), short(b), short(c), short(d), short(e), short(f)], down)
    }
    func logarithm(_ value: Int128) -> Int32 {
      let bits = 128 - Int32(truncatingIfNeeded: value.magnitude.leadingZeroBitCount)
      let down = max(0, bits - 62)
      return approximateLog2(Int64(truncatingIfNeeded: value.magnitude >> UInt128(down))) + down << 16
    }
    if isAffine {
      let (n, down) = narrowed(ux, uy, vx, vy)
      // Steps are of half pixels, in 1/2^32.
      return (logarithm(n[0] * n[3] - n[1] * n[2]) + (down * 2 + 2 - 64) << 16) / 2
    }
    let (n, down) = narrowed(ux, uy, u0, vx, vy, v0)
    let (w, downW) = narrowed(wx, wy, w0)
    let determinant =
      n[0] * (n[4] * w[2] - n[5] * w[1]) - n[1] * (n[3] * w[2] - n[5] * w[0]) + n[2] * (n[3] * w[1] - n[4] * w[0])  // ≤ 6 · 2^120
    let scale = Int32(truncatingIfNeeded: 62 - shift) - 16  // of numerator over divisor
    return (logarithm(determinant) + (down * 2 + downW + 2 + 2 * scale) << 16) / 2
  }
}
