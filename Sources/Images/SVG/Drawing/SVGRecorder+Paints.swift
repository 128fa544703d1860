import CartoucheRaster

extension SVGRecorder {
  /// The paint of a shape's fill or stroke; nil if it has none.
  func paint(_ value: PaintValue, _ path: Path, _ scope: Scope, _ index: Int) -> Paint? {
    switch value {
    case .none: return nil
    case .color(let color): return color.alpha == 0 ? nil : .color(color)
    case .currentColor: return .color(scope.style.color)
    case .context(let part): return contextPaint(part, scope, index)
    case .server(let link, let fallback):
      guard let server = target(of: link), let tag = markup[server].tag, tag.isGradient || tag == .pattern else {
        if fallback == nil {
          warn("\"\(link.messageExcerpt)\" names no gradient or pattern of this file; nothing is painted", index)
        }
        return paint(fallback, scope)
      }
      if tag == .pattern { return pattern(server, path, scope, index) }
      guard let gradient = gradient(server, lengthContext: scope.lengthContext) else { return nil }
      guard spend(gradient.stops.count + (gradient.isRelative ? path.points.count : 0), index) else { return nil }
      return paint(gradient, gradient.isRelative ? path.bounds : nil, scope.lengthContext) ?? paint(fallback, scope)
    }
  }

  private func paint(_ fallback: PaintValue.Fallback?, _ scope: Scope) -> Paint? {
    switch fallback {
    case .color(let color): .color(color)
    case .currentColor: .color(scope.style.color)
    case .some(.none), nil: nil
    }
  }

  /// A pattern as a tile of pixels, as fine as the list is to be shown.
  private func pattern(_ index: Int, _ path: Path, _ scope: Scope, _ user: Int) -> Paint? {
    guard !followed.contains(index) else {
      warn("its pattern is painted with itself; nothing is painted", user)
      return nil
    }
    let chain = hrefChain(of: index) { $0 == .pattern }
    func source(_ name: String) -> Int? { chain.first { markup[$0][name] != nil } }
    guard let holder = chain.first(where: { !markup[$0].children.isEmpty }) else {
      for element in chain { warnAboutUnsupported(of: element) }
      return nil
    }
    let isRelative = self.isRelative("patternUnits", chain) != false
    let viewBox = source("viewBox").flatMap { self.viewBox(of: $0) }
    let isContentRelative = self.isRelative("patternContentUnits", chain) == true && viewBox == nil
    var bounds = Rect.zero
    if isRelative || isContentRelative {
      guard spend(path.points.count, user), let box = path.bounds, !box.isEmpty else { return nil }
      bounds = box
    }
    var lengthContext = scope.lengthContext
    if isRelative {
      (lengthContext.width, lengthContext.height) = (Number(rounding: bounds.width), Number(rounding: bounds.height))
    }
    func side(_ name: String, _ axis: LengthAxis) -> Number {
      guard let length = length(name, chain) else { return 0 }
      return isRelative && length.unit == .px
        ? length.value * (axis == .horizontal ? lengthContext.width : lengthContext.height) : lengthContext.userUnits(length, axis)
    }
    let tile = SVGRect(
      x: side("x", .horizontal) + (isRelative ? Number(rounding: bounds.minX) : 0),
      y: side("y", .vertical) + (isRelative ? Number(rounding: bounds.minY) : 0), width: side("width", .horizontal),
      height: side("height", .vertical))
    guard !tile.isEmpty else { return nil }
    let own = transform("patternTransform", chain)
    let stretch = own.concatenating(scope.transform).scales
    func pixels(_ length: Number, _ stretch: Number) -> Int {
      min(max((length * stretch * scale).rounded, 1), SVGLimit.tileSide)
    }
    let size = PixelSize(width: pixels(tile.width, stretch.x), height: pixels(tile.height, stretch.y))
    let grid = AffineTransform.scale(x: Number(size.width) / tile.width, y: Number(size.height) / tile.height)
    var inner = Scope(
      style: ownStyle(of: holder, lengthContext: scope.lengthContext), transform: grid, lengthContext: scope.lengthContext)
    if let viewBox {
      let local = SVGRect(x: 0, y: 0, width: tile.width, height: tile.height)
      guard let fit = preserveAspectRatio(chain).transform(from: viewBox, to: local) else { return nil }
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
  private func drawTile(_ holder: Int, _ index: Int, _ scope: Scope, _ size: PixelSize, _ user: Int) -> Image? {
    dependsOnScale = true
    let key = TileKey(
      index: index, transform: scope.transform, size: size, viewport: [scope.lengthContext.width, scope.lengthContext.height])
    if let known = tiles[key] { return known }
    followed.append(index)
    let outerScale = scale
    scale = 1
    defer {
      scale = outerScale
      followed.removeLast()
    }
    guard begin(holder) else { return nil }
    defer { end() }
    var list = fragment { drawChildren(of: holder, scope, into: &$0) }.list
    var drawn = size
    func pixels() -> Int { drawn.width * drawn.height }  // ≤ 2^22
    func steps() -> Int { pixels() * (list.count + 1) }  // < 2^22 · 2^20
    while drawn.width * drawn.height > 1, steps() > budget.tileSteps || pixels() > budget.tilePixels {
      drawn = PixelSize(width: (drawn.width + 1) / 2, height: (drawn.height + 1) / 2)
    }
    guard steps() <= budget.tileSteps, pixels() <= budget.tilePixels else {
      warn("its pattern asks for more pixels than are drawn; nothing is painted", user)
      return nil
    }
    budget.tileSteps -= steps()
    budget.tilePixels -= pixels()
    if drawn != size {
      warn("its pattern asks for more pixels than are drawn, and is coarser than it could be", user)
      let shrunk = AffineTransform.scale(x: Number(drawn.width) / size.width, y: Number(drawn.height) / size.height)
      var small = DisplayList()
      budget.spend(list.count * Self.copyCost)
      small.append(list, transform: Homography(shrunk))
      list = small
    }
    let image = Image(rendering: list, size: drawn)
    tiles[key] = image
    return image
  }
}
