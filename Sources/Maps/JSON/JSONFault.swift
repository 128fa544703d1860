/// A fault that yajl found in a text.
struct JSONFault {
  /// The part of the text that has the fault. In a string or number, the fault is at yajl's position, and
  /// otherwise at the start of the token.
  enum Place { case string, number, token }

  let reason: String
  let place: Place

  static let trailingText = "there is more text after the end of the value"
  static let cutShort = "the text ends before its value; check that the file is complete"

  /// Translates a message of yajl, such as "lexical error: invalid char in json text.".
  ///
  /// - Parameter byte: The first byte of the token, if it is known.
  init(_ message: String, byte: UInt8?) {
    guard let known = Self.known.first(where: { message.contains($0.message) }) else {
      reason = "it is not JSON (\(message.filter { $0 != "\n" }))"
      place = .token
      return
    }
    let isLetter = byte.map { 0x61...0x7a ~= $0 | 0x20 } ?? false
    reason = known.reason ?? (isLetter ? Self.bareWord : "this character is not allowed here")
    place = known.place
  }

  private static let bareWord = "letters are written in double quotes; NaN and Infinity are not numbers of JSON"

  /// A part of each message, with its translation. A message without one depends on the byte.
  private static let known: [(message: String, reason: String?, place: Place)] = [
    ("unallowed token", "a value is expected here", .token),
    ("invalid object key", "a key in double quotes is expected here", .token),
    ("separated by a colon", "a colon is expected here, after the key", .token),
    ("inside map, I expect", "a comma or } is expected here, after the value", .token),
    ("after array element", "a comma or ] is expected here, after the value", .token),
    ("trailing garbage", trailingText, .token),
    ("premature EOF", cutShort, .token),
    ("occurs before a character", "this character has no escape with a backslash", .string),
    ("(non-hex) character", "\\u is followed by four hexadecimal digits, and this is none", .string),
    ("invalid character inside string", "a control character is inside a string; write it as an escape, such as \\n", .string),
    ("required after the minus", "a digit is expected after the minus sign", .number),
    ("required after the decimal point", "a digit is expected after the decimal point", .number),
    ("required after the exponent", "a digit is expected in the exponent", .number),
    ("invalid string in json text", "only true, false and null are written without double quotes", .token),
    ("invalid char in json text", nil, .token),
    ("comment found", "JSON has no comments; remove it", .token),
  ]
}
