internal import Foundation

/// A library of board files, which finds a board by its name in a list of folders.
///
/// A board file describes a machine's display, touch panel, memory and threads. ``board(_:)`` takes a board's
/// name, such as `raspberry-pi-4`, or the path of a board file. A text that contains a `/`, or ends in
/// `.yaml` or `.yml`, is a path.
///
/// The library ``standard`` searches these folders in this order, and uses the first file with the given
/// name:
///
/// 1. the folders that the environment variable `$CARTOUCHE_BOARDS` lists, separated by colons;
/// 2. `boards/` in the current folder;
/// 3. `boards/` in the executable's folder and in each folder above it, so that programs in a checkout find
///    the checkout's boards;
/// 4. `/usr/share/cartouche/boards`.
public struct BoardLibrary: Sendable {
  /// The paths of the folders with board files, in the order in which they are searched.
  ///
  /// The library ``standard`` contains only folders that exist.
  public let folders: [String]

  /// Creates a library that searches the given folders in the given order.
  public init(folders: [String]) {
    self.folders = folders
  }

  /// A library that searches the standard folders. The description of ``BoardLibrary`` lists these folders.
  public static var standard: BoardLibrary {
    let environment = ProcessInfo.processInfo.environment
    var folders = (environment["CARTOUCHE_BOARDS"] ?? "").split(separator: ":").map(String.init)
    folders.append("boards")
    var folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    while folder.path != "/" {
      folders.append(folder.appending(path: "boards").path)
      folder.deleteLastPathComponent()
    }
    folders.append("/usr/share/cartouche/boards")
    var standardPaths: Set<String> = []
    return BoardLibrary(
      folders: folders.filter { path in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
          && standardPaths.insert(URL(filePath: path).standardizedFileURL.path).inserted
      })
  }

  /// Returns the board with a name, or the board in the file at a path.
  ///
  /// If no board file has the name `auto`, the result for this name is ``Board/automatic``.
  ///
  /// - Parameter name: A board's name, or the path of a board file. A text that contains a `/`, or ends in
  ///   `.yaml` or `.yml`, is a path.
  /// - Throws: ``BoardError`` if the board is not found, or if its file cannot be read or parsed.
  public func board(_ name: String) throws(BoardError) -> Board {
    if name.contains("/") || name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return try read(name) }
    for folder in folders {
      let path = folder + "/" + name + ".yaml"
      if FileManager.default.fileExists(atPath: path) { return try read(path) }
    }
    guard name != Board.automatic.name else { return .automatic }
    throw .notFound(name: name, searched: folders.isEmpty ? ["boards/"] : folders)
  }

  /// Returns the names and paths of all board files in the library's folders, sorted by name.
  ///
  /// If several folders have a board file with the same name, the result contains only the file that
  /// ``board(_:)`` uses.
  public func files() -> [(name: String, path: String)] {
    var found: [String: String] = [:]
    for folder in folders {
      for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where file.hasSuffix(".yaml") {
        let name = String(file.dropLast(5))
        found[name] = found[name] ?? folder + "/" + file
      }
    }
    return found.sorted { $0.key < $1.key }.map { (name: $0.key, path: $0.value) }
  }

  private func read(_ path: String) throws(BoardError) -> Board {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw .unreadable(file: path, reason: systemReason(error))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .malformed(file: path, line: 1, reason: "it is not UTF-8 text")
    }
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    return try Board(name: name, yaml: text, file: path)
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
      guard let name = ProcessInfo.processInfo.environment["CARTOUCHE_BOARD"], !name.isEmpty else { return .automatic }
      return try BoardLibrary.standard.board(name)
    }
  }
}

/// Returns the operating system's message for an error of Foundation, such as "No such file or directory".
package func systemReason(_ error: any Error) -> String {
  let error = error as NSError
  if let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError, cause.domain == NSPOSIXErrorDomain {
    return String(cString: strerror(Int32(cause.code)))
  }
  switch CocoaError.Code(rawValue: error.code) {
  case .fileReadNoSuchFile, .fileNoSuchFile: return "No such file or directory"
  case .fileReadNoPermission, .fileWriteNoPermission: return "Permission denied"
  default: return error.localizedDescription
  }
}
