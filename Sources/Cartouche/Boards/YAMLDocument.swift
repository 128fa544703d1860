internal import CYAML

/// An error in the text of a YAML file.
struct YAMLError: Error {
  /// The number of the line, from 1.
  var line: Int
  var reason: String
}

/// A YAML document, parsed by libyaml.
///
/// Nodes are read from the document when they are asked for, so an alias that contains itself does no harm.
///
/// - Source: https://pyyaml.org/wiki/LibYAML
final class YAMLDocument {
  private var document: yaml_document_t

  /// Parses a text that has one document.
  ///
  /// - Throws: ``YAMLError`` if the text is not YAML or has several documents.
  init(_ text: String) throws(YAMLError) {
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) != 0 else { throw YAMLError(line: 1, reason: "there is no memory for it") }
    defer { yaml_parser_delete(&parser) }
    let bytes = Array(text.utf8)
    var first = yaml_document_t()
    var second = yaml_document_t()
    // The parser reads the bytes while it loads documents.
    let (isFirstLoaded, isSecondLoaded) = bytes.withUnsafeBufferPointer { bytes in
      yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
      guard yaml_parser_load(&parser, &first) != 0 else { return (false, false) }
      return (true, yaml_parser_load(&parser, &second) != 0)
    }
    guard isFirstLoaded, isSecondLoaded else {
      if isFirstLoaded { yaml_document_delete(&first) }
      let problem = parser.problem.map { String(cString: $0) } ?? "it is not YAML"
      // Errors in characters have an offset in the bytes, and no mark.
      let line =
        parser.error == YAML_READER_ERROR
        ? bytes.prefix(Int(clamping: parser.problem_offset)).count { $0 == 10 } : Int(clamping: parser.problem_mark.line)
      throw YAMLError(line: line + 1, reason: problem)
    }
    let hasSecond = yaml_document_get_root_node(&second) != nil
    let line = Int(second.start_mark.line) + 1
    yaml_document_delete(&second)
    guard !hasSecond else {
      yaml_document_delete(&first)
      throw YAMLError(line: line, reason: "a second document begins here; one is expected")
    }
    document = first
  }

  deinit { yaml_document_delete(&document) }

  /// The outermost node; nil if the document is empty.
  var root: Node? {
    yaml_document_get_root_node(&document).map { Node(document: self, pointer: $0) }
  }

  /// A scalar, a sequence or a mapping of a document.
  struct Node {
    /// Keeps the node's memory.
    private let document: YAMLDocument
    private let pointer: UnsafeMutablePointer<yaml_node_t>

    fileprivate init(document: YAMLDocument, pointer: UnsafeMutablePointer<yaml_node_t>) {
      self.document = document
      self.pointer = pointer
    }

    /// The number of the line in which the node begins, from 1.
    var line: Int { Int(pointer.pointee.start_mark.line) + 1 }

    /// The number of Unicode scalars before the node.
    var start: Int { Int(pointer.pointee.start_mark.index) }

    /// The number of Unicode scalars up to the end of the node. A mapping or a list of lines may end after
    /// the lines that follow it.
    var end: Int { Int(pointer.pointee.end_mark.index) }

    /// The number of Unicode scalars before the node in its line.
    var column: Int { Int(pointer.pointee.start_mark.column) }

    /// Whether the node is a mapping in braces or a sequence in brackets.
    var isFlow: Bool {
      switch pointer.pointee.type {
      case YAML_SEQUENCE_NODE: pointer.pointee.data.sequence.style == YAML_FLOW_SEQUENCE_STYLE
      case YAML_MAPPING_NODE: pointer.pointee.data.mapping.style == YAML_FLOW_MAPPING_STYLE
      default: false
      }
    }

    /// The text of a scalar; nil for other nodes.
    var scalar: String? {
      guard pointer.pointee.type == YAML_SCALAR_NODE else { return nil }
      let scalar = pointer.pointee.data.scalar
      return String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    }

    /// The items of a sequence; nil for other nodes.
    var sequence: [Node]? {
      guard pointer.pointee.type == YAML_SEQUENCE_NODE else { return nil }
      let items = pointer.pointee.data.sequence.items
      return Self.elements(items.start, items.top).compactMap { node($0) }
    }

    /// The keys and values of a mapping in the order of the text; nil for other nodes.
    var mapping: [(key: Node, value: Node)]? {
      guard pointer.pointee.type == YAML_MAPPING_NODE else { return nil }
      let pairs = pointer.pointee.data.mapping.pairs
      return Self.elements(pairs.start, pairs.top).compactMap { pair in
        node(pair.key).flatMap { key in node(pair.value).map { (key, $0) } }
      }
    }

    private func node(_ index: Int32) -> Node? {
      yaml_document_get_node(&document.document, index).map { Node(document: document, pointer: $0) }
    }

    private static func elements<Element>(
      _ start: UnsafeMutablePointer<Element>?, _ end: UnsafeMutablePointer<Element>?
    ) -> UnsafeBufferPointer<Element> {
      guard let start, let end else { return UnsafeBufferPointer(start: nil, count: 0) }
      return UnsafeBufferPointer(start: start, count: end - start)
    }
  }
}
