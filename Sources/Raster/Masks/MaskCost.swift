/// The cost of making masks, estimated from their description without making them.
///
/// Fifty bytes of a recording can describe a mask that takes a second to make. So the decoder adds up these
/// costs before it makes any mask. A step was measured at 0.3 … 1 ns.
package struct MaskCost {
  /// The memory of the finished masks, in bytes.
  package var bytes: Int64 = 0
  /// The number of products of the blur, with other work converted to products.
  package var steps: Int64 = 0

  package static func + (a: MaskCost, b: MaskCost) -> MaskCost {
    MaskCost(bytes: a.bytes &+ b.bytes, steps: a.steps &+ b.steps)  // ≤ 2^30 · 2^30
  }

  /// Returns the cost of filling `path` in a mask, and the mask's size in pixels.
  ///
  /// - Parameter bits: The binary logarithm of the mask's scale. A unit of the path is 2^`bits` pixels.
  private static func filled(_ path: Path, bits: Int) -> (cost: MaskCost, width: Int64, height: Int64) {
    guard let extent = path.controlBounds else { return (MaskCost(), 0, 0) }
    let limit = Int64(CoverageMask.maximumSide)
    // Add 2 because both ends are rounded and curves' chords lie a little outside.
    func pixels(_ length: Scalar) -> Int64 { max(length.rawValue, 0) >> Int64(16 - bits) }
    func side(_ length: Scalar) -> Int64 { min(pixels(length) &+ 2, limit) }
    let (width, height) = (side(extent.width), side(extent.height))
    // The maximum number of chords of a curve that swings from one end of the extent to the other.
    let chords = min(12 &* (squareRoot(of: pixels(max(extent.width, extent.height))) &+ 1), 4096)
    var lines: Int64 = 0
    for verb in path.verbs { lines &+= verb == .quadratic || verb == .cubic ? chords : 1 }  // ≤ 2^30 · 2^12
    // A line touches about as many pixels as it is long.
    var length: Int64 = 0
    var last = path.points.first ?? .zero
    for point in path.points {
      let delta = point - last
      length &+= min(pixels(delta.x.magnitude), limit) &+ min(pixels(delta.y.magnitude), limit)  // ≤ 2^30 · 2^13
      last = point
    }
    // Each band of rows examines every line.
    let bands = (height &+ Int64(RenderBlockHeight.rows) &- 1) / Int64(RenderBlockHeight.rows)
    return (
      MaskCost(bytes: width &* height, steps: width &* height &+ lines &* (bands &+ 8) &+ length), width, height
    )  // ≤ 2^52
  }

  /// Returns the cost of a glyph's four masks.
  package static func glyph(_ outline: Path) -> MaskCost {
    let limit = Scalar(GlyphShape.maximumSide)
    guard let extent = outline.controlBounds, extent.width <= limit, extent.height <= limit else { return MaskCost() }
    let one = filled(outline, bits: 0).cost
    return MaskCost(bytes: 4 &* one.bytes, steps: 4 &* one.steps)
  }

  /// Returns the cost of a shadow mask.
  package static func shadow(_ recipe: ShadowMask.Recipe) -> MaskCost {
    switch recipe {
    case _ where recipe.isSharp:
      return MaskCost()
    case .path(let path, _, let sigma, _):
      let scale = PathShadow.Scale(path.controlBounds ?? .zero, sigma: sigma)
      let (cost, width, height) = filled(path, bits: scale.bits)
      if width == 0 || height == 0 { return cost }
      return cost + blurred(width: width, height: height, BlurExtent(sigma: scale.sigma.rawValue))
    case .roundedRect(let radii, let sigma, let shadowSide):
      let sigma = sigma.clamped(from: 0, to: CoverageMask.maximumSigma).rawValue
      let radii = radii.clampedForShadow
      var cost = MaskCost()
      let all = [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft]
      for (index, radius) in all.enumerated() where radius > 0 && !all[..<index].contains(radius) {
        let grid = ShadowTables.Corner.Grid(radius: radius.rawValue, sigma: sigma)
        let (side, cells) = (Int64(grid.side), radius.rawValue >> grid.bits &+ 2)
        let products = side &* (cells &+ side) &* min(cells, Int64(grid.taps))  // ≤ 2^32
        cost = cost + MaskCost(bytes: 2 &* side &* side, steps: cells &* cells &+ 4 &* side &* side &+ 4 &* products)
      }
      if shadowSide == .outer {
        let pixels = Int64(ShadowNinePatch.Sides(radii, extent: ShadowTables.extent(sigma: sigma)).count)
        cost = cost + MaskCost(bytes: pixels, steps: 4 &* pixels)
      }
      return cost
    }
  }

  /// Returns the cost of blurring a mask of the given size.
  private static func blurred(width: Int64, height: Int64, _ extent: BlurExtent) -> MaskCost {
    let (width, height) = (width &+ 2 &* Int64(extent.pixels), height &+ 2 &* Int64(extent.pixels))
    let (stride, rows) = (Int64(2 &* extent.taps &+ 1), height >> Int64(extent.bits) &+ 1)
    return MaskCost(bytes: width &* height, steps: width &* (height &+ 2 &* rows) &* stride)  // ≤ 2^33
  }
}
