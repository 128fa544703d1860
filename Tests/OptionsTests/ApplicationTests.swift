import Cartouche
import CartoucheTestSupport
import Foundation
import Testing

/// The result of a run of the application for tests.
private struct Outcome {
  var status: Int32
  var output: String
  var errors: String
}

/// Runs the application for tests, without the environment's board.
///
/// The application ends itself after a minute. `Process` may notice an end only when another process, started
/// at the same moment, has ended too. So the tests have no time limits of their own.
///
/// - Parameters:
///   - folder: The working directory.
///   - signal: A signal to send after a second.
private func application(_ arguments: [String], in folder: URL, signal: Int32? = nil) throws -> Outcome {
  let process = Process()
  process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "OptionsProbe")
  process.arguments = arguments
  process.currentDirectoryURL = folder
  process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "CARTOUCHE_BOARD" }
  process.standardInput = FileHandle.nullDevice
  // Files instead of pipes, because a full pipe would block the program.
  let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
  for file in [output, errors] { try Data().write(to: file) }
  process.standardOutput = try FileHandle(forWritingTo: output)
  process.standardError = try FileHandle(forWritingTo: errors)
  try process.run()
  if let signal {
    Thread.sleep(forTimeInterval: 1)
    kill(process.processIdentifier, signal)
  }
  process.waitUntilExit()
  return Outcome(
    status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
    errors: try String(contentsOf: errors, encoding: .utf8))
}

/// The top left pixel of a PNG file, as `0xAARRGGBB`.
private func firstPixel(_ file: URL) throws -> UInt32 {
  let image = try Image(contentsOfFile: file.path)
  return withExtendedLifetime(image) { image.storage.pixels[0] }
}

@Suite("An application with the options, as a process")
struct ApplicationTests {
  @Test("a frame is dumped on a machine without a display, in silence and with status 0")
  func dump() throws {
    try withScratchFolder { folder in
      let outcome = try application(["--dump-frame", "a.png", "--size", "40x30"], in: folder)
      #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
      #expect(try firstPixel(folder.appending(path: "a.png")) == 0xffff_0000)
    }
  }

  @Test("the dumped frame waits for an announced task of the main actor, at its virtual time")
  func announced() throws {
    try withScratchFolder { folder in
      let outcome = try application(["--announce", "--dump-frame", "a.png", "--size", "40x30"], in: folder)
      #expect(outcome.status == 0 && outcome.output == "blue at 1000 ms\n", "\(outcome)")
      #expect(try firstPixel(folder.appending(path: "a.png")) == 0xff00_00ff)
      let early = try application(["--announce", "--dump-frame", "b.png", "--size", "40x30", "--at", "0.99"], in: folder)
      #expect(early.status == 0 && early.output.isEmpty)
      #expect(try firstPixel(folder.appending(path: "b.png")) == 0xffff_0000)
    }
  }

  @Test("without a screen, a kiosk in real time runs tasks of the main actor until stop")
  func live() throws {
    try withScratchFolder { folder in
      let outcome = try application(["--live", "--display", "headless", "--stop", "300"], in: folder)
      let time = outcome.output.split(separator: " ").dropFirst(2).first.flatMap { Int($0) } ?? 0
      #expect(outcome.status == 0 && outcome.output.hasPrefix("stopped at ") && time >= 300, "\(outcome)")
    }
  }

  private static let hasDisplay = ["/dev/dri", "/dev/fb0"].contains { FileManager.default.fileExists(atPath: $0) }

  @Test(
    "on a machine without a display, it ends with status 1, the reasons, and the option for a picture",
    .disabled(if: hasDisplay, "the machine has a display"))
  func noDisplay() throws {
    try withScratchFolder { folder in
      let outcome = try application([], in: folder)
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("There is no display. /dev/dri: ") && outcome.errors.contains("/dev/fb0: "))
      #expect(outcome.errors.contains("--dump-frame PATH"))
    }
  }

  @Test("a signal ends it with status 128 plus its number and no message", arguments: [SIGINT, SIGTERM])
  func signals(signal: Int32) throws {
    try withScratchFolder { folder in
      let outcome = try application(["--live", "--display", "headless"], in: folder, signal: signal)
      #expect(outcome.status == 128 + signal && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
    }
  }

  @Test("a live run writes the lines of --stats and a summary; on a full disk it goes on, and keeps its status")
  func statistics() throws {
    try withScratchFolder { folder in
      let live = ["--live", "--display", "headless", "--size", "40x30", "--stats"]
      let outcome = try application(live + ["s.json"], in: folder, signal: SIGTERM)
      #expect(outcome.status == 143 && outcome.errors == "1 frames\n", "\(outcome)")
      let line = try String(contentsOf: folder.appending(path: "s.json"), encoding: .utf8)
      #expect(line.contains(#""late_us":0,"#) && !line.contains("flip") && !line.contains("touch"))
      let full = try application(live + ["/dev/full"], in: folder, signal: SIGTERM)
      let sentence = "/dev/full: cannot be written (No space left on device)."
      #expect(full.status == 143 && full.errors.hasPrefix(sentence) && full.errors.hasSuffix("of --stats.\n1 frames\n"), "\(full)")
    }
  }

  @Test("a failure ends it with status 1 and a sentence, and invalid arguments with status 64 and the valid form")
  func failures() throws {
    try withScratchFolder { folder in
      let board = try application(["--board", "atari", "--dump-frame", "a.png"], in: folder)
      #expect(board.status == 1 && board.errors.contains("the known boards are generic-drm"))
      let window = try application(["--display", "window"], in: folder)
      #expect(window.status == 1 && window.errors.contains("Use --display headless and --dump-frame PATH."), "\(window.errors)")
      let size = try application(["--size", "big"], in: folder)
      #expect(size.status == 64 && size.errors.contains("as 800x480"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["errors", "output"])
    }
  }
}
