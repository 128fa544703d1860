import Glibc

/// A buffer that holds a piece of the text while it is parsed.
///
/// yajl accepts half of a surrogate pair, such as "\ud83d" alone, and then drops a character after it. It
/// also accepts UTF-8 that encodes no code point. So the buffer finds both before yajl sees the text.
/// A sequence that the end of a piece cuts is kept for the next piece.
struct JSONPiece: ~Copyable {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private let size: Int
  /// The number of bytes in the buffer.
  private var count = 0
  /// The number of bytes at the start of the buffer that can be parsed.
  private var readyCount = 0
  /// The index of the first byte that is not valid UTF-8. Nothing after it is parsed.
  private(set) var invalidIndex: Int?

  /// The length of the longest sequence that is not split, an escaped surrogate pair.
  private static let longestSequence = 12

  /// Makes a buffer for pieces of `size` bytes.
  init(size: Int) {
    self.size = max(size, 1)
    memory = .allocate(capacity: self.size + Self.longestSequence)
  }

  deinit { memory.deallocate() }

  /// The bytes to be parsed.
  var ready: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: memory.prefix(readyCount)) }

  /// Removes the parsed bytes, and reads the text from `offset` on.
  ///
  /// - Returns: The number of bytes read, 0 at the end of the text.
  mutating func advance(in source: some JSONSource, at offset: Int) throws(JSONError) -> Int {
    let kept = count - readyCount
    for index in 0..<kept { memory[index] = memory[readyCount + index] }
    let added = try source.read(
      at: offset, into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: memory.dropFirst(kept).prefix(size))))
    count = kept + added
    readyCount = count
    repairEscapes(isLast: added == 0)
    // Bytes before a kept escape are no cut code point: an escape begins with ASCII.
    if added > 0, readyCount == count { keepCutScalar() }
    invalidIndex = nil
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: ready.span)
    } catch {
      invalidIndex = error.byteOffsets.lowerBound
      readyCount = error.byteOffsets.lowerBound
    }
    return added
  }

  /// Replaces each escaped half of a surrogate pair by "\ufffd", the replacement character.
  private mutating func repairEscapes(isLast: Bool) {
    guard let start = memory.baseAddress else { return }
    var index = 0
    while index < count, let found = memchr(start + index, CInt(UInt8(ascii: "\\")), count - index) {
      index = start.distance(to: found.assumingMemoryBound(to: UInt8.self))
      switch escape(at: index) {
      case .none:
        // Escapes of other kinds have two bytes, one of which may be a backslash.
        if index + 1 == count || memory[index + 1] == UInt8(ascii: "u") && index + 6 > count {
          if !isLast { readyCount = index }
          return
        }
        index += 2
      case .some(0xd800..<0xdc00):
        if let low = escape(at: index + 6), 0xdc00..<0xe000 ~= low {
          index += 12
        } else if index + 12 > count, !isLast {
          readyCount = index
          return
        } else {
          replaceEscape(at: index)
          index += 6
        }
      case .some(0xdc00..<0xe000):
        replaceEscape(at: index)
        index += 6
      case .some: index += 6
      }
    }
  }

  private mutating func replaceEscape(at index: Int) {
    for (place, digit) in "fffd".utf8.enumerated() { memory[index + 2 + place] = digit }
  }

  /// Returns the code of a `\u` escape at `index`, or nil if there is no such escape as a whole.
  private func escape(at index: Int) -> UInt32? {
    guard index + 6 <= count, memory[index] == UInt8(ascii: "\\"), memory[index + 1] == UInt8(ascii: "u") else { return nil }
    var code: UInt32 = 0
    for byte in memory[index + 2..<index + 6] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): code = code << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): code = code << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): code = code << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    return code
  }

  /// Keeps a code point for the next piece if only its first bytes are in this one.
  private mutating func keepCutScalar() {
    for length in 1..<4 where length <= readyCount {
      let byte = memory[readyCount - length]
      if byte & 0xc0 == 0x80 { continue }
      if byte >= 0xc0, length < (byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4) { readyCount -= length }
      return
    }
  }
}
