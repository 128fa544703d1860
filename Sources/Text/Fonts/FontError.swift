/// Why a font could not be used.
public enum FontError: Error, Hashable, Sendable {
  /// FreeType could not be started: there is no memory.
  case freeTypeUnavailable
  /// There is no such file, or it cannot be read.
  case unreadable(file: String)
  /// The bytes are no font, or one whose tables contradict each other; `code` is FreeType's.
  case notAFont(file: String, code: Int)
  /// A face of the file has no outlines in TrueType's or OpenType's tables: a font of bitmaps, or an old format.
  case noOutlines(file: String, face: Int)
  /// There is no font file in the folder.
  case noFonts(folder: String)
}

extension FontError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .freeTypeUnavailable:
      "FreeType could not be started; the machine is out of memory"
    case .unreadable(let file):
      "\(file): the font cannot be read; check the path and its permissions"
    case .notAFont(let file, let code):
      "\(file): not a readable font (FreeType's error \(code)); give a whole .ttf, .otf or .ttc file"
    case .noOutlines(let file, let face):
      "\(file): face \(face) has no TrueType or OpenType outlines; give a scalable .ttf, .otf or .ttc font"
    case .noFonts(let folder):
      "\(folder): there is no .ttf, .otf or .ttc file in the folder; give one that has fonts, or a font file"
    }
  }
}
