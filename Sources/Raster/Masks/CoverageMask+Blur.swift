extension CoverageMask {
  /// The largest standard deviation of a blur, in pixels. A greater standard deviation is clamped to this
  /// limit.
  public static var maximumSigma: Scalar { 256 }

  /// Returns a copy of this mask that is blurred by a Gaussian with the standard deviation σ.
  ///
  /// On every side, the blurred mask extends beyond this mask by 3 σ, rounded up to whole pixels. If σ is 0,
  /// this mask is returned.
  ///
  /// Coverages are numbers from 0 to 255. For σ from 0.3 to 60, each coverage differs from the exact result
  /// by at most 2.
  ///
  /// If σ is greater than 8, the blur is computed from averages of square cells of pixels. The larger σ is,
  /// the larger the cells are. So each pixel takes at most about a hundred multiplications.
  ///
  /// - Parameter sigma: The standard deviation σ in pixels, clamped to 0…``maximumSigma``.
  /// - Complexity: Allocates the new mask. During the blur, scratch memory of twice the new mask's size is
  ///   also allocated.
  public func blurred(sigma: Scalar) -> CoverageMask {
    let sigma = sigma.clamped(from: 0, to: Self.maximumSigma).rawValue
    if bounds.isEmpty || sigma == 0 { return self }
    let kernels = BlurKernels(sigma: sigma)
    let margin = kernels.extent.pixels
    let blurred = PixelRect(
      minX: bounds.minX - margin, minY: bounds.minY - margin, maxX: bounds.maxX + margin, maxY: bounds.maxY + margin)
    let storage = Storage(count: blurred.width * blurred.height)
    let (bits, taps) = (kernels.extent.bits, kernels.extent.taps)
    let cells = DownsampledMask(self, in: blurred, bits: bits, margin: taps)
    defer { cells.deallocate() }
    let rows = UnsafeMutablePointer<UInt16>.allocate(capacity: cells.rows * blurred.width)
    let sums = UnsafeMutablePointer<UInt32>.allocate(capacity: blurred.width)
    defer {
      rows.deallocate()
      sums.deallocate()
    }
    kernels.weights.withUnsafeBufferPointer { weights in
      guard let weights = weights.baseAddress else { return }
      for row in 0..<cells.rows {
        let (cells, row) = (cells.base + row * cells.stride, rows + row * blurred.width)
        kernels.widen(cells, weights, count: blurred.width, to: row, sums: sums)
      }
      for y in 0..<blurred.height {
        sums.update(repeating: 32768, count: blurred.width)
        let first = y >> bits - taps
        let weights = weights + (y & (1 << bits - 1)) * kernels.stride
        for tap in max(-first, 0)..<max(min(kernels.stride, cells.rows - first), 0) {
          let weight = weights[tap]
          if weight == 0 { continue }
          let row = rows + (first + tap) * blurred.width
          for x in 0..<blurred.width { sums[x] &+= UInt32(row[x]) &* weight }  // ≤ 65535 · 2^16 in all
        }
        let line = storage.bytes + y * blurred.width
        for x in 0..<blurred.width { line[x] = UInt8(truncatingIfNeeded: ((sums[x] >> 16) &* 255 &+ 32768) >> 16) }
      }
    }
    return CoverageMask(bounds: blurred, storage: storage)
  }
}

/// A mask's mean coverage in squares of pixels, 0…65535, with a margin of zeros at both ends of each row.
private struct DownsampledMask {
  let base: UnsafeMutablePointer<UInt16>
  let rows: Int
  let stride: Int

  init(_ mask: CoverageMask, in rect: PixelRect, bits: Int, margin: Int) {
    let side = 1 << bits
    rows = (rect.height + side - 1) >> bits
    let columns = (rect.width + side - 1) >> bits
    stride = columns + 2 * margin
    base = .allocate(capacity: stride * rows)
    base.initialize(repeating: 0, count: stride * rows)
    let bounds = mask.bounds
    let sums = UnsafeMutablePointer<UInt32>.allocate(capacity: columns)
    defer { sums.deallocate() }
    for row in 0..<rows {
      sums.update(repeating: 0, count: columns)
      let top = rect.minY + row << bits
      for y in max(top, bounds.minY)..<max(min(top + side, bounds.maxY), max(top, bounds.minY)) {
        let line = mask.storage.bytes + (y - bounds.minY) * bounds.width
        let offset = bounds.minX - rect.minX
        for x in 0..<bounds.width { sums[(x &+ offset) >> bits] &+= UInt32(line[x]) }  // ≤ 255 · 2^10
      }
      let line = base + row * stride + margin
      let half: UInt32 = bits == 0 ? 0 : 1 << UInt32(2 * bits - 1)
      for column in 0..<columns {
        line[column] = UInt16(truncatingIfNeeded: (sums[column] &* 257 &+ half) >> UInt32(2 * bits))  // ≤ 2^26
      }
    }
  }

