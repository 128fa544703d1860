public import CartoucheImages
import CartoucheLinux
import Glibc

extension SVG {
  /// Returns a closure that reads the files to which a drawing refers, for `SVG(_:linkedFiles:)`.
  ///
  /// The closure reads regular files of at most 32 MiB in the drawing's folder and in the folders inside it.
  /// It reads nothing else: no other folders, not even through symbolic links, no absolute paths and no
  /// network.
  ///
  /// - Parameter path: The path of the drawing's file.
  public static func linkedFileReader(ofDrawingAt path: String) -> SVGLinkedFileReader {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return { (reference) throws(SVGLinkError) in
      try linkedFile(reference, in: folder.isEmpty ? "/" : folder)
    }
  }

  private static var linkedFileLimit: Int { 1 << 25 }

  private static func linkedFile(_ reference: String, in folder: String) throws(SVGLinkError) -> [UInt8] {
    let parts = percentDecoded(reference.prefix { $0 != "#" && $0 != "?" }).split(separator: "/", omittingEmptySubsequences: false)
    guard !reference.hasPrefix("/"), let first = parts.first, !first.contains(":") else {
      throw SVGLinkError("only files in the drawing's folder are read")
    }
    guard !parts.contains(".."), !reference.isEmpty else { throw SVGLinkError("it is not in the drawing's folder") }
    let name = parts.joined(separator: "/")
    guard !name.utf8.contains(0) else { throw SVGLinkError("its name has a zero byte") }
    // Symbolic links may lead out of the folder.
    guard let root = resolved(folder), let path = resolved(folder + "/" + name) else { throw SVGLinkError("there is no such file") }
    guard path.hasPrefix(root == "/" ? root : root + "/") else { throw SVGLinkError("it is not in the drawing's folder") }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw SVGLinkError("it is not a regular file") }
    do throws(FileError) {
      return try FileIO.read(path, limit: linkedFileLimit)
    } catch {
      guard case .unreadable(_, let reason) = error else { throw SVGLinkError("\(error)") }
      throw SVGLinkError(reason)
    }
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns the text with percent-encoding removed. A percent sign without two hexadecimal digits is
  /// literal.
  private static func percentDecoded(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        decoded.append(byte)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}
