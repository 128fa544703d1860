/// Why a file is no drawing at all.
public enum SVGError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is no well-formed XML; `reason` is expat's.
  case malformed(SVGLocation, reason: String)
  /// It is written in an encoding that is not read; `encoding` is what it says of itself, if it does.
  case unknownEncoding(SVGLocation, encoding: String?)
  /// It is a picture made of pixels, whatever its name.
  case image(ImageFormat)
  /// It is compressed, as `.svgz` files are.
  case compressed
  /// It is XML of another kind, whose outermost element is `element`.
  case notSVG(SVGLocation, element: String)
  /// Elements stand more than `limit` deep in each other.
  case tooDeep(SVGLocation, limit: Int)
  /// There are more than `limit` elements.
  case tooManyElements(SVGLocation, limit: Int)

  public var description: String {
    switch self {
    case .malformed(let place, let reason):
      "\(place): not well-formed XML (\(reason)); "
        + (reason == "unbound prefix"
          ? "declare the prefix in the outermost element, as in xmlns:xlink=\"http://www.w3.org/1999/xlink\""
          : "check that the file is complete and save it anew")
    case .unknownEncoding(let place, let encoding):
      "\(place): the file's encoding \(encoding.map { "\"\($0.messageExcerpt)\" " } ?? "")is none of UTF-8, UTF-16, Latin-1 and ASCII; save it as UTF-8"
    case .image(let format):
      "the file is a picture (\(format)) and no SVG; read it as one, or give its name the ending of one"
    case .compressed:
      "the file is compressed by gzip, as .svgz files are; unpack it first: gzip -dc FILE > drawing.svg"
    case .notSVG(let place, let element):
      "\(place): the file's outermost element is \"\(element.messageExcerpt)\" and not SVG's \"svg\"; check that it is a drawing"
    case .tooDeep(let place, let limit):
      "\(place): elements stand in each other more than \(limit) deep; ungroup the drawing"
    case .tooManyElements(let place, let limit):
      "\(place): there are more than \(limit) elements; simplify the drawing"
    }
  }
}