  func deallocate() { base.deallocate() }
}

/// The size of a blur's cells and its extent.
struct BlurExtent {
  /// A cell is 2^`bits` pixels wide.
  let bits: Int
  /// The number of cells on each side of a pixel's own that contribute to it.
  let taps: Int
  /// The number of pixels by which the blur extends beyond a mask.
  let pixels: Int

  /// Creates the extent of a blur.
  ///
  /// - Parameter sigma: The standard deviation in 1/65536 px, clamped to 0…``CoverageMask/maximumSigma``.
  init(sigma: Int64) {
    let sigma = sigma.clamped(from: 0, to: CoverageMask.maximumSigma.rawValue)
    var bits = 0
    while sigma >> Int64(bits) > 8 << 16 { bits += 1 }
    self.bits = bits
    pixels = Int((3 * sigma + 65535) >> 16)
    taps = bits == 0 ? pixels : pixels >> bits + 1
  }
}

/// The weight of each cell near a pixel, by the pixel's position in its own cell.
private struct BlurKernels {
  let extent: BlurExtent
  /// For each position in a cell, ``stride`` weights, whose sum is 2^16.
  let weights: [UInt32]

  var stride: Int { 2 * extent.taps + 1 }

  /// Creates the weights.
  ///
  /// - Parameter sigma: The standard deviation in 1/65536 px, 1 … 2^24.
  init(sigma: Int64) {
    extent = BlurExtent(sigma: sigma)
    let (bits, taps) = (extent.bits, extent.taps)
    weights = bits == 0 ? Self.sampled(sigma, taps: taps) : Self.integrated(sigma, bits: bits, taps: taps)
  }

  /// Returns the Gaussian's values at whole pixels.
  private static func sampled(_ sigma: Int64, taps: Int) -> [UInt32] {
    let values = (-taps...taps).map { GaussianIntegral.density((Int64($0) << 32) / sigma) }
    let sum = values.reduce(0, +)
    return balanced(values.map { (($0 << 16) + sum / 2) / sum })
  }

  /// Returns the Gaussian's integrals over cells.
  ///
  /// Averaging over a cell is a blur of variance (4^bits − 1)/12. Spreading the average over the cell is
  /// another one, of 4^bits/12 on average over the positions of an edge. The Gaussian's variance is reduced
  /// by both.
  private static func integrated(_ sigma: Int64, bits: Int, taps: Int) -> [UInt32] {
    let side = Int64(1) << Int64(bits)
    let rest = squareRoot(of: sigma * sigma - ((2 * side * side - 1) << 32) / 12)  // ≤ 2^48
    let integral = GaussianIntegral()
    var weights: [UInt32] = []
    for position in 0..<side {
      let ends: [Int64] = (-taps...taps + 1).map { tap in
        let distance: Int64 = (Int64(tap) * side - position) << 16 - 32768
        return integral((distance << 16) / rest) >> 15
      }
      weights += balanced((0...2 * taps).map { tap in (ends[tap + 1] - ends[tap] + 1) >> 1 })
    }
    return weights
  }

  /// Returns the weights with the middle one adjusted so that their sum is 2^16.
  private static func balanced(_ weights: [Int64]) -> [UInt32] {
    var weights = weights
    weights[weights.count / 2] += 65536 - weights.reduce(0, +)
    return weights.map { UInt32(max($0, 0)) }
  }

  /// Blurs a row of cells to `count` pixels.
  ///
  /// - Parameter sums: Scratch memory for `count` sums.
  func widen(
    _ cells: UnsafePointer<UInt16>, _ weights: UnsafePointer<UInt32>, count: Int, to row: UnsafeMutablePointer<UInt16>,
    sums: UnsafeMutablePointer<UInt32>
  ) {
    let (bits, stride) = (extent.bits, stride)
    if bits == 0 {
      // All pixels have the same weights: process one tap at a time for many pixels.
      sums.update(repeating: 32768, count: count)
      for tap in 0..<stride {
        let (weight, cells) = (weights[tap], cells + tap)
        if weight == 0 { continue }
        for x in 0..<count { sums[x] &+= UInt32(cells[x]) &* weight }  // ≤ 65535 · 2^16 and the half
      }
      for x in 0..<count { row[x] = UInt16(truncatingIfNeeded: sums[x] >> 16) }
      return
    }
    for x in 0..<count {
      let cells = cells + x >> bits
      let weights = weights + (x & (1 << bits &- 1)) &* stride
      var sum: UInt32 = 32768
      for tap in 0..<stride { sum &+= UInt32(cells[tap]) &* weights[tap] }  // ≤ 65535 · 2^16 and the half
      row[x] = UInt16(truncatingIfNeeded: sum >> 16)
    }
  }
}
