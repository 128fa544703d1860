/// The reason why a file cannot be read as an SVG drawing.
public enum SVGError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is not well-formed XML. `reason` is the message of the XML parser expat.
  case malformed(SVGLocation, reason: String)
  /// The file's encoding is not supported.
  ///
  /// `encoding` is the name that the file declares for its encoding. `encoding` is nil if the file declares
  /// no encoding.
  case unknownEncoding(SVGLocation, encoding: String?)
  /// The file is a bitmap image of the given format, whatever the file's name says.
  case image(ImageFormat)
  /// The file is compressed with gzip, as files named `.svgz` are, and cannot be unpacked.
  case compressed(reason: String)
  /// The file is XML, but not SVG. `element` is the name of the file's outermost element.
  case notSVG(SVGLocation, element: String)
  /// The file's elements are nested in more than `limit` levels.
  case tooDeep(SVGLocation, limit: Int)
  /// The file contains more than `limit` elements.
  case tooManyElements(SVGLocation, limit: Int)

  /// The text of the error, in English.
  public var description: String {
    switch self {
    case .malformed(let location, let reason):
      "\(location): not well-formed XML (\(reason)); "
        + (reason == "unbound prefix"
          ? "declare the prefix in the outermost element, as in xmlns:xlink=\"http://www.w3.org/1999/xlink\""
          : "check that the file is complete and save it again")
    case .unknownEncoding(let location, let encoding):
      "\(location): the file's encoding \(encoding.map { "\"\($0.messageExcerpt)\" " } ?? "")"
        + "is not UTF-8, UTF-16, Latin-1 or ASCII; save it as UTF-8"
    case .image(let format):
      "the file is a \(format) image and not an SVG; decode it as an image, or correct its file name"
    case .compressed(let reason):
      "the file is compressed with gzip and cannot be unpacked (\(reason)); test it: gzip -t FILE"
    case .notSVG(let location, let element):
      "\(location): the file's outermost element is \"\(element.messageExcerpt)\" and not \"svg\" in SVG's namespace; "
        + "check that it is an SVG file"
    case .tooDeep(let location, let limit):
      "\(location): elements are nested deeper than \(limit); ungroup the drawing"
    case .tooManyElements(let location, let limit):
      "\(location): there are more than \(limit) elements; simplify the drawing"
    }
  }
}
