internal import CExpat
import CartoucheRaster

/// So much of a file is read: nobody draws more, and a program with limited memory should not try.
enum MarkupLimit {
  /// Elements in each other.
  static let depth = 256
  static let elements = 1 << 19
  /// Bytes of a namespace's address: expat copies it for each name in it.
  static let namespaceBytes = 1024
}

extension Markup {
  /// Reads a file. Nothing is fetched: entities that name other files are left out, and those of the file itself may make it ten times as long once that
  /// is more than `freeEntities` bytes.
  init(_ bytes: [UInt8], freeEntities: Int = 1 << 20) throws(SVGError) {
    if let format = ImageFormat(bytes) { throw .image(format) }
    if bytes.starts(with: [0x1f, 0x8b]) { throw .compressed }
    guard let parser = XML_ParserCreateNS(nil, CChar(bitPattern: MarkupBuilder.separator)) else {
      throw .malformed(SVGLocation(line: 1, column: 1), reason: "no memory for a parser")
    }
    defer { XML_ParserFree(parser) }
    shim_limit_entities(parser, UInt64(clamping: freeEntities))
    let reader = MarkupBuilder(parser)
    // No pointer to the reader outlives this scope.
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
      // A byte beyond ASCII that makes no sense: the file does not say what it is, or not the truth.
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

/// What expat's handlers fill.
private final class MarkupBuilder {
  /// Between a name's namespace and the name: XML allows it nowhere, so no address has it in it.
  static let separator: UInt8 = 1
  private static let drawings: StaticString = "http://www.w3.org/2000/svg"
  private static let links: StaticString = "http://www.w3.org/1999/xlink"

  private(set) var markup = Markup()
  private(set) var error: SVGError?
  /// One that is not known.
  fileprivate(set) var encoding: String?
  private let parser: XML_Parser
  private var open: [Int] = []

  init(_ parser: XML_Parser) { self.parser = parser }

  static func of(_ pointer: UnsafeMutableRawPointer?) -> MarkupBuilder? {
    pointer.map { Unmanaged<MarkupBuilder>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Where the parser is.
  var location: SVGLocation {
    SVGLocation(line: Int(XML_GetCurrentLineNumber(parser)), column: Int(XML_GetCurrentColumnNumber(parser)) + 1)
  }

  func begin(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    guard error == nil, let name else { return }
    let (space, local) = Self.parts(of: name)
    let isDrawn = space == .none || space == .drawings
    if open.isEmpty && !(isDrawn && local == "svg") { return stop(.notSVG(location, element: local)) }
    if open.count >= MarkupLimit.depth { return stop(.tooDeep(location, limit: MarkupLimit.depth)) }
    if markup.nodes.count >= MarkupLimit.elements { return stop(.tooManyElements(location, limit: MarkupLimit.elements)) }
    var kept: [(name: String, value: String)] = []
    var next = attributes
    while let pair = next, let key = pair[0], let value = pair[1] {
      let (space, local) = Self.parts(of: key)
      if space == .none {
        kept.append((local, String(cString: value)))
      } else if space == .links && local == "href" {
        kept.append(("xlink:href", String(cString: value)))
      }
      next = pair + 2
    }
    open.append(
      markup.append(
        Markup.Node(
          tag: isDrawn ? Tag(rawValue: local) : nil, name: isDrawn ? local : "", attributes: kept, parent: open.last ?? -1,
          location: location)))
  }

  func end() { _ = open.popLast() }

  func add(_ text: UnsafePointer<CChar>?, _ count: Int32) {
    guard let text, let index = open.last, markup[index].tag == .style else { return }
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
    markup.append(String(decoding: bytes, as: UTF8.self), to: index, at: location)
  }

  /// Refuses a namespace with an address that nobody would give one.
  func check(_ address: UnsafePointer<CChar>?) {
    guard let address, (0...MarkupLimit.namespaceBytes).allSatisfy({ address[$0] != 0 }) else { return }
    stop(.malformed(location, reason: "a namespace's address is longer than \(MarkupLimit.namespaceBytes) bytes"))
  }

  private func stop(_ error: SVGError) {
    self.error = error
    XML_StopParser(parser, 0)
  }

  private enum Space { case none, drawings, links, other }

  private static func parts(of name: UnsafePointer<CChar>) -> (space: Space, local: String) {
    var (count, cut) = (0, -1)
    while name[count] != 0 {
      if UInt8(bitPattern: name[count]) == separator { cut = count }
      count += 1
    }
    if cut < 0 { return (.none, String(cString: name)) }
    let space = UnsafeRawBufferPointer(start: name, count: cut)
    func isAddress(_ address: StaticString) -> Bool {
      space.elementsEqual(UnsafeBufferPointer(start: address.utf8Start, count: address.utf8CodeUnitCount))
    }
    return (isAddress(drawings) ? .drawings : isAddress(links) ? .links : .other, String(cString: name + cut + 1))
  }
}
