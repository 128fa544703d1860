import CartoucheRaster

extension SVGRecorder {
  /// A pattern as a tile of pixels, as fine as the list is to be shown.
  func pattern(_ index: Int, _ path: Path, _ scope: ElementScope, _ user: Int) -> Paint? {
    guard !elements.followed.contains(index) else {
      elements.warn("its pattern is painted with itself; nothing is painted", user)
      return nil
    }
    let chain = elements.hrefChain(of: index) { $0 == .pattern }
    func source(_ name: String) -> Int? { chain.first { elements.markup[$0][name] != nil } }
    guard let holder = chain.first(where: { !elements.markup[$0].children.isEmpty }) else {
      for element in chain { elements.warnAboutUnsupported(of: element) }
      return nil
    }
    let isRelative = styles.isRelative("patternUnits", chain) != false
    let viewBox = source("viewBox").flatMap { styles.viewBox(of: $0) }
    let isContentRelative = styles.isRelative("patternContentUnits", chain) == true && viewBox == nil
    var bounds = Rect.zero
    if isRelative || isContentRelative {
      guard elements.spend(path.points.count, user), let box = path.bounds, !box.isEmpty else { return nil }
      bounds = box
    }
    var lengthContext = scope.lengthContext
    if isRelative {
      (lengthContext.width, lengthContext.height) = (Number(rounding: bounds.width), Number(rounding: bounds.height))
    }
    func side(_ name: String, _ axis: LengthAxis) -> Number {
      guard let length = styles.length(name, chain) else { return 0 }
      return isRelative && length.unit == .px
        ? length.value * (axis == .horizontal ? lengthContext.width : lengthContext.height) : lengthContext.userUnits(length, axis)
    }
    let tile = SVGRect(
      x: side("x", .horizontal) + (isRelative ? Number(rounding: bounds.minX) : 0),
      y: side("y", .vertical) + (isRelative ? Number(rounding: bounds.minY) : 0), width: side("width", .horizontal),
      height: side("height", .vertical))
    guard !tile.isEmpty else { return nil }
    let own = styles.transform("patternTransform", chain)
    let stretch = own.concatenating(scope.transform).scales
    func pixels(_ length: Number, _ stretch: Number) -> Int {
      (length * stretch * scale).rounded.clamped(from: 1, to: SVGLimit.tileSide)
    }
    let size = PixelSize(width: pixels(tile.width, stretch.x), height: pixels(tile.height, stretch.y))
    let grid = AffineTransform.scale(x: Number(size.width) / tile.width, y: Number(size.height) / tile.height)
    var inner = ElementScope(
      style: styles.ownStyle(of: holder, lengthContext: scope.lengthContext), transform: grid, lengthContext: scope.lengthContext)
    if let viewBox {
      let local = SVGRect(x: 0, y: 0, width: tile.width, height: tile.height)
      guard let fit = styles.preserveAspectRatio(chain).transform(from: viewBox, to: local) else { return nil }
      inner.transform = fit.concatenating(grid)
    } else if isContentRelative {
      inner.transform = AffineTransform.scale(x: Number(rounding: bounds.width), y: Number(rounding: bounds.height)).concatenating(
        grid)
    }
    guard let image = drawTile(holder, index, inner, size, user) else { return nil }
    let placing = AffineTransform(
      a: tile.width / image.size.width, b: 0, c: 0, d: tile.height / image.size.height, tx: tile.x, ty: tile.y)
    return .image(ImagePattern(image, transform: placing.concatenating(own)))
  }

  /// What a tile depends on beside the file.
  struct TileKey: Hashable {
    let index: Int
    let transform: AffineTransform
    let size: PixelSize
    let viewport: [Number]
  }

  /// Draws what is in a pattern, coarser where `size` were too much; the same one for all that it looks the same for.
  private func drawTile(_ holder: Int, _ index: Int, _ scope: ElementScope, _ size: PixelSize, _ user: Int) -> Image? {
    dependsOnScale = true
    let key = TileKey(
      index: index, transform: scope.transform, size: size, viewport: [scope.lengthContext.width, scope.lengthContext.height])
    if let known = tiles[key] { return known }
    elements.followed.append(index)
    let outerScale = scale
    scale = 1
    defer {
      scale = outerScale
      elements.followed.removeLast()
    }
    guard elements.begin(holder) else { return nil }
    defer { elements.end() }
    var list = fragment { drawChildren(of: holder, scope, into: &$0) }.list
    var drawn = size
    func pixels() -> Int { drawn.width * drawn.height }  // ≤ 2^22
    func steps() -> Int { pixels() * (list.count + 1) }  // < 2^22 · 2^20
    while drawn.width * drawn.height > 1, steps() > elements.budget.tileSteps || pixels() > elements.budget.tilePixels {
      drawn = PixelSize(width: (drawn.width + 1) / 2, height: (drawn.height + 1) / 2)
    }
    guard steps() <= elements.budget.tileSteps, pixels() <= elements.budget.tilePixels else {
      elements.warn("its pattern asks for more pixels than are drawn; nothing is painted", user)
      return nil
    }
    elements.budget.tileSteps -= steps()
    elements.budget.tilePixels -= pixels()
    if drawn != size {
      elements.warn("its pattern asks for more pixels than are drawn, and is coarser than it could be", user)
      let shrunk = AffineTransform.scale(x: Number(drawn.width) / size.width, y: Number(drawn.height) / size.height)
      var small = DisplayList()
      elements.budget.spend(list.count * Self.copyCost)
      small.append(list, transform: Homography(shrunk))
      list = small
    }
    let image = Image(rendering: list, size: drawn)
    tiles[key] = image
    return image
  }
}
