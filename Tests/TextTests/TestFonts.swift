import CartoucheText
import Foundation

/// The fonts with which the expected results were made.
enum TestFonts {
  static let folder = "/usr/share/fonts/truetype/"
  static let sans = folder + "dejavu/DejaVuSans.ttf"
  static let serif = folder + "dejavu/DejaVuSerif.ttf"
  static let devanagari = folder + "lohit-devanagari/Lohit-Devanagari.ttf"
  static let chinese = folder + "wqy/wqy-microhei.ttc"

  /// Returns a new collection of the standard fonts.
  static func all(glyphCacheByteLimit: Int = 8 << 20) -> FontCollection {
    FontCollection(files: FontCollection.standardFiles, glyphCacheByteLimit: glyphCacheByteLimit)
  }

  static func one(_ path: String) throws -> FontCollection {
    let fonts = FontCollection()
    try fonts.add(contentsOf: path)
    return fonts
  }
}
