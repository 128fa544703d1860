import CartoucheImages
import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

/// The program as a person starts it, built beside these tests.
private struct Program {
  let status: Int32
  let errors: String

  /// Runs it to its end.
  init(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "cartouche")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let errorPipe = Pipe()
    process.standardError = errorPipe
    try process.run()
    // Read to its end before waiting: a full pipe would stop the program.
    errors = String(decoding: errorPipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }

  /// The file that these arguments dump their frame into.
  static func dump(_ arguments: String...) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: "cartouche-\(UUID().uuidString).png")
    defer { try? FileManager.default.removeItem(at: file) }
    let program = try Program(arguments + ["--dump-frame", file.path(percentEncoded: false)])
    try #require(program.status == 0, "\(arguments.joined(separator: " ")): \(program.errors)")
    return [UInt8](try Data(contentsOf: file))
  }
}

@Suite("The program")
struct ProgramTests {
  @Test("D4: a dumped frame has the size asked for, shows something, and is the same bytes again with any number of threads")
  func dumpedFrame() throws {
    let frame = try Program.dump("demo", "carousel", "--size", "320x200", "--threads", "1")
    let image = try PNG.decode(frame)
    #expect(image.size == PixelSize(width: 320, height: 200))
    let colors = Set(UnsafeBufferPointer(start: image.storage.pixels, count: image.storage.count))
    #expect(colors.count > 32)
    #expect(try Program.dump("demo", "carousel", "--size", "320x200", "--threads", "1") == frame)
    #expect(try Program.dump("demo", "carousel", "--size", "320x200", "--threads", "2") == frame)
  }

  /// The recorded finger is lifted 1024 of the panel's 4096 places to the right of where it came down: 120 of the screen's 480 pixels,
  /// at half a degree each.
  @Test("K8, D6: a finger turns the carousel by half a degree a pixel")
  func turnedCarousel() throws {
    let recording = TestEnvironment.packageFolder.appending(path: "Tests/Recordings/one-finger-drag.evemu").path(
      percentEncoded: false)
    let size = ["--size", "480x320"]
    let turned = try PNG.decode(Program.dump("demo", "carousel", size[0], size[1], "--angle", "0", "--replay", recording))
    let before = try PNG.decode(Program.dump("demo", "carousel", size[0], size[1], "--angle", "0"))
    let expected = try PNG.decode(Program.dump("demo", "carousel", size[0], size[1], "--angle", "60"))
    #expect(FrameDifference(before, turned) != nil)
    #expect(FrameDifference(expected, turned) == nil)
  }

  @Test(
    "K2, K3, K5, K7: shows, before any finger comes, the ring that was accepted for the layers alone", arguments: [0, 20, 36, 100])
  func ring(degrees: Int) throws {
    let shown = try PNG.decode(Program.dump("demo", "carousel", "--size", "480x320", "--angle", "\(degrees)"))
    let accepted = TestEnvironment.packageFolder.appending(path: "Tests/SceneTests/Frames/carousel-\(degrees).png")
    #expect(FrameDifference(try PNG.decode([UInt8](Data(contentsOf: accepted))), shown) == nil)
  }
}
