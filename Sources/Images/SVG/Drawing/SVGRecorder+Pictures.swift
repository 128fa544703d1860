import CartoucheRaster

extension SVGRecorder {
  /// Draws a picture or another drawing that is in the file itself, as a `data:` address.
  func drawImage(_ index: Int, _ scope: Scope, into list: inout DisplayList) {
    guard scope.style.isVisible, let (own, box) = imageBox(of: index, scope.measures) else { return }
    let fitting = Fitting(markup[index]["preserveAspectRatio"])
    guard let fit = fitting.transform(from: Box(x: 0, y: 0, width: own.width, height: own.height), to: box) else { return }
    let transform = fit.concatenating(scope.transform)
    func draw(_ list: inout DisplayList) {
      if let drawing = drawings[index] {
        list.append(record(drawing, transform), transform: Homography(transform))
      } else if let picture = pictures[index] ?? nil {
        list.draw(picture, transform: Homography(transform), filter: scope.style.isPixelated ? .nearest : .trilinear)
      }
    }
    if fitting.kind == .slice {
      list.clipped(to: box.rect, transform: Homography(scope.transform), draw)
    } else {
      draw(&list)
    }
  }

  /// The size that a picture or drawing has by itself, and the box that it is fitted into; nothing where there is none.
  func imageBox(of index: Int, _ measures: Measures) -> (own: (width: Number, height: Number), box: Box)? {
    if pictures[index] == nil && drawings[index] == nil { read(index) }
    let own: (width: Number, height: Number)
    if let drawing = drawings[index] {
      own = (drawing.width, drawing.height)
    } else if let picture = pictures[index] ?? nil {
      own = (Number(picture.size.width), Number(picture.size.height))
    } else {
      return nil
    }
    var (width, height) = (length("width", index, .horizontal, measures), length("height", index, .vertical, measures))
    if width == nil, let height { width = height * own.width / own.height }
    if height == nil, let width { height = width * own.height / own.width }
    let box = Box(
      x: length("x", index, .horizontal, measures) ?? 0, y: length("y", index, .vertical, measures) ?? 0,
      width: width ?? own.width, height: height ?? own.height)
    return (own, box)
  }

  /// Records another file's drawing, on this one's account.
  private func record(_ drawing: SVGDocument, _ transform: AffineTransform) -> DisplayList {
    let stretch = transform.scales
    let inner = SVGRecorder(drawing, scale: max(stretch.x, stretch.y) * scale)
    inner.fileDepth = fileDepth + 1
    inner.elementsLeft = elementsLeft
    inner.tileStepsLeft = tileStepsLeft
    inner.picturePixelsLeft = picturePixelsLeft
    defer {
      elementsLeft = inner.elementsLeft
      tileStepsLeft = inner.tileStepsLeft
      picturePixelsLeft = inner.picturePixelsLeft
      dependsOnScale = dependsOnScale || inner.dependsOnScale
    }
    return inner.record()
  }

  private func read(_ index: Int) {
    pictures[index] = .some(nil)
    guard let link = markup[index].link, link.hasPrefix("data:"), let comma = link.utf8.firstIndex(of: UInt8(ascii: ",")) else {
      return warn("pictures outside of the file are not read; it is left out", index)
    }
    let kind = String(link[..<comma]).lowered
    guard kind.hasSuffix(";base64"), let bytes = decodedBase64(link[link.utf8.index(after: comma)...].utf8) else {
      return warn("its picture is not in base64, and left out", index)
    }
    if kind.contains("svg") {
      guard fileDepth < 3, let markup = try? Markup(bytes) else {
        return warn("the drawing in it cannot be read, or stands in too many others; it is left out", index)
      }
      drawings[index] = SVGDocument(markup)
      return
    }
    do throws(ImageError) {
      let picture = try Picture(decoding: bytes, maximumPixels: picturePixelsLeft)
      picturePixelsLeft -= picture.size.width * picture.size.height
      pictures[index] = picture.withMipmaps()
    } catch {
      warn("its picture is left out: \(error)", index)
    }
  }
}

/// The bytes that base64 stands for; space between its letters does not count. nil for anything else.
///
/// - Source: RFC 4648, section 4.
private func decodedBase64(_ text: Substring.UTF8View) -> [UInt8]? {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.count / 4 * 3)
  var (bits, count) = (UInt32(0), 0)
  for letter in text {
    let value: UInt8
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = letter - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): value = letter - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = letter - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): value = 62
    case UInt8(ascii: "/"): value = 63
    case UInt8(ascii: "="): continue
    default:
      if ValueReader.isSpace(letter) { continue }
      return nil
    }
    bits = bits << 6 | UInt32(value)
    count += 6
    if count >= 8 {
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
  }
  return bytes
}
