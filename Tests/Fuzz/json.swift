import CartoucheMaps

/// A consumer that keeps the events of a text as words.
private final class EventLog: JSONConsumer {
  var words: [String] = []
  var builder = JSONTreeBuilder(depthLimit: 40)
  private var lastOffset = -1

  func take(_ event: JSONEvent, at offset: Int) -> JSONProgress {
    precondition(offset > lastOffset, "the offsets do not rise")
    lastOffset = offset
    switch event {
    case .key(let text): words.append("\(offset) key \(text.string)")
    case .string(let text): words.append("\(offset) string \(text.string)")
    default: words.append("\(offset) \(event)")
    }
    _ = builder.add(event, at: offset)
    return .proceed
  }

  init(_ bytes: [UInt8], pieceSize: Int) {
    do throws(JSONError) {
      try JSONReader.read(bytes, depthLimit: 50, pieceSize: pieceSize, into: self)
    } catch {
      precondition(error.line >= 1 && error.column >= 1 && error.column <= bytes.count + 1, "the position is outside of the text")
      words.append(error.description(file: ""))
    }
  }
}

/// Reads any bytes as JSON. In pieces of any size, they have the same events and the same error.
///
/// A text that is accepted is written as text that is read as the same tree.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  let whole = EventLog(bytes, pieceSize: 1 << 16)
  let size = Int(bytes.reduce(0, &+)) % 17 + 1
  precondition(EventLog(bytes, pieceSize: size).words == whole.words, "a text in pieces of \(size) bytes has other events")
  var notices = 0
  guard let node = try? JSONNode(parsing: bytes, onTooDeep: { _ in notices += 1 }) else { return 0 }
  precondition(notices <= 1, "more than one notice of depth")
  let text = Array(node.text.utf8)
  guard let again = try? JSONNode(parsing: text) else { preconditionFailure("a written tree is rejected") }
  precondition(again == node && Array(again.text.utf8) == text, "a written tree is read as another one")
  return 0
}
