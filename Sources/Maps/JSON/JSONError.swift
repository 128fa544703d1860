/// An error in reading JSON.
package struct JSONError: Error, Hashable, Sendable {
  /// The mistake, as a part of a sentence without the position.
  package let reason: String
  /// The position of the mistake; nil if the file cannot be read at all.
  package let location: JSONLocation?

  package init(reason: String, location: JSONLocation?) {
    self.reason = reason
    self.location = location
  }

  /// The line, counted from 1, or 0 if the file cannot be read at all.
  package var line: Int { location?.line ?? 0 }
  /// The column, counted from 1, or 0 if the file cannot be read at all.
  package var column: Int { location?.column ?? 0 }

  /// Returns a message such as "FILE:LINE:COLUMN: reason".
  package func description(file: String) -> String {
    location.map { "\(file):\($0): \(reason)" } ?? "\(file): \(reason)"
  }
}

/// A position in a text, as editors count it.
package struct JSONLocation: Hashable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  package var line = 1
  /// The column in code points, counted from 1.
  package var column = 1

  package init(line: Int = 1, column: Int = 1) {
    self.line = line
    self.column = column
  }

  package var description: String { "\(line):\(column)" }

  /// Moves the position to the end of a piece of the text.
  mutating func advance(over bytes: UnsafeRawBufferPointer) {
    var start = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      column = 1
      start = index + 1
    }
    // Every byte but the continuation bytes 10xxxxxx begins a code point.
    var count = 0
    for byte in bytes[start...] { count &+= byte & 0xc0 == 0x80 ? 0 : 1 }
    column += count
  }
}
