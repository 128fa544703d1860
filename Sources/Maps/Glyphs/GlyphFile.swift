internal import CMessages
import CartoucheRaster
package import CartoucheText

/// The glyphs of a range of characters, from a file in the format of MapLibre's and Mapbox's map styles.
package struct GlyphFile: Sendable {
  /// The names of the fonts that the glyphs were made from, as the file states them.
  ///
  /// They often differ from the font that the file's directory is named after, so only messages show them.
  package private(set) var name = ""
  /// The characters that the glyphs stand for.
  package let range: ClosedRange<UInt32>
  /// The glyphs by ascending character, one for each.
  package private(set) var glyphs: [FieldGlyph] = []

  /// The number of characters in a range.
  package static let rangeLength = 256
  /// The number of the last range: that of the character U+10FF00.
  package static let lastRange = 0x10ff
  /// The maximum number of bytes of a file, compressed or not. Files of Chinese characters have 0.2 MiB.
  package static let byteLimit = 4 << 20

  /// The number of pixels of the field on each side of the ink.
  private static let border = 3
  /// The maximum width and height of a glyph's ink, in pixels: more than 10 em.
  private static let maximumSide: UInt32 = 256
  /// The maximum of a glyph's offsets and advance, in pixels.
  private static let maximumOffset: Int32 = 1024
  /// The maximum number of a file's errors that are reported.
  private static let errorLimit = 100

  /// Decodes the bytes of a file, which may be compressed by gzip.
  ///
  /// - Parameters:
  ///   - number: The number of the wanted range: its first character divided by 256. Glyphs of other
  ///     characters are left out.
  ///   - path: The path of the file, for messages.
  /// - Returns: The file, and the errors of the glyphs that were left out.
  /// - Throws: ``GlyphError/notGlyphs(file:reason:)`` if the bytes are of no such file.
  /// - Source: The messages of glyphs.proto.
  package static func decode(
    _ bytes: [UInt8], range number: Int, path: String
  ) throws(GlyphError) -> (file: GlyphFile, errors: [GlyphError]) {
    func failure(_ reason: String) -> GlyphError { .notGlyphs(file: path, reason: reason) }
    guard bytes.count <= byteLimit else { throw failure("it is larger than \(byteLimit >> 20) MiB") }
    let content: [UInt8]
    do {
      content = try unpacked(bytes)
    } catch {
      throw failure(error.reason)
    }
    let memory = MessageAllocator(length: content.count)
    let decoded = content.withUnsafeBufferPointer { glyph_file__glyphs__unpack(&memory.allocator, $0.count, $0.baseAddress) }
    guard let message = decoded else {
      throw failure(memory.reason(forRejected: content, expected: "a file of glyphs"))
    }
    defer { glyph_file__glyphs__free_unpacked(message, &memory.allocator) }
    for stack in stacks(of: message.pointee) {
      guard stack.isComplete else {
        throw failure("a font has no name or no range, or a glyph has no character, size or offset")
      }
    }
    var file = GlyphFile(range: number)
    let errors = file.add(message.pointee, path: path)
    return (file, errors)
  }

  private init(range number: Int) {
    let first = UInt32(number.clamped(from: 0, to: Self.lastRange) * Self.rangeLength)
    range = first...first + UInt32(Self.rangeLength - 1)
  }

  private static func unpacked(_ bytes: [UInt8]) throws(InflateError) -> [UInt8] {
    // The first byte of glyphs is the key of the first font, 0x0a.
    guard bytes.starts(with: [0x1f, 0x8b]) else { return bytes }
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(InflateError) in try inflated(bytes, limit: byteLimit) }
    }
    return try result.get()
  }

  /// Returns the fonts of a file.
  private static func stacks(of message: GlyphFile__Glyphs) -> [GlyphFile__Glyphs__FontStack] {
    UnsafeBufferPointer(start: message.stacks, count: message.n_stacks).compactMap { $0?.pointee }
  }

  /// Adds the glyphs of all fonts of a file, and returns the errors.
  private mutating func add(_ message: GlyphFile__Glyphs, path: String) -> [GlyphError] {
    var errors: [GlyphError] = []
    var errorCount = 0
    func report(_ character: UInt32, _ reason: String) {
      errorCount += 1
      if errors.count < Self.errorLimit { errors.append(.brokenGlyph(file: path, character: character, reason: reason)) }
    }
    // The index of a character's glyph, so that the first of several counts.
    var isTaken = [Bool](repeating: false, count: Self.rangeLength)
    name = Self.stacks(of: message).map { String(field: $0.name) ?? "" }.joined(separator: ", ")
    for stack in Self.stacks(of: message) {
      for case let glyph? in UnsafeBufferPointer(start: stack.glyphs, count: stack.n_glyphs) {
        let glyph = glyph.pointee
        guard range.contains(glyph.id) else {
          report(glyph.id, "the file is for U+\(String(range.lowerBound, radix: 16, uppercase: true)) and the next 255 characters")
          continue
        }
        let index = Int(glyph.id - range.lowerBound)
        guard !isTaken[index] else { continue }
        switch Self.glyph(glyph) {
        case .success(let glyph):
          isTaken[index] = true
          glyphs.append(glyph)
        case .failure(let failure): report(glyph.id, failure.reason)
        }
      }
    }
    glyphs.sort { $0.scalar < $1.scalar }
    return errorCount > errors.count ? errors + [.moreErrors(file: path, count: errorCount - errors.count)] : errors
  }

  /// A glyph cannot be drawn. The reason is part of a sentence.
  private struct Failure: Error { var reason: String }

  private static func glyph(_ glyph: GlyphFile__Glyphs__Glyph) -> Result<FieldGlyph, Failure> {
    func failure(_ reason: String) -> Result<FieldGlyph, Failure> { .failure(Failure(reason: reason)) }
    guard Unicode.Scalar(glyph.id) != nil else { return failure("there is no such character") }
    guard glyph.width <= maximumSide, glyph.height <= maximumSide else {
      return failure("it has \(glyph.width) × \(glyph.height) pixels; at most \(maximumSide) × \(maximumSide) are expected")
    }
    let offsets = -maximumOffset...maximumOffset
    guard offsets.contains(glyph.left), offsets.contains(glyph.top), glyph.advance <= UInt32(maximumOffset) else {
      return failure(
        "its offset is (\(glyph.left), \(glyph.top)) and its advance \(glyph.advance); at most \(maximumOffset) pixels are expected"
      )
    }
    let (width, height) = (Int(glyph.width), Int(glyph.height))
    let hasInk = width > 0 && height > 0
    let byteCount = (width + 2 * border) * (height + 2 * border)
    // Spaces have no field, or only its border.
    guard glyph.bitmap.len == byteCount || (!hasInk && glyph.bitmap.len == 0) else {
      return failure("its field has \(glyph.bitmap.len) bytes; \(byteCount) are expected for \(width) × \(height) pixels")
    }
    return .success(
      FieldGlyph(
        scalar: glyph.id, width: hasInk ? width : 0, height: hasInk ? height : 0, left: Int(glyph.left), top: Int(glyph.top),
        advance: Int(glyph.advance),
        field: hasInk ? Array(UnsafeBufferPointer(start: glyph.bitmap.data, count: glyph.bitmap.len)) : []))
  }
}

extension GlyphFile__Glyphs__FontStack {
  /// Whether the font and its glyphs have all fields that the format requires, and the texts are UTF-8.
  fileprivate var isComplete: Bool {
    guard has_name != 0, has_range != 0, String(field: name) != nil, String(field: range) != nil else { return false }
    return UnsafeBufferPointer(start: glyphs, count: n_glyphs).allSatisfy { glyph in
      guard let glyph = glyph?.pointee else { return false }
      return glyph.has_id != 0 && glyph.has_width != 0 && glyph.has_height != 0 && glyph.has_left != 0 && glyph.has_top != 0
        && glyph.has_advance != 0
    }
  }
}
