import CartoucheMaps

/// A consumer that writes down the events of a text.
final class JSONLog: JSONConsumer {
  private(set) var lines: [String] = []
  /// Decides what the reader does after an event, given the number of events so far.
  var progress: (Int) -> JSONProgress = { _ in .proceed }

  func take(_ event: JSONEvent, at offset: Int) -> JSONProgress {
    let words =
      switch event {
      case .beginObject: "{"
      case .endObject: "}"
      case .key(let key): "key \(key.string)"
      case .beginArray: "["
      case .endArray: "]"
      case .null: "null"
      case .boolean(let boolean): "\(boolean)"
      case .number(let number): "\(number)"
      case .string(let text): "string \(text.string)"
      }
    lines.append("\(offset) \(words)")
    return progress(lines.count)
  }

  /// Returns the events of a text and the error that ends them, if any.
  static func events(of text: [UInt8], pieceSize: Int = 1 << 16) -> [String] {
    let log = JSONLog()
    do throws(JSONError) {
      try JSONReader.read(text, pieceSize: pieceSize, into: log)
      return log.lines
    } catch {
      return log.lines + [error.description(file: "map.json")]
    }
  }

  static func events(of text: String) -> [String] { events(of: Array(text.utf8)) }
}
