package import CartoucheText
import Synchronization

/// The glyph files of a style's fonts, in directories that are named after the fonts.
///
/// It may be used from any thread. It keeps no glyphs, only the errors and the fonts that it found missing.
package final class GlyphDirectory: Sendable {
  package let pattern: GlyphPattern

  private struct State {
    /// The paths of files that are missing or broken, so that none is opened twice.
    var unusable: Set<String> = []
    var isPresent: [String: Bool] = [:]
    var reported: Set<GlyphError> = []
    var errors: [GlyphError] = []
  }

  private let state = Mutex(State())
  /// The maximum numbers of paths, fonts and errors that are remembered. Beyond it, files are looked for
  /// again, and errors are not reported.
  private static let memoryLimit = 10_000

  /// Creates the directory of the glyphs whose paths follow a pattern.
  package init(_ pattern: GlyphPattern) {
    self.pattern = pattern
  }

  /// Returns the glyphs of 256 characters in a font, or in fonts that are separated by commas.
  ///
  /// Of several fonts, a directory with the joined name is tried first. Without one, each character's glyph
  /// comes from the first font that has it.
  ///
  /// - Parameters:
  ///   - font: The names, such as `Open Sans Regular,Arial Unicode MS Regular`.
  ///   - range: The number of the range: its first character divided by 256.
  /// - Returns: The glyphs by ascending character. Missing and broken files have none.
  package func glyphs(font: String, range: Int) -> [FieldGlyph] {
    guard (0...GlyphFile.lastRange).contains(range) else { return [] }
    if hasFont(font) { return file(font: font, range: range) }
    let fonts = font.split(separator: ",").map { String($0.trimmingSpaces) }.filter { hasFont($0) }
    guard !fonts.isEmpty else {
      report([.missingFont(font: font, pattern: pattern.text)])
      return []
    }
    var glyphs: [FieldGlyph] = []
    var known: Set<UInt32> = []
    for font in fonts {
      glyphs += file(font: font, range: range).filter { known.insert($0.scalar).inserted }
    }
    return glyphs.sorted { $0.scalar < $1.scalar }
  }

  /// Returns the errors since the last call. Each error is returned only once.
  package func takeErrors() -> [GlyphError] {
    state.withLock { state in
      defer { state.errors.removeAll() }
      return state.errors
    }
  }

  private func hasFont(_ font: String) -> Bool {
    if let known = state.withLock({ $0.isPresent[font] }) { return known }
    let isPresent = pattern.directory(font: font).map { FilePath.kind(of: $0) == .directory } ?? false
    state.withLock { state in
      if state.isPresent.count < Self.memoryLimit { state.isPresent[font] = isPresent }
    }
    return isPresent
  }

  /// Returns the glyphs of one file.
  private func file(font: String, range: Int) -> [FieldGlyph] {
    guard let path = pattern.path(font: font, range: range), !state.withLock({ $0.unusable.contains(path) }) else { return [] }
    do throws(GlyphError) {
      if let bytes = try Self.bytes(path: path) {
        let (file, errors) = try GlyphFile.decode(bytes, range: range, path: path)
        report(errors)
        return file.glyphs
      }
    } catch {
      report([error])
    }
    state.withLock { state in
      if state.unusable.count < Self.memoryLimit { state.unusable.insert(path) }
    }
    return []
  }

  /// Returns a file's bytes, or nil if there is no such file.
  private static func bytes(path: String) throws(GlyphError) -> [UInt8]? {
    guard FilePath.kind(of: path) != .absent else { return nil }
    do throws(TileError) {
      let file = try MappedFile(path: path)
      guard file.count <= GlyphFile.byteLimit else {
        throw TileError.unreadable(file: path, reason: "it is larger than \(GlyphFile.byteLimit >> 20) MiB")
      }
      return file.withBytes(offset: 0, count: UInt64(file.count)) { Array($0) } ?? []
    } catch {
      guard case .unreadable(_, let reason) = error else { throw .unreadable(file: path, reason: error.description) }
      throw .unreadable(file: path, reason: reason)
    }
  }

  private func report(_ errors: [GlyphError]) {
    guard !errors.isEmpty else { return }
    state.withLock { state in
      for error in errors where state.reported.count < Self.memoryLimit && state.reported.insert(error).inserted {
        state.errors.append(error)
      }
    }
  }
}

extension Substring {
  /// The text without spaces at its ends.
  fileprivate var trimmingSpaces: Substring {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}
