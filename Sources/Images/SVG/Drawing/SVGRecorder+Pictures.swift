import CartoucheRaster

extension SVGRecorder {
  /// Draws a picture that is in the file itself, as a `data:` address.
  func drawImage(_ index: Int, _ scope: Scope, into list: inout DisplayList) {
    guard scope.style.isVisible, let picture = picture(index) else { return }
    let measures = scope.measures
    let own = (width: Number(picture.size.width), height: Number(picture.size.height))
    var (width, height) = (length("width", index, .horizontal, measures), length("height", index, .vertical, measures))
    if width == nil, let height { width = height * own.width / own.height }
    if height == nil, let width { height = width * own.height / own.width }
    let box = Box(
      x: length("x", index, .horizontal, measures) ?? 0, y: length("y", index, .vertical, measures) ?? 0,
      width: width ?? own.width, height: height ?? own.height)
    let fitting = Fitting(markup[index]["preserveAspectRatio"])
    guard let fit = fitting.transform(from: Box(x: 0, y: 0, width: own.width, height: own.height), to: box) else { return }
    let filter: PictureFilter = scope.style.isPixelated ? .nearest : .trilinear
    func draw(_ list: inout DisplayList) {
      list.draw(picture, transform: Homography(fit.concatenating(scope.transform)), filter: filter)
    }
    if fitting.kind == .slice {
      list.clipped(to: box.rect, transform: Homography(scope.transform), draw)
    } else {
      draw(&list)
    }
  }

  private func picture(_ index: Int) -> Picture? {
    if let known = pictures[index] { return known }
    let picture = decoded(index)
    pictures[index] = .some(picture)
    return picture
  }

  private func decoded(_ index: Int) -> Picture? {
    guard let link = markup[index].link, link.hasPrefix("data:"), let comma = link.utf8.firstIndex(of: UInt8(ascii: ",")) else {
      warn("pictures outside of the file are not read; it is left out", index)
      return nil
    }
    guard link[..<comma].lowered.hasSuffix(";base64"), let bytes = decodedBase64(link[link.utf8.index(after: comma)...].utf8) else {
      warn("its picture is not in base64, and left out", index)
      return nil
    }
    do throws(ImageError) {
      let picture = try Picture(decoding: bytes, maximumPixels: picturePixelsLeft)
      picturePixelsLeft -= picture.size.width * picture.size.height
      return picture.withMipmaps()
    } catch {
      warn("its picture is left out: \(error)", index)
      return nil
    }
  }
}

extension Substring {
  fileprivate var lowered: String { String(self).lowered }
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
