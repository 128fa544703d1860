extension JSONNode {
  /// Reads a text as a tree.
  ///
  /// - Parameter onTooDeep: Is called, once, with the error of a value that is nested deeper than
  ///   ``JSONReader/depthLimit``. Such values become null. Without the closure, the error is thrown.
  package init(parsing text: [UInt8], onTooDeep: ((JSONError) -> Void)? = nil) throws(JSONError) {
    self = try text.span.withUnsafeBytes { bytes throws(JSONError) in try JSONNode(JSONMemory(bytes: bytes), onTooDeep) }
  }

  /// Reads a text as a tree.
  package init(parsing text: String) throws(JSONError) { try self.init(parsing: Array(text.utf8)) }

  /// Reads a file of at most ``JSONReader/treeByteLimit`` as a tree.
  ///
  /// - Parameter onTooDeep: Is called, once, with the error of a value that is nested deeper than
  ///   ``JSONReader/depthLimit``. Such values become null. Without the closure, the error is thrown.
  package init(contentsOfFile path: String, onTooDeep: ((JSONError) -> Void)? = nil) throws(JSONError) {
    let file = try JSONFile(path: path)
    guard file.count <= JSONReader.treeByteLimit else {
      throw JSONError(
        reason: "the file is larger than \(JSONReader.treeByteLimit >> 20) MiB; check that it is the right one", location: nil)
    }
    try self.init(file, onTooDeep)
  }

  private init(_ source: some JSONSource, _ onTooDeep: ((JSONError) -> Void)?) throws(JSONError) {
    let root = RootBuilder()
    let limit = onTooDeep == nil ? JSONReader.depthLimit : JSONReader.skippedDepthLimit
    try JSONReader.read(source, depthLimit: limit, pieceSize: JSONReader.pieceSize, into: root)
    if let offset = root.builder.tooDeepOffset {
      let reason = "values are nested deeper than \(JSONReader.depthLimit); they are left out"
      onTooDeep?(JSONError(reason: reason, location: source.location(of: offset)))
    }
    self = root.node ?? JSONNode(.null)
  }
}

/// A consumer that builds the whole text as one tree.
private final class RootBuilder: JSONConsumer {
  var builder = JSONTreeBuilder()
  var node: JSONNode?

  func take(_ event: JSONEvent, at offset: Int) -> JSONProgress {
    if let done = builder.add(event, at: offset) { node = done }
    return .proceed
  }
}
