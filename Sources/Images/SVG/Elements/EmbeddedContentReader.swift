import CartoucheRaster

/// Reads the images and drawings that a file contains as `data:` addresses.
final class EmbeddedContentReader {
  private let elements: SVGElements
  private let styles: StyleResolver

  init(_ elements: SVGElements, styles: StyleResolver) { (self.elements, self.styles) = (elements, styles) }

  /// The size that a picture or drawing has by itself, and the box that it is fitted into; nothing where there is none.
  func imageBox(of index: Int, _ lengthContext: LengthContext) -> (own: (width: Number, height: Number), box: SVGRect)? {
    let found = elements.embedded[index] ?? read(index)
    elements.embedded[index] = found
    let own: (width: Number, height: Number)
    switch found {
    case .drawing(let drawing): own = (drawing.width, drawing.height)
    case .image(let image): own = (Number(image.size.width), Number(image.size.height))
    case .nothing: return nil
    }
    var (width, height) = (
      styles.length("width", index, .horizontal, lengthContext), styles.length("height", index, .vertical, lengthContext)
    )
    if width == nil, let height { width = height * own.width / own.height }
    if height == nil, let width { height = width * own.height / own.width }
    let box = SVGRect(
      x: styles.length("x", index, .horizontal, lengthContext) ?? 0, y: styles.length("y", index, .vertical, lengthContext) ?? 0,
      width: width ?? own.width, height: height ?? own.height)
    return (own, box)
  }

  private func read(_ index: Int) -> SVGDocument.EmbeddedContent {
    guard let link = elements.markup[index].link, !link.isEmpty else {
      elements.warn("it has no href; nothing is drawn", index)
      return .nothing
    }
    guard let address = DataURL(link) else {
      elements.warn("pictures outside of the file are not read; it is left out", index)
      return .nothing
    }
    guard elements.spend(link.utf8.count, index) else { return .nothing }
    guard let bytes = address.bytes else {
      elements.warn("its picture is not in base64, though its address says so, and left out", index)
      return .nothing
    }
    if address.mediaType.contains("svg") { return readDrawing(bytes, index) }
    let (left, whole) = (elements.budget.imagePixels, SVGLimit.imagePixels)
    // Each side is below 2^31.
    if let size = ImageHeader(bytes)?.size, size.width * size.height > left, size.width * size.height <= whole {
      elements.warn(
        "its picture is left out: it has \(size.width) × \(size.height) pixels, and those before it have left \(left) of a file's \(whole)",
        index)
      return .nothing
    }
    do throws(ImageError) {
      return try .image(readImage(bytes, index).withMipmaps())
    } catch {
      elements.warn("its picture is left out: \(error)", index)
      return .nothing
    }
  }

  private func readDrawing(_ bytes: [UInt8], _ index: Int) -> SVGDocument.EmbeddedContent {
    guard elements.fileDepth + 1 < SVGLimit.files else {
      elements.warn("the drawing in it stands in \(elements.fileDepth + 1) others and is left out", index)
      return .nothing
    }
    do throws(SVGError) {
      let markup = try Markup(bytes, freeEntities: bytes.count)
      return elements.spend(markup.nodes.count * 16, index)
        ? .drawing(SVGDocument(markup, budget: elements.budget)) : .nothing
    } catch {
      elements.warn("the drawing in it is left out: \(error)", index)
      return .nothing
    }
  }

  /// Reads a picture; the pixels of one that is broken count too.
  private func readImage(_ bytes: [UInt8], _ index: Int) throws(ImageError) -> Image {
    if let header = ImageHeader(bytes) {
      try header.size.check(maximumPixels: SVGLimit.imagePixels)
      let pixels = header.size.width * header.size.height  // ≤ 2^24
      elements.budget.imagePixels -= pixels
      // A picture may be sent in five hundred passes over all of it.
      guard elements.spend(pixels / 16 * header.scanCount, index) else {
        throw .unreadable(format: header.format, reason: "it takes too long")
      }
    }
    return try Image(decoding: bytes, maximumPixels: SVGLimit.imagePixels)
  }
}
