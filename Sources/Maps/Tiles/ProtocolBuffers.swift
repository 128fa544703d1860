package import CMessages

// Messages are decoded and encoded by protobuf-c: https://github.com/protobuf-c/protobuf-c

extension String {
  /// Creates a string from the bytes of a message's field, which the message owns.
  ///
  /// - Returns: nil if the bytes are not valid UTF-8.
  init?(field: ProtobufCBinaryData) {
    self.init(validating: UnsafeBufferPointer(start: field.data, count: field.len), as: UTF8.self)
  }
}

/// An allocator for decoding one message, which refuses memory beyond a limit.
///
/// Two bytes of a hostile message can become 150 bytes in memory. Decoding then fails, and the kiosk lives.
final class MessageAllocator {
  /// Whether memory was refused.
  private var isExhausted = false
  /// The allocator of protobuf-c. It must not outlive this object.
  var allocator = ProtobufCAllocator()
  private var remaining: Int

  /// - Parameter length: The length of the message in bytes. Those of real maps need up to four times that.
  init(length: Int) {
    remaining = 32 << 20 + 8 * length
    allocator.allocator_data = Unmanaged.passUnretained(self).toOpaque()
    allocator.alloc = { owner, size in
      guard let owner else { return nil }
      return Unmanaged<MessageAllocator>.fromOpaque(owner).takeUnretainedValue().allocate(size)
    }
    allocator.free = { _, memory in memory?.deallocate() }
  }

  /// Returns the reason why protobuf-c did not decode `message`, as a part of a sentence.
  ///
  /// - Parameter kind: What the message was expected to be, such as "a vector tile".
  func reason(forRejected message: [UInt8], expected kind: String) -> String {
    if isExhausted { return "it has too many parts" }
    return isCutShort(message: message) ? "it is cut short" : "it is not \(kind)"
  }

  private func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    guard size <= remaining else {
      isExhausted = true
      return nil
    }
    remaining -= size
    return .allocate(byteCount: size, alignment: 16)
  }
}

/// Returns whether the bytes of a message end within one of its fields. If so, the message was probably cut
/// short.
///
/// protobuf-c does not say why it rejects a message. This function looks at the message's own fields, not
/// at fields of the messages inside.
///
/// - Source: https://protobuf.dev/programming-guides/encoding/
private func isCutShort(message bytes: [UInt8]) -> Bool {
  var rest = bytes[...]
  /// Removes a number of at most ten bytes; nil if the message ends before, or the number is longer.
  func removeNumber() -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      number |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }
  while !rest.isEmpty {
    guard let key = removeNumber() else { return rest.isEmpty }
    let length: UInt64
    switch key & 7 {
    case 0:
      guard removeNumber() != nil else { return rest.isEmpty }
      length = 0
    case 1: length = 8
    case 2:
      guard let number = removeNumber() else { return rest.isEmpty }
      length = number
    case 5: length = 4
    default: return false
    }
    guard length <= UInt64(rest.count) else { return true }
    rest.removeFirst(Int(length))
  }
  return false
}

/// Memory for a message that is encoded: its messages, arrays and strings.
///
/// The memory is freed with the arena, so the arena must outlive the encoding.
package final class MessageArena {
  private var blocks: [UnsafeMutableRawPointer] = []

  package init() {}

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// Copies elements into the arena; nil if there are none.
  package func array<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeMutablePointer<Element>? {
    guard !elements.isEmpty else { return nil }
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
    copy.initialize(from: elements, count: elements.count)
    blocks.append(UnsafeMutableRawPointer(copy))
    return copy
  }

  /// Copies messages into the arena, and returns an array of pointers to them; nil if there are none.
  package func messages<Message: BitwiseCopyable>(
    _ messages: [Message]
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<Message>?>? {
    guard let first = array(messages) else { return nil }
    return array((0..<messages.count).map { first + $0 })
  }

  /// Copies bytes into the arena.
  package func bytes(_ bytes: [UInt8]) -> ProtobufCBinaryData {
    ProtobufCBinaryData(len: bytes.count, data: array(bytes))
  }

  /// Copies the UTF-8 bytes of a text into the arena.
  package func text(_ text: String) -> ProtobufCBinaryData { bytes(Array(text.utf8)) }
}
