import CartoucheRaster

extension SVGRecorder {
  /// Draws a picture or another drawing that is in the file itself, as a `data:` address.
  func drawImage(_ index: Int, _ scope: Scope, into list: inout DisplayList) {
    guard scope.style.isVisible, let (own, box) = imageBox(of: index, scope.lengthContext) else { return }
    let preserveAspectRatio = self.preserveAspectRatio([index])
    guard let fit = preserveAspectRatio.transform(from: SVGRect(x: 0, y: 0, width: own.width, height: own.height), to: box) else {
      return
    }
    let transform = fit.concatenating(scope.transform)
    func draw(_ list: inout DisplayList) {
      switch embedded[index] {
      case .drawing(let drawing): append(drawing, index, transform, into: &list)
      case .image(let image):
        list.draw(image, transform: Homography(transform), filter: scope.style.isPixelated ? .nearest : .trilinear)
      case .nothing, nil: break
      }
    }
    if preserveAspectRatio.kind == .slice {
      clipped(to: box, scope.transform, index, into: &list, draw)
    } else {
      draw(&list)
    }
  }

  /// The size that a picture or drawing has by itself, and the box that it is fitted into; nothing where there is none.
  func imageBox(of index: Int, _ lengthContext: LengthContext) -> (own: (width: Number, height: Number), box: SVGRect)? {
    let found = embedded[index] ?? read(index)
    embedded[index] = found
    let own: (width: Number, height: Number)
    switch found {
    case .drawing(let drawing): own = (drawing.width, drawing.height)
    case .image(let image): own = (Number(image.size.width), Number(image.size.height))
    case .nothing: return nil
    }
    var (width, height) = (length("width", index, .horizontal, lengthContext), length("height", index, .vertical, lengthContext))
    if width == nil, let height { width = height * own.width / own.height }
    if height == nil, let width { height = width * own.height / own.width }
    let box = SVGRect(
      x: length("x", index, .horizontal, lengthContext) ?? 0, y: length("y", index, .vertical, lengthContext) ?? 0,
      width: width ?? own.width, height: height ?? own.height)
    return (own, box)
  }

  /// A drawing inside of this one.
  struct EmbeddedDrawing {
    let recorder: SVGRecorder
    /// What it draws, if that is the same at every scale, and how many elements that takes.
    var recorded: (content: ListFragment, elements: Int)?
  }

  /// Adds another file's drawing, on this one's account.
  private func append(_ drawing: SVGDocument, _ index: Int, _ transform: AffineTransform, into list: inout DisplayList) {
    var known =
      inner[index]
      ?? EmbeddedDrawing(recorder: SVGRecorder(drawing, scale: 1, budget: budget, fileDepth: fileDepth + 1))
    let content: ListFragment
    if let recorded = known.recorded, recorded.elements <= budget.elements {
      content = recorded.content
      budget.spend(elements: recorded.elements)
    } else {
      let (recorder, stretch, before) = (known.recorder, transform.scales, budget.elements)
      recorder.scale = Self.clampedScale(max(stretch.x, stretch.y) * scale)
      recorder.depth = depth
      let list = recorder.record()
      content = ListFragment(list: list, levels: recorder.levels.deepest)
      known.recorded = recorder.dependsOnScale ? nil : (content, before - budget.elements)
      inner[index] = known
      dependsOnScale = dependsOnScale || recorder.dependsOnScale
    }
    append(content, index, transform: Homography(transform), to: &list)
  }

  private func read(_ index: Int) -> SVGDocument.EmbeddedContent {
    guard let link = markup[index].link, !link.isEmpty else {
      warn("it has no href; nothing is drawn", index)
      return .nothing
    }
    guard let address = DataURL(link) else {
      warn("pictures outside of the file are not read; it is left out", index)
      return .nothing
    }
    guard spend(link.utf8.count, index) else { return .nothing }
    guard let bytes = address.bytes else {
      warn("its picture is not in base64, though its address says so, and left out", index)
      return .nothing
    }
    if address.mediaType.contains("svg") { return readDrawing(bytes, index) }
    let (left, whole) = (budget.imagePixels, SVGLimit.imagePixels)
    // Each side is below 2^31.
    if let size = ImageHeader(bytes)?.size, size.width * size.height > left, size.width * size.height <= whole {
      warn(
        "its picture is left out: it has \(size.width) × \(size.height) pixels, and those before it have left \(left) of a file's \(whole)",
        index)
      return .nothing
    }
    do throws(ImageError) {
      return try .image(readImage(bytes, index).withMipmaps())
    } catch {
      warn("its picture is left out: \(error)", index)
      return .nothing
    }
  }

  private func readDrawing(_ bytes: [UInt8], _ index: Int) -> SVGDocument.EmbeddedContent {
    guard fileDepth + 1 < SVGLimit.files else {
      warn("the drawing in it stands in \(fileDepth + 1) others and is left out", index)
      return .nothing
    }
    do throws(SVGError) {
      let markup = try Markup(bytes, freeEntities: bytes.count)
      return spend(markup.nodes.count * 16, index) ? .drawing(SVGDocument(markup, budget: budget)) : .nothing
    } catch {
      warn("the drawing in it is left out: \(error)", index)
      return .nothing
    }
  }

  /// Reads a picture; the pixels of one that is broken count too.
  private func readImage(_ bytes: [UInt8], _ index: Int) throws(ImageError) -> Image {
    if let header = ImageHeader(bytes) {
      try header.size.check(maximumPixels: SVGLimit.imagePixels)
      let pixels = header.size.width * header.size.height  // ≤ 2^24
      budget.imagePixels -= pixels
      // A picture may be sent in five hundred passes over all of it.
      guard spend(pixels / 16 * header.scanCount, index) else {
        throw .unreadable(format: header.format, reason: "it takes too long")
      }
    }
    return try Image(decoding: bytes, maximumPixels: SVGLimit.imagePixels)
  }
}
