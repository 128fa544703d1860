import CartoucheRaster

/// Reads images and drawings that a file contains as `data:` URLs, or to which it refers.
final class EmbeddedContentReader {
  private let elements: SVGTraversal
  private let styles: StyleResolver

  init(_ elements: SVGTraversal, styles: StyleResolver) { (self.elements, self.styles) = (elements, styles) }

  /// Returns the natural size of an image or drawing and the box to fit it into; nil without content.
  func imageBox(of index: Int, _ lengthContext: LengthContext) -> (own: (width: Number, height: Number), box: SVGRect)? {
    let content = elements.embedded[index] ?? read(index)
    elements.embedded[index] = content
    let own: (width: Number, height: Number)
    switch content {
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
    guard let address = DataURL(link) else { return readFile(link, index) }
    guard elements.spend(link.utf8.count, index) else { return .nothing }
    guard let bytes = address.bytes else {
      elements.warn("its image is not valid base64 and is not drawn", index)
      return .nothing
    }
    return address.mediaType.contains("svg") ? readDrawing(bytes, index) : decode(bytes, index)
  }

  /// Reads a file to which the drawing refers. Its bytes count toward the budget of work.
  private func readFile(_ link: String, _ index: Int) -> SVGDocument.EmbeddedContent {
    guard let reader = elements.linkedFiles else {
      elements.warn("images outside of the file are not read; it is not drawn", index)
      return .nothing
    }
    do throws(SVGLinkError) {
      let bytes = try reader(link.trimmed)
      guard elements.spend(bytes.count / 16 + 64, index) else { return .nothing }
      // The first bytes determine the format, and not the file's name.
      return ImageFormat(bytes) == nil ? readDrawing(bytes, index) : decode(bytes, index)
    } catch {
      elements.warn("its image \"\(link.messageExcerpt)\" is not drawn: \(error)", index)
      return .nothing
    }
  }

  /// Decodes the bytes of an image.
  private func decode(_ bytes: [UInt8], _ index: Int) -> SVGDocument.EmbeddedContent {
    let (remaining, limit) = (elements.budget.imagePixels, SVGLimit.imagePixels)
    // Each side is below 2^31.
    if let size = ImageHeader(bytes)?.size, size.width * size.height > remaining, size.width * size.height <= limit {
      elements.warn(
        "its image is not drawn: it has \(size.width) × \(size.height) pixels, and only \(remaining) of a file's \(limit) are left",
        index)
      return .nothing
    }
    do throws(ImageError) {
      return try .image(readImage(bytes, index).withMipmaps())
    } catch {
      elements.warn("its image is not drawn: \(error)", index)
      return .nothing
    }
  }

  private func readDrawing(_ bytes: [UInt8], _ index: Int) -> SVGDocument.EmbeddedContent {
    guard elements.fileDepth + 1 < SVGLimit.files else {
      elements.warn("its drawing is nested in \(elements.fileDepth + 1) others and is not drawn", index)
      return .nothing
    }
    do throws(SVGError) {
      let markup = try Markup(bytes, freeEntities: bytes.count)
      return elements.spend(markup.nodes.count * 16, index)
        ? .drawing(SVGDocument(markup, budget: elements.budget)) : .nothing
    } catch {
      elements.warn("its drawing is not drawn: \(error)", index)
      return .nothing
    }
  }

  /// Decodes an image. Its pixels count toward the budget even if the image is damaged.
  private func readImage(_ bytes: [UInt8], _ index: Int) throws(ImageError) -> Image {
    if let header = ImageHeader(bytes) {
      try header.size.check(maximumPixels: SVGLimit.imagePixels)
      let pixels = header.size.width * header.size.height  // ≤ 2^24
      elements.budget.imagePixels -= pixels
      // A progressive image may have five hundred passes over all pixels.
      guard elements.spend(pixels / 16 * header.scanCount, index) else {
        throw .unreadable(format: header.format, reason: "decoding takes too long")
      }
    }
    return try Image(decoding: bytes, maximumPixels: SVGLimit.imagePixels)
  }
}
