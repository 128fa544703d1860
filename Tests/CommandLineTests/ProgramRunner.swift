import Foundation
import Testing

/// The result of a run of the built `cartouche`.
struct Outcome {
  var status: Int32
  var output: Data
  var errors: String

  /// The lines on standard error.
  var sentences: [String] { errors.split(separator: "\n").map(String.init) }
}

/// An output stream that is redirected to a full disk.
enum FullDisk {
  case standardOutput, standardError
}

/// Runs the built `cartouche` with `arguments`, as a user does.
///
/// - Parameters:
///   - folder: The working directory; nil for that of the tests.
///   - signal: A signal to send after half a second.
///   - fullDisk: A stream to redirect to `/dev/full`, where every write fails.
///   - variables: Environment variables to set for the program.
///   - program: Another program to run.
func cartouche(
  _ arguments: [String], in folder: URL? = nil, signal: Int32? = nil, fullDisk: FullDisk? = nil,
  environment variables: [String: String] = [:], program: URL? = nil
) throws -> Outcome {
  let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  let process = Process()
  process.executableURL = program ?? products.appending(path: "cartouche")
  process.arguments = arguments
  if let folder { process.currentDirectoryURL = folder }
  var environment = ProcessInfo.processInfo.environment
  environment["CARTOUCHE_BOARD"] = nil
  process.environment = environment.merging(variables) { $1 }
  // Files instead of pipes, because a full pipe would block the program.
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
  #expect(process.terminationReason == .exit, "the program was killed by a signal, such as that of a trap")
  return Outcome(
    status: process.terminationStatus, output: try Data(contentsOf: scratch.appending(path: "out")),
    errors: try String(contentsOf: scratch.appending(path: "err"), encoding: .utf8))
}

/// Returns the names of all files in `folder`, including hidden ones.
func names(in folder: URL) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
}
