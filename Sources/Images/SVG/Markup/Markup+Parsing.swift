internal import CExpat
import CartoucheRaster

/// Limits of the XML parser that bound its memory. Real drawings stay far below these limits.
enum MarkupLimit {
  /// The depth of nested elements.
  static let depth = 256
  static let elements = 1 << 19
  /// The bytes of a namespace's URI, which expat copies for each name in the namespace.
  static let namespaceBytes = 1024
}

extension Markup {
  /// Parses an SVG file. Nothing is fetched from other files or the network.
  ///
  /// External entities are omitted. Internal entities may expand the file to at most ten times its size. An
  /// expansion to less than `freeEntities` bytes is always allowed.
  init(_ bytes: [UInt8], freeEntities: Int = 1 << 20) throws(SVGError) {
    if let format = ImageFormat(bytes) { throw .image(format) }
    // The file itself is unpacked before. Only an embedded drawing is still compressed here.
    if Gzip.isCompressed(bytes) { throw .compressed(reason: "a drawing in a drawing must not be compressed") }
    guard let parser = XML_ParserCreateNS(nil, CChar(bitPattern: MarkupBuilder.separator)) else {
      throw .malformed(SVGLocation(line: 1, column: 1), reason: "no memory for a parser")
    }
    defer { XML_ParserFree(parser) }
    shim_limit_entities(parser, UInt64(clamping: freeEntities))
    let reader = MarkupBuilder(parser)
    // No pointer to the builder outlives this scope.
    XML_SetUserData(parser, Unmanaged.passUnretained(reader).toOpaque())
    XML_SetElementHandler(
      parser, { reader, name, attributes in MarkupBuilder.of(reader)?.begin(name, attributes) },
      { reader, _ in MarkupBuilder.of(reader)?.end() })
    XML_SetStartNamespaceDeclHandler(parser) { reader, _, address in MarkupBuilder.of(reader)?.check(address) }
    XML_SetCharacterDataHandler(parser) { reader, text, count in MarkupBuilder.of(reader)?.add(text, count) }
    XML_SetUnknownEncodingHandler(
      parser,
      { reader, name, _ in
        MarkupBuilder.of(reader)?.encoding = name.map { String(cString: $0) }
        return 0
      }, Unmanaged.passUnretained(reader).toOpaque())
    // expat counts bytes in 32 bits.
    var status = XML_STATUS_OK
    var rest = bytes[...]
    repeat {
      let piece = rest.prefix(1 << 20)
      rest = rest.dropFirst(piece.count)
      status = piece.withUnsafeBufferPointer { memory in
        memory.withMemoryRebound(to: CChar.self) {
          XML_Parse(parser, $0.baseAddress, Int32(truncatingIfNeeded: $0.count), rest.isEmpty ? 1 : 0)
        }
      }
    } while status == XML_STATUS_OK && !rest.isEmpty
    withExtendedLifetime(reader) {}
    if let error = reader.error { throw error }
    if status != XML_STATUS_OK {
      let code = XML_GetErrorCode(parser)
      // An invalid byte outside of ASCII means that the file declares no encoding or a wrong one.
      let at = Int(XML_GetCurrentByteIndex(parser))
      let isForeign = code == XML_ERROR_INVALID_TOKEN && bytes.indices.contains(at) && bytes[at] >= 0x80
      if isForeign || code == XML_ERROR_UNKNOWN_ENCODING || code == XML_ERROR_INCORRECT_ENCODING {
        throw .unknownEncoding(reader.location, encoding: reader.encoding)
      }
      let reason = XML_ErrorString(code).map { String(cString: $0) } ?? "no reason given"
      throw .malformed(reader.location, reason: reason)
    }
    self = reader.markup
  }
}

/// Builds the markup from expat's callbacks.
private final class MarkupBuilder {
  /// The byte between a namespace and a local name. XML forbids this byte, so no namespace contains it.
  static let separator: UInt8 = 1
  private static let svg: StaticString = "http://www.w3.org/2000/svg"
  private static let xlink: StaticString = "http://www.w3.org/1999/xlink"

  private(set) var markup = Markup()
  private(set) var error: SVGError?
  /// The name of the file's encoding, if expat does not know that encoding.
  fileprivate(set) var encoding: String?
  private let parser: XML_Parser
  private var open: [Int] = []

  init(_ parser: XML_Parser) { self.parser = parser }

  static func of(_ pointer: UnsafeMutableRawPointer?) -> MarkupBuilder? {
    pointer.map { Unmanaged<MarkupBuilder>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The parser's current location.
  var location: SVGLocation {
    SVGLocation(line: Int(XML_GetCurrentLineNumber(parser)), column: Int(XML_GetCurrentColumnNumber(parser)) + 1)
  }

  func begin(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    guard error == nil, let name else { return }
    let (space, local) = Self.parts(of: name)
    let isDrawn = space == .none || space == .svg
    if open.isEmpty && !(isDrawn && local == "svg") { return stop(.notSVG(location, element: local)) }
    if open.count >= MarkupLimit.depth { return stop(.tooDeep(location, limit: MarkupLimit.depth)) }
    if markup.nodes.count >= MarkupLimit.elements { return stop(.tooManyElements(location, limit: MarkupLimit.elements)) }
    var supported: [(name: String, value: String)] = []
    var next = attributes
    while let pair = next, let key = pair[0], let value = pair[1] {
      let (space, local) = Self.parts(of: key)
      if space == .none {
        supported.append((local, String(cString: value)))
      } else if space == .xlink && local == "href" {
        supported.append(("xlink:href", String(cString: value)))
      }
      next = pair + 2
    }
    open.append(
      markup.append(
        Markup.Node(
          tag: isDrawn ? Tag(rawValue: local) : nil, name: isDrawn ? local : "", attributes: supported, parent: open.last ?? -1,
          location: location)))
  }

  func end() { _ = open.popLast() }

  func add(_ text: UnsafePointer<CChar>?, _ count: Int32) {
    guard let text, let index = open.last, markup[index].tag == .style else { return }
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
    markup.append(String(decoding: bytes, as: UTF8.self), to: index, at: location)
  }

  /// Refuses a namespace with an excessively long URI.
  func check(_ address: UnsafePointer<CChar>?) {
    guard let address, (0...MarkupLimit.namespaceBytes).allSatisfy({ address[$0] != 0 }) else { return }
    stop(.malformed(location, reason: "a namespace's URI is longer than \(MarkupLimit.namespaceBytes) bytes"))
  }

  private func stop(_ error: SVGError) {
    self.error = error
    XML_StopParser(parser, 0)
  }

  private enum Space { case none, svg, xlink, other }

  private static func parts(of name: UnsafePointer<CChar>) -> (space: Space, local: String) {
    var (count, separatorIndex) = (0, -1)
    while name[count] != 0 {
      if UInt8(bitPattern: name[count]) == separator { separatorIndex = count }
      count += 1
    }
    if separatorIndex < 0 { return (.none, String(cString: name)) }
    let space = UnsafeRawBufferPointer(start: name, count: separatorIndex)
    func isAddress(_ address: StaticString) -> Bool {
      space.elementsEqual(UnsafeBufferPointer(start: address.utf8Start, count: address.utf8CodeUnitCount))
    }
    return (isAddress(svg) ? .svg : isAddress(xlink) ? .xlink : .other, String(cString: name + separatorIndex + 1))
  }
}
