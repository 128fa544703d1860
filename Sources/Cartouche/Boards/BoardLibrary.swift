/// A library of board files, which finds a board by its name in a list of folders.
///
/// A board file describes a machine's display, touch panel, memory and threads. ``board(_:)`` takes a board's
/// name, such as `raspberry-pi-4`, or the path of a board file. A text that contains a `/`, or ends in
/// `.yaml` or `.yml`, is a path.
///
/// The library ``standard`` searches these places in this order, and uses the first file with the given name:
///
/// 1. the folders that the environment variable `$CARTOUCHE_BOARDS` lists, separated by colons;
/// 2. `boards/` in the current folder;
/// 3. `boards/` in the executable's folder and in each folder above it, so that programs in a checkout find
///    the checkout's boards;
/// 4. `/usr/share/cartouche/boards`;
/// 5. the board files that are built into every application.
public struct BoardLibrary: Sendable {
  /// A choice whether a library has the board files that are built into every application.
  public enum BuiltIn: Hashable, Sendable {
    /// The library has the built-in board files. It searches them after its folders.
    case included
    /// The library has only the board files in its folders.
    case excluded
  }

  /// A place that a library has a board file from.
  public enum Source: Hashable, Sendable, CustomStringConvertible {
    /// The file at this path.
    case file(String)
    /// The application itself.
    case builtIn

    /// The file's path, or the text "built in".
    public var description: String {
      switch self {
      case .file(let path): path
      case .builtIn: "built in"
      }
    }
  }

  /// The paths of the folders with board files, in the order in which they are searched.
  ///
  /// The library ``standard`` contains only folders that exist.
  public let folders: [String]
  /// Whether the library has the board files that are built into every application.
  public let builtIn: BuiltIn

  /// Creates a library that searches the given folders in the given order.
  ///
  /// - Parameters:
  ///   - folders: The paths of the folders.
  ///   - builtIn: Whether the library also has the built-in board files, which are searched last.
  public init(folders: [String], builtIn: BuiltIn = .excluded) {
    self.folders = folders
    self.builtIn = builtIn
  }

  /// A library that searches the standard places. The description of ``BoardLibrary`` lists these places.
  public static var standard: BoardLibrary {
    var folders = (environmentVariable("CARTOUCHE_BOARDS") ?? "").split(separator: ":").map(String.init)
    folders.append("boards")
    var folder = Folders.resolved("/proc/self/exe").map { Folders.parent(of: $0) } ?? "/"
    while folder != "/" {
      folders.append(folder + "/boards")
      folder = Folders.parent(of: folder)
    }
    folders.append("/usr/share/cartouche/boards")
    var resolvedPaths: Set<String> = []
    return BoardLibrary(
      folders: folders.filter { path in
        Folders.isFolder(path) && resolvedPaths.insert(Folders.resolved(path) ?? path).inserted
      }, builtIn: .included)
  }

  /// Returns the board with a name, or the board in the file at a path.
  ///
  /// If no board file has the name `auto`, the result for this name is ``Board/automatic``.
  ///
  /// - Parameter name: A board's name, or the path of a board file. A text that contains a `/`, or ends in
  ///   `.yaml` or `.yml`, is a path.
  /// - Throws: ``BoardError`` if the board is not found, or if its file cannot be read or parsed.
  public func board(_ name: String) throws(BoardError) -> Board {
    guard let source = knownSource(of: name) else {
      guard name != Board.automatic.name else { return .automatic }
      throw .notFound(name: name, searched: folders, known: entries().map(\.name))
    }
    let yaml = try Self.text(of: name, from: source)
    guard case .file(let path) = source else { return try Board(name: name, yaml: yaml, file: "built-in board \(name)") }
    let file = Folders.name(of: path)
    let stem = [".yaml", ".yml"].first { file.hasSuffix($0) }.map { String(file.dropLast($0.count)) } ?? file
    return try Board(name: stem, yaml: yaml, file: path)
  }

  /// Returns where the board with a name, or at a path, comes from. A file at a path need not exist.
  ///
  /// - Parameter name: A board's name, or the path of a board file, as for ``board(_:)``.
  /// - Throws: ``BoardError/notFound(name:searched:known:)`` if no place has a board of this name.
  public func source(of name: String) throws(BoardError) -> Source {
    if let source = knownSource(of: name) { return source }
    throw .notFound(name: name, searched: folders, known: entries().map(\.name))
  }

  /// Returns the text of the board file with a name, or at a path.
  ///
  /// - Parameter name: A board's name, or the path of a board file, as for ``board(_:)``.
  /// - Throws: ``BoardError`` if the board is not found, or if its file cannot be read. The text need not be
  ///   that of a valid board file.
  public func text(of name: String) throws(BoardError) -> String {
    try Self.text(of: name, from: source(of: name))
  }

  private func knownSource(of name: String) -> Source? {
    if name.contains("/") || name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return .file(name) }
    for folder in folders {
      let path = folder + "/" + name + ".yaml"
      if Folders.exists(path) { return .file(path) }
    }
    return builtIn == .included && BuiltInBoards.files.contains { $0.name == name } ? .builtIn : nil
  }

  /// Returns the names of all boards of the library, sorted by name, and where their files are.
  ///
  /// If several places have a board file with the same name, the result contains only the one that
  /// ``board(_:)`` uses.
  public func entries() -> [(name: String, source: Source)] {
    var found: [String: Source] = [:]
    for folder in folders {
      for file in Folders.names(in: folder) where file.hasSuffix(".yaml") {
        let name = String(file.dropLast(5))
        found[name] = found[name] ?? .file(folder + "/" + file)
      }
    }
    if builtIn == .included {
      for file in BuiltInBoards.files { found[file.name] = found[file.name] ?? .builtIn }
    }
    return found.sorted { $0.key < $1.key }.map { (name: $0.key, source: $0.value) }
  }

  private static func text(of name: String, from source: Source) throws(BoardError) -> String {
    guard case .file(let path) = source else { return BuiltInBoards.files.first { $0.name == name }?.yaml ?? "" }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileIO.read(path, limit: 1 << 20)
    } catch {
      throw .unreadable(file: path, reason: error.reason)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .malformed(file: path, line: 1, reason: "it is not UTF-8 text")
    }
    return text
  }
}

extension Board {
  /// The board that the environment variable `$CARTOUCHE_BOARD` selects.
  ///
  /// The variable contains a board's name or the path of a board file. Names are looked up in
  /// ``BoardLibrary/standard``. If the variable is unset or empty, the board is ``automatic``.
  ///
  /// - Throws: ``BoardError`` if the board is not found, or if its file cannot be read or parsed.
  public static var current: Board {
    get throws(BoardError) {
      guard let name = currentName else { return .automatic }
      return try BoardLibrary.standard.board(name)
    }
  }

  /// The content of the environment variable `$CARTOUCHE_BOARD`; nil if it is unset or empty.
  package static var currentName: String? {
    environmentVariable("CARTOUCHE_BOARD").flatMap { $0.isEmpty ? nil : $0 }
  }
}
