/// The address of data in a style sheet.
enum SheetAddress: Equatable {
  /// The path of a local file or directory.
  case local(String)
  /// An address on a network, or of a kind that is not known.
  case remote(String)

  /// The schemes of local paths. The content of a file tells its format, not the scheme.
  private static let localSchemes = ["file", "pmtiles", "mbtiles", "asset"]

  /// Reads an address. A relative path begins at `directory`.
  init(_ text: String, directory: String) {
    var path = text[...]
    // "pmtiles://file:///a.pmtiles" has two.
    for _ in 0..<2 {
      guard let scheme = Self.scheme(of: path) else { break }
      guard Self.localSchemes.contains(scheme.lowercased()) else {
        self = .remote(text)
        return
      }
      path = path.dropFirst(scheme.count + 3)
    }
    guard Self.scheme(of: path) == nil, !path.isEmpty else {
      self = .remote(text)
      return
    }
    self = .local(path.hasPrefix("/") || directory.isEmpty ? String(path) : Self.joined(directory, path))
  }

  /// Returns the directory of a file; empty for the working directory.
  static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func joined(_ directory: String, _ path: Substring) -> String {
    let relative = path.hasPrefix("./") ? path.dropFirst(2) : path
    return directory.hasSuffix("/") ? directory + relative : "\(directory)/\(relative)"
  }

  private static func scheme(of path: Substring) -> Substring? {
    guard let colon = path.firstIndex(of: ":"), path[colon...].hasPrefix("://") else { return nil }
    let scheme = path[..<colon]
    let isName = scheme.utf8.allSatisfy {
      $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7a || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2b || $0 == 0x2d
    }
    return scheme.isEmpty || !isName ? nil : scheme
  }
}
