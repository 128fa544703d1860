import CartoucheRaster

extension SVGRecorder {
  /// Returns a pattern as an image paint. The image is a tile at the resolution at which the list is shown.
  func pattern(_ index: Int, _ path: Path, _ scope: InheritedState, _ user: Int) -> Paint? {
    guard !elements.followed.contains(index) else {
      elements.warn("its pattern refers to itself; nothing is painted", user)
      return nil
    }
    let chain = elements.hrefChain(of: index) { $0 == .pattern }
    func source(_ name: String) -> Int? { chain.first { elements.markup[$0][name] != nil } }
    guard let contentElement = chain.first(where: { !elements.markup[$0].children.isEmpty }) else {
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
    let patternTransform = styles.transform("patternTransform", chain, scope.lengthContext)
    let scales = patternTransform.concatenating(scope.transform).scales
    func pixels(_ length: Number, _ factor: Number) -> Int {
      (length * factor * scale).rounded.clamped(from: 1, to: SVGLimit.tileSide)
    }
    let size = PixelSize(width: pixels(tile.width, scales.x), height: pixels(tile.height, scales.y))
    let grid = AffineTransform.scale(x: Number(size.width) / tile.width, y: Number(size.height) / tile.height)
    var inner = InheritedState(
      style: styles.ownStyle(of: contentElement, lengthContext: scope.lengthContext), transform: grid,
      lengthContext: scope.lengthContext)
    if let viewBox {
      let local = SVGRect(x: 0, y: 0, width: tile.width, height: tile.height)
      guard let fit = styles.preserveAspectRatio(chain).transform(from: viewBox, to: local) else { return nil }
      inner.transform = fit.concatenating(grid)
    } else if isContentRelative {
      inner.transform = AffineTransform.scale(x: Number(rounding: bounds.width), y: Number(rounding: bounds.height)).concatenating(
        grid)
    }
    guard let image = drawTile(contentElement, index, inner, size, user) else { return nil }
    let tileTransform = AffineTransform(
      a: tile.width / image.size.width, b: 0, c: 0, d: tile.height / image.size.height, tx: tile.x, ty: tile.y)
    return .image(ImagePattern(image, transform: tileTransform.concatenating(patternTransform)))
  }

  /// The properties on which a pattern tile depends, apart from the file.
  struct TileKey: Hashable {
    let index: Int
    let transform: AffineTransform
    let size: PixelSize
    let viewport: [Number]
  }

  /// Renders the content of a pattern, or returns the cached tile. If `size` exceeds the budget, the tile has
  /// fewer pixels.
  private func drawTile(_ contentElement: Int, _ index: Int, _ scope: InheritedState, _ size: PixelSize, _ user: Int) -> Image? {
    dependsOnScale = true
    let key = TileKey(
      index: index, transform: scope.transform, size: size, viewport: [scope.lengthContext.width, scope.lengthContext.height])
    if let cached = tiles[key] { return cached }
    elements.followed.append(index)
    let outerScale = scale
    scale = 1
    defer {
      scale = outerScale
      elements.followed.removeLast()
    }
    guard elements.begin(contentElement) else { return nil }
    defer { elements.end() }
    var list = fragment { drawChildren(of: contentElement, scope, into: &$0) }.list
    var tileSize = size
    func pixels() -> Int { tileSize.width * tileSize.height }  // ≤ 2^22
    func steps() -> Int { pixels() * (list.count + 1) }  // < 2^22 · 2^20
    while tileSize.width * tileSize.height > 1, steps() > elements.budget.tileSteps || pixels() > elements.budget.tilePixels {
      tileSize = PixelSize(width: (tileSize.width + 1) / 2, height: (tileSize.height + 1) / 2)
    }
    guard steps() <= elements.budget.tileSteps, pixels() <= elements.budget.tilePixels else {
      elements.warn("its pattern needs too many pixels; nothing is painted", user)
      return nil
    }
    elements.budget.tileSteps -= steps()
    elements.budget.tilePixels -= pixels()
    if tileSize != size {
      elements.warn("its pattern needs too many pixels and is drawn coarser", user)
      let shrinking = AffineTransform.scale(x: Number(tileSize.width) / size.width, y: Number(tileSize.height) / size.height)
      var small = DisplayList()
      elements.budget.spend(list.count * Self.copyCost)
      small.append(list, transform: Homography(shrinking))
      list = small
    }
    let image = Image(rendering: list, size: tileSize)
    tiles[key] = image
    return image
  }
}
