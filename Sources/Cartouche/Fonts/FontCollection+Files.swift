import Foundation

extension FontCollection {
  /// The fonts that are used where nothing else is said: ``standardFiles``, as far as they are there.
  @MainActor public static let standard = FontCollection(files: standardFiles)

  /// Adds a font file, or all `.ttf`, `.otf` and `.ttc` files of a folder and its folders in the order of their names.
  ///
  /// What cannot be used is left out, and ``takeProblems()`` says why.
  public func add(fileOrFolder path: String) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
      return tryToAdd(contentsOf: path)
    }
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    for name in names.sorted() where Self.endings.contains(where: name.lowercased().hasSuffix) {
      tryToAdd(contentsOf: path + "/" + name)
    }
  }

  private static let endings = [".ttf", ".otf", ".ttc"]
}

extension TextLayer {
  /// A layer that shows `string` in the standard fonts.
  @MainActor
  public convenience init(_ string: String = "", frame: Rect = .zero) {
    self.init(string, fonts: .standard, frame: frame)
  }
}
