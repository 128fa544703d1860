/// The faces of a font collection, from which another thread makes a collection of its own.
///
/// Both collections have the same faces at the same indices. The glyphs that one thread shapes can therefore
/// be drawn by the other.
package struct FontFaceList: @unchecked Sendable {
  /// A face's origin. The bytes of a font file never change, so threads share them.
  fileprivate enum Entry {
    case file(FontFileMemory, name: String, index: Int)
    case fields(family: String, @Sendable (_ range: Int) -> [FieldGlyph])
  }

  fileprivate var entries: [Entry] = []

  /// The number of faces.
  package var count: Int { entries.count }

  /// Creates a list without faces.
  package init() {}
}

extension FontCollection {
  /// The collection's faces, for a collection of another thread.
  package var faceList: FontFaceList {
    var list = FontFaceList()
    let faces = faces
    list.entries.reserveCapacity(faces.count)
    for face in faces {
      if let bytes = face.bytes {
        list.entries.append(.file(bytes, name: face.file, index: face.index))
      } else if let glyphs = face.fieldGlyphs {
        list.entries.append(.fields(family: face.descriptor.family, glyphs.source))
      }
    }
    return list
  }

  /// Adds the faces of a list that the collection does not have yet.
  ///
  /// - Parameter list: A list whose first faces are those of this collection.
  package func update(to list: FontFaceList) {
    for entry in list.entries.dropFirst(faces.count) {
      switch entry {
      // A face that could be opened once can be opened again.
      case .file(let bytes, let name, let index): _ = try? addFace(of: bytes, file: name, index: index)
      case .fields(let family, let source): addFieldFace(family: family, glyphs: source)
      }
    }
  }
}
