internal import CYAJL

/// Passes a text in pieces to yajl, and yajl's callbacks as events to the consumer.
///
/// yajl needs no recursion, and keeps no more of the text than a token that two pieces share.
final class JSONTokenizer {
  /// The maximum length of a string or number in bytes. yajl scans a token again with every piece of it, so
  /// the time grows with the square of the length.
  static let longestToken = 8 << 20

  /// Why parsing ended early, and the offset of the fault.
  private(set) var failure: (reason: String, offset: Int)?
  private let consumer: any JSONConsumer
  private let depthLimit: Int
  private var parser: yajl_handle?
  private var depth = 0

  /// The bytes of the current piece.
  private var piece = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  /// The offset of the piece's first byte from the start of the text.
  private var pieceOffset = 0
  /// An index in the piece, after the last token and not after the next one.
  private var scanIndex = 0
  /// The comma or colon that may stand between the last token and the next one.
  private var separator: UInt8?
  /// The offset of the current token, if it starts in an earlier piece.
  private var cutTokenOffset: Int?

  init(consumer: any JSONConsumer, depthLimit: Int) {
    self.consumer = consumer
    self.depthLimit = depthLimit
    // The context outlives the parser, which ends in `deinit`.
    parser = yajl_alloc(callbacks, nil, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { if let parser { yajl_free(parser) } }

  /// Parses a piece of the text, which is valid UTF-8 and follows the previous piece.
  ///
  /// - Returns: Whether to go on with the next piece.
  func parse(_ piece: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    self.piece = piece
    (pieceOffset, scanIndex) = (offset, 0)
    guard ends(with: yajl_parse(parser, piece.baseAddress, piece.count)) else { return false }
    skipToToken()
    if cutTokenOffset == nil, scanIndex < piece.count { cutTokenOffset = tokenOffset }
    if let start = cutTokenOffset, offset + piece.count - start > Self.longestToken {
      return stop("a string or number is longer than \(Self.longestToken >> 20) MiB", at: start)
    }
    return true
  }

  /// Ends parsing after the last piece, at the end of the text.
  func finish(at offset: Int) {
    piece = UnsafeBufferPointer(start: nil, count: 0)
    (pieceOffset, scanIndex) = (offset, 0)
    guard ends(with: yajl_complete_parse(parser), isLast: true), let rest = cutTokenOffset else { return }
    // yajl overlooks a string after the value that does not end.
    failure = (JSONFault.trailingText, rest)
  }

  private func ends(with status: yajl_status, isLast: Bool = false) -> Bool {
    if status == yajl_status_ok { return true }
    if status == yajl_status_client_canceled || failure != nil { return false }
    let message = yajl_get_error(parser, 0, nil, 0)
    defer { yajl_free_error(parser, message) }
    skipToToken()
    let byte = cutTokenOffset == nil && scanIndex < piece.count ? piece[scanIndex] : nil
    let fault = JSONFault(message.map { String(cString: $0) } ?? "", byte: byte)
    switch fault.place {
    case .string where isLast: failure = (JSONFault.cutShort, tokenOffset)
    case .string, .number: failure = (fault.reason, pieceOffset + min(yajl_get_bytes_consumed(parser), piece.count))
    case .token: failure = (fault.reason, tokenOffset)
    }
    return false
  }

  fileprivate static func of(_ context: UnsafeMutableRawPointer?) -> JSONTokenizer? {
    context.map { Unmanaged<JSONTokenizer>.fromOpaque($0).takeUnretainedValue() }
  }
}

// The methods that yajl's callbacks call. A result of 0 ends parsing.
extension JSONTokenizer {
  fileprivate func take(_ event: JSONEvent, before separator: UInt8?) -> CInt {
    skipToToken()
    let offset = tokenOffset
    self.separator = separator
    cutTokenOffset = nil
    scanIndex = yajl_get_bytes_consumed(parser)
    switch consumer.take(event, at: offset) {
    case .proceed: return 1
    case .stop: return 0
    case .fail(let reason): return stop(reason, at: offset) ? 1 : 0
    }
  }

  fileprivate func take(_ event: JSONEvent) -> CInt { take(event, before: depth > 0 ? UInt8(ascii: ",") : nil) }

  fileprivate func key(_ event: JSONEvent) -> CInt { take(event, before: UInt8(ascii: ":")) }

  fileprivate func begin(_ event: JSONEvent) -> CInt {
    if depth >= depthLimit {
      skipToToken()
      return stop("values are nested deeper than \(depthLimit)", at: tokenOffset) ? 1 : 0
    }
    depth += 1
    return take(event, before: nil)
  }

  fileprivate func end(_ event: JSONEvent) -> CInt {
    depth -= 1
    return take(event)
  }

  private func stop(_ reason: String, at offset: Int) -> Bool {
    failure = (reason, offset)
    return false
  }

  /// The offset of the current token, after ``skipToToken()``.
  private var tokenOffset: Int { cutTokenOffset ?? pieceOffset + scanIndex }

  /// Skips the white space and the separator before the current token, because yajl tells only its end.
  ///
  /// The method stops at a separator that is out of place, because that is the fault then.
  private func skipToToken() {
    if cutTokenOffset != nil { return }
    var index = scanIndex
    scan: while index < piece.count {
      switch piece[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): break
      case let byte where byte == separator: separator = nil
      default: break scan
      }
      index += 1
    }
    scanIndex = index
  }
}

/// The callbacks of every parser; yajl keeps the address.
private nonisolated(unsafe) let callbacks: UnsafePointer<yajl_callbacks> = {
  func text(_ start: UnsafePointer<UInt8>?, _ count: Int) -> JSONText {
    JSONText(bytes: UnsafeBufferPointer(start: start, count: count))
  }
  var table = yajl_callbacks()
  table.yajl_null = { JSONTokenizer.of($0)?.take(.null) ?? 0 }
  table.yajl_boolean = { JSONTokenizer.of($0)?.take(.boolean($1 != 0)) ?? 0 }
  table.yajl_number = { context, start, count in
    guard let start else { return 0 }
    return start.withMemoryRebound(to: UInt8.self, capacity: count) { start in
      let number = JSONNumber.value(of: UnsafeBufferPointer(start: start, count: count))
      return JSONTokenizer.of(context)?.take(.number(number)) ?? 0
    }
  }
  table.yajl_string = { JSONTokenizer.of($0)?.take(.string(text($1, $2))) ?? 0 }
  table.yajl_map_key = { JSONTokenizer.of($0)?.key(.key(text($1, $2))) ?? 0 }
  table.yajl_start_map = { JSONTokenizer.of($0)?.begin(.beginObject) ?? 0 }
  table.yajl_end_map = { JSONTokenizer.of($0)?.end(.endObject) ?? 0 }
  table.yajl_start_array = { JSONTokenizer.of($0)?.begin(.beginArray) ?? 0 }
  table.yajl_end_array = { JSONTokenizer.of($0)?.end(.endArray) ?? 0 }
  let memory = UnsafeMutablePointer<yajl_callbacks>.allocate(capacity: 1)
  memory.initialize(to: table)
  return UnsafePointer(memory)
}()
