import CartoucheText
import Foundation

/// The fonts that the tests' expectations were made with.
enum TestFonts {
  static let folder = "/usr/share/fonts/truetype/"
  static let sans = folder + "dejavu/DejaVuSans.ttf"
  static let serif = folder + "dejavu/DejaVuSerif.ttf"
  static let devanagari = folder + "lohit-devanagari/Lohit-Devanagari.ttf"
  static let chinese = folder + "wqy/wqy-microhei.ttc"

  /// The standard fonts, anew.
  static func all(glyphCacheByteLimit: Int = 8 << 20) -> FontCollection {
    FontCollection(files: FontCollection.standardFiles, glyphCacheByteLimit: glyphCacheByteLimit)
  }

  static func one(_ path: String) throws -> FontCollection {
    let fonts = FontCollection()
    try fonts.add(contentsOf: path)
    return fonts
  }
}

/// A program of Debian's that ours is compared with.
struct ReferenceProgram {
  let path: String

  static let shaper = ReferenceProgram(path: "/usr/bin/hb-shape")
  static let orderer = ReferenceProgram(path: "/usr/bin/fribidi")

  var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// What it prints, a line each.
  func lines(_ arguments: [String], input: String) throws -> [String] {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "peer-\(UUID().uuidString)")
    try Data(input.utf8).write(to: scratch)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    process.standardInput = try FileHandle(forReadingFrom: scratch)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    var lines = String(decoding: data, as: UTF8.self).components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
