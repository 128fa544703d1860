import CartoucheImages
import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

/// A run of the program that was built with these tests.
private struct Program {
  let status: Int32
  let errors: String

  /// Runs the program until it exits.
  init(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "cartouche")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let errorPipe = Pipe()
    process.standardError = errorPipe
    try process.run()
    // Reads to the end before waiting, because a full pipe would block the program.
    errors = String(decoding: errorPipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }

  /// Returns the PNG file of the frame that a run with these arguments dumps.
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
  @Test("D4: a dumped frame has the requested size, is not blank, and has the same bytes with any number of threads")
  func dumpedFrame() throws {
    let frame = try Program.dump("demo", "carousel", "--size", "320x200", "--threads", "1")
    let image = try PNG.decode(frame)
    #expect(image.size == PixelSize(width: 320, height: 200))
    let colors = Set(UnsafeBufferPointer(start: image.storage.pixels, count: image.storage.count))
    #expect(colors.count > 32)
    #expect(try Program.dump("demo", "carousel", "--size", "320x200", "--threads", "1") == frame)
    #expect(try Program.dump("demo", "carousel", "--size", "320x200", "--threads", "2") == frame)
  }

  /// The recorded finger moves to the right by 1024 of the panel's 4096 units: 120 of the screen's 480
  /// pixels.
  @Test("K8, D6: a finger turns the carousel by half a degree per pixel")
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
    "K2, K3, K5, K7: without touches, the demo shows the golden frame of the layer tests", arguments: [0, 20, 36, 100])
  func ring(degrees: Int) throws {
    let frame = try PNG.decode(Program.dump("demo", "carousel", "--size", "480x320", "--angle", "\(degrees)"))
    let golden = TestEnvironment.packageFolder.appending(path: "Tests/SceneTests/Frames/carousel-\(degrees).png")
    #expect(FrameDifference(try PNG.decode([UInt8](Data(contentsOf: golden))), frame) == nil)
  }
}
