/// Reads JSON as events for a consumer, or as a tree.
///
/// The text is UTF-8, with or without a byte-order mark. It is read in pieces of 64 KiB, so that a file of
/// any size takes little memory if its consumer does.
package enum JSONReader {
  /// The usual maximum depth of nested arrays and objects.
  ///
  /// A tree is released by recursion, which takes up to 170 bytes of stack a level, or 230 in a debug build.
  /// The limit keeps this below 256 KiB. An expression of a thousand levels is still read, so that the style
  /// can refuse it with the name of its layer and draw the rest.
  package static let depthLimit = 1024
  /// The maximum size of a file that is read as a tree, in bytes. The tree may take 20 times this memory.
  package static let treeByteLimit = 16 << 20
  /// The depth to which values that are too deep for a tree can be skipped.
  static let skippedDepthLimit = 1 << 20
  static let pieceSize = 1 << 16

  /// Reads a file, and passes its events to `consumer` until this stops.
  package static func read(
    contentsOfFile path: String, depthLimit: Int = depthLimit, into consumer: some JSONConsumer
  ) throws(JSONError) {
    try read(JSONFile(path: path), depthLimit: depthLimit, pieceSize: pieceSize, into: consumer)
  }

  /// Reads a text in memory, and passes its events to `consumer` until this stops.
  ///
  /// - Parameter pieceSize: The number of bytes that are parsed at a time. The events do not depend on it.
  package static func read(
    _ bytes: [UInt8], depthLimit: Int = depthLimit, pieceSize: Int = pieceSize, into consumer: some JSONConsumer
  ) throws(JSONError) {
    try bytes.span.withUnsafeBytes { bytes throws(JSONError) in
      try read(JSONMemory(bytes: bytes), depthLimit: depthLimit, pieceSize: pieceSize, into: consumer)
    }
  }

  /// Returns the position of a byte of a text.
  package static func location(of offset: Int, in bytes: [UInt8]) -> JSONLocation {
    bytes.withUnsafeBytes { JSONMemory(bytes: $0).location(of: offset) }
  }

  /// Returns the position of a byte of a file, or nil if the file cannot be read any more.
  package static func location(of offset: Int, inFile path: String) -> JSONLocation? {
    (try? JSONFile(path: path))?.location(of: offset)
  }

  static func read(
    _ source: some JSONSource, depthLimit: Int, pieceSize: Int, into consumer: any JSONConsumer
  ) throws(JSONError) {
    func fail(_ reason: String, _ offset: Int) -> JSONError { JSONError(reason: reason, location: source.location(of: offset)) }
    var offset = 0
    switch try JSONMark(of: source) {
    case .utf8: offset = JSONMark.utf8Count
    case .none: break
    case .empty: throw fail("the file is empty", 0)
    case .foreign(let reason): throw fail(reason, 0)
    }
    let tokenizer = JSONTokenizer(consumer: consumer, depthLimit: depthLimit)
    var piece = JSONPiece(size: pieceSize)
    var readOffset = offset
    var isAtEnd = false
    while !isAtEnd {
      let count = try piece.advance(in: source, at: readOffset)
      isAtEnd = count == 0
      readOffset += count
      let goesOn = tokenizer.parse(piece.ready, at: offset)
      offset += piece.ready.count
      if let failure = tokenizer.failure { throw fail(failure.reason, failure.offset) }
      guard goesOn else { return }
      if piece.invalidIndex != nil { throw fail("the text is not valid UTF-8; save it as UTF-8", offset) }
    }
    tokenizer.finish(at: offset)
    if let failure = tokenizer.failure { throw fail(failure.reason, failure.offset) }
  }
}
