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

/// A program that is used as a reference.
struct ReferenceProgram {
  let path: String

  static let hbShape = ReferenceProgram(path: "/usr/bin/hb-shape")
  static let fribidi = ReferenceProgram(path: "/usr/bin/fribidi")

  var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// Runs the program and returns the lines that it prints.
  func lines(_ arguments: [String], input: String) throws -> [String] {
    let inputFile = FileManager.default.temporaryDirectory.appending(path: "reference-\(UUID().uuidString)")
    try Data(input.utf8).write(to: inputFile)
    defer { try? FileManager.default.removeItem(at: inputFile) }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
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
