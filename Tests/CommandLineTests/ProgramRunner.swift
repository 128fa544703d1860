import Foundation
import Testing

/// What a run of the built `cartouche` came to.
struct Outcome {
  var status: Int32
  var output: Data
  var errors: String

  /// What was said on standard error, a line each.
  var sentences: [String] { errors.split(separator: "\n").map(String.init) }
}

/// A stream whose disk is full.
enum FullDisk {
  case standardOutput, standardError
}

/// Runs the built `cartouche` with `arguments`, as a user does, in a folder of its own.
///
/// - Parameters:
///   - signal: sent once the program has begun to run; nil, none.
///   - fullDisk: a stream that goes to `/dev/full`, where every write fails.
func cartouche(
  _ arguments: [String], in folder: URL? = nil, signal: Int32? = nil, fullDisk: FullDisk? = nil
) throws -> Outcome {
  let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  let process = Process()
  process.executableURL = products.appending(path: "cartouche")
  process.arguments = arguments
  if let folder { process.currentDirectoryURL = folder }
  var environment = ProcessInfo.processInfo.environment
  environment["CARTOUCHE_BOARD"] = nil
  process.environment = environment
  // Files and not pipes: a full pipe would stop the program.
  let scratch = FileManager.default.temporaryDirectory.appending(path: "cartouche-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: scratch) }
  func sink(_ name: String) throws -> FileHandle {
    let url = scratch.appending(path: name)
    try Data().write(to: url)
    return try FileHandle(forWritingTo: url)
  }
  let (output, errors) = (try sink("out"), try sink("err"))
  let full = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
  process.standardOutput = fullDisk == .standardOutput ? full : output
  process.standardError = fullDisk == .standardError ? full : errors
  process.standardInput = FileHandle.nullDevice
  try process.run()
  if let signal {
    Thread.sleep(forTimeInterval: 0.5)
    kill(process.processIdentifier, signal)
  }
  process.waitUntilExit()
  #expect(process.terminationReason == .exit, "the program was killed: it trapped")
  return Outcome(
    status: process.terminationStatus, output: try Data(contentsOf: scratch.appending(path: "out")),
    errors: try String(contentsOf: scratch.appending(path: "err"), encoding: .utf8))
}

/// Calls `body` with a new folder that is gone afterwards.
func withScratchFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "scratch-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// The names of all that is in `folder`, hidden files too.
func names(in folder: URL) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
}
