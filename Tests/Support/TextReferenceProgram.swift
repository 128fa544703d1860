import Foundation

/// A program that is used as a reference for text.
public struct TextReferenceProgram: Sendable {
  let path: String

  public static let hbShape = TextReferenceProgram(path: "/usr/bin/hb-shape")
  public static let fribidi = TextReferenceProgram(path: "/usr/bin/fribidi")

  public var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// Runs the program and returns the lines that it prints.
  public func lines(_ arguments: [String], input: String) throws -> [String] {
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
