/// An error in loading fonts.
public enum FontError: Error, Hashable, Sendable {
  /// FreeType, the library that reads fonts, could not be initialized because memory is exhausted.
  case freeTypeUnavailable
  /// The font file does not exist or cannot be read.
  case unreadable(file: String)
  /// The bytes are not a font, or the font's tables contradict each other. `code` is FreeType's error code.
  case notAFont(file: String, code: Int)
  /// The face with the index `face` in the font file has no TrueType or OpenType outlines.
  ///
  /// Such a face belongs to a bitmap font or to a font in an old format.
  case noOutlines(file: String, face: Int)
  /// The folder in which font files were searched contains no font file.
  case noFonts(folder: String)
}

extension FontError: CustomStringConvertible {
  /// The error message, in English.
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
