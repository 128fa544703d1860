/// A part of a JSON text, in the order of the text.
///
/// Events are well-formed: every key is followed by the events of one value, and every beginning by its end.
package enum JSONEvent {
  case beginObject, endObject
  case key(JSONText)
  case beginArray, endArray
  case null
  case boolean(Bool)
  /// A finite number. One beyond the range of `Double` becomes the largest finite number of its sign.
  case number(Double)
  case string(JSONText)
}

/// A string of a JSON text, without its quotes and escapes, in valid UTF-8.
///
/// Its bytes belong to the reader, and are valid until the consumer's method returns.
package struct JSONText {
  package let bytes: UnsafeBufferPointer<UInt8>

  /// A copy of the string.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Compares the string with a literal, and copies nothing.
  package static func == (text: JSONText, literal: StaticString) -> Bool {
    text.bytes.elementsEqual(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Lets a `switch` compare the string with literals.
  package static func ~= (literal: StaticString, text: JSONText) -> Bool { text == literal }
}

/// An object that takes the events of a large file one by one.
///
/// A consumer that needs one value as a tree, such as the properties of a feature, passes the events of this
/// value to a ``JSONTreeBuilder``.
package protocol JSONConsumer: AnyObject {
  /// Takes an event.
  ///
  /// - Parameter offset: The offset of the value's or key's first byte from the start of the text, in bytes;
  ///   of an end, the offset of its bracket.
  func take(_ event: JSONEvent, at offset: Int) -> JSONProgress
}

/// The reader's next step after an event.
package enum JSONProgress {
  case proceed
  /// Ends reading without an error. The rest of the text is not checked.
  case stop
  /// Ends reading with an error of this reason, at the position of the event.
  case fail(String)
}
