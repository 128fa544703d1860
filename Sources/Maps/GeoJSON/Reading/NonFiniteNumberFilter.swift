/// A text in which `NaN`, `Infinity` and `-Infinity` are replaced by values of JSON.
///
/// Some programs write these words for numbers that are not finite, and JSON has no such words. The
/// replacements have the same length, so that positions stay the same: `{ }` for the short word, and a null
/// for the others.
final class NonFiniteNumberFilter<Source: JSONSource>: JSONSource {
  private let source: Source
  /// The offset of the byte after the last one that was read.
  private var offset = 0
  private var isInString = false
  private var isAfterBackslash = false

  init(_ source: Source) { self.source = source }

  func read(at start: Int, into buffer: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int {
    // The reader looks at the first bytes before it begins.
    if start != offset { (offset, isInString, isAfterBackslash) = (start, false, false) }
    let count = try source.read(at: start, into: buffer)
    var index = 0
    while index < count {
      let byte = buffer[index]
      if isAfterBackslash {
        isAfterBackslash = false
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      } else if isInString {
        isAfterBackslash = byte == UInt8(ascii: "\\")
      } else if let (word, replacement) = Self.word(from: byte) {
        let end = index + word.utf8CodeUnitCount
        if end > count, index > 0 {
          // The next piece begins with the word.
          offset = start + index
          return index
        }
        if end <= count, Self.bytes(word).elementsEqual(buffer[index..<end]) {
          for (place, byte) in Self.bytes(replacement).enumerated() { buffer[index + place] = byte }
          index = end - 1
        }
      }
      index += 1
    }
    offset = start + count
    return count
  }

  private static func word(from byte: UInt8) -> (word: StaticString, replacement: StaticString)? {
    switch byte {
    case UInt8(ascii: "N"): ("NaN", "{ }")
    case UInt8(ascii: "I"): ("Infinity", "null    ")
    case UInt8(ascii: "-"): ("-Infinity", "null     ")
    default: nil
    }
  }

  private static func bytes(_ text: StaticString) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }
}
