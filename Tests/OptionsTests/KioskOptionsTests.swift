import ArgumentParser
import Cartouche
import CartoucheOptions
import CartoucheTestSupport
import Foundation
import Testing

/// A command of an application, whose screen is one color.
private struct Tram: ParsableCommand {
  @OptionGroup var options: KioskOptions

  func run() throws {
    try options.run { kiosk in kiosk.root.backgroundColor = .red }
  }
}

/// Runs the application's command with `arguments`.
@MainActor
private func tram(_ arguments: String...) throws {
  let command = try #require(try Tram.parseAsRoot(arguments) as? Tram)
  try command.run()
}

@MainActor
@Suite("Options of applications")
struct KioskOptionsTests {
  @Test("every option is parsed, and changes the board")
  func board() throws {
    let options = try KioskOptions.parse([
      "--board", "raspberry-pi-touch-display", "--display", "fbdev", "--size", "320x240", "--format", "rgb565", "--rotate", "90",
      "--threads", "3",
    ])
    var expected = try BoardLibrary(folders: [], builtIn: .included).board("raspberry-pi-touch-display")
    (expected.display, expected.format, expected.rotation, expected.threads) = (.fbdev, .rgb565, .quarter, 3)
    expected.mode = PreferredDisplayMode(size: PixelSize(width: 320, height: 240), refreshMillihertz: 60_000)
    #expect(try options.resolvedBoard() == expected)
    let files = try KioskOptions.parse([
      "--dump-frame", "a.png", "--record-list", "l.cdl", "--at", "1.5", "--replay", "r.evemu", "--frames", "f", "--stats", "s",
    ])
    #expect(files.dumpFrame == "a.png" && files.recordList == "l.cdl" && files.at == Timestamp(nanoseconds: 1_500_000_000))
    #expect(files.replay == "r.evemu" && files.frames == "f" && files.stats == "s")
    #expect(files.usesVirtualClock && !files.isSinglePicture)
    #expect(try KioskOptions.parse([]).resolvedBoard() == .current)
  }

  @Test("a frame is written to a file without a screen, with the size of the options or of the content")
  func dumpedFrame() throws {
    try withScratchFolder { folder in
      let file = folder.appending(path: "frame.png").path
      try tram("--dump-frame", file, "--size", "40x30")
      let image = try Image(contentsOfFile: file)
      #expect(image.size == PixelSize(width: 40, height: 30))
      #expect((0..<1200).allSatisfy { image.storage.pixels[$0] == 0xffff_0000 })
      let options = try KioskOptions.parse(["--dump-frame", file, "--rotate", "90"])
      try options.run(contentSize: PixelSize(width: 20, height: 10)) { kiosk in
        #expect(kiosk.size == PixelSize(width: 20, height: 10) && kiosk.isHeadless)
      }
      #expect(try Image(contentsOfFile: file).size == PixelSize(width: 10, height: 20))
    }
  }

  @Test("each frame is written as an image and as a line of JSON, which has no allocations unless they are counted")
  func framesAndStatistics() throws {
    try withScratchFolder { folder in
      let (frames, stats) = (folder.appending(path: "a/b").path, folder.appending(path: "stats.json").path)
      try tram("--frames", frames, "--stats", stats, "--size", "40x30", "--at", "0.1")
      #expect(try FileManager.default.contentsOfDirectory(atPath: frames) == ["000000.png"])
      let lines = try String(contentsOfFile: stats, encoding: .utf8).split(separator: "\n")
      let first = try #require(lines.first)
      let line = try #require(JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any])
      #expect(lines.count == 1 && line["frame"] as? Int == 0 && line["bytes"] as? Int == 4800 && line["allocations"] == nil)
    }
  }

  @Test("the content lives until the run has ended")
  func content() throws {
    final class Delegate {}
    weak var delegate: Delegate?
    var isAlive = false
    let options = try KioskOptions.parse(["--at", "0.05"])
    try options.run { kiosk in
      let content = Delegate()
      delegate = content
      kiosk.onPresent { _ in isAlive = delegate != nil }
      return content
    }
    #expect(isAlive && delegate == nil)
  }

  @Test("an error of the library gets the name of the option that helps")
  func options() throws {
    func sentence(_ error: KioskError) -> String { KioskOptionsError.kiosk(error).description }
    #expect(
      sentence(.display(.unsupportedFormat(path: "/dev/fb0", format: .rgb565, layout: nil)))
        == "/dev/fb0: the display does not take rgb565. Choose the format xrgb8888. Use --format FORMAT.")
    #expect(
      sentence(.neverSettled(seconds: 600))
        == "the screen still moves after 600 s of virtual time; end the replay at a time instead. Use --at SECONDS.")
    #expect(sentence(.display(.noCard(folder: "/dev/dri"))).hasSuffix("Use --display headless for no display."))
    #expect(!KioskError.display(.noCard(folder: "/dev/dri")).description.contains("--"))
  }

  @Test("values that cannot be used are errors that name their option")
  func invalid() throws {
    #expect(throws: KioskOptionsError.unsupportedSize(PixelSize(width: 9000, height: 1), limit: 8192)) {
      try tram(
        "--size", "9000x1", "--dump-frame",
        "/nowhere/a.png".replacing("/nowhere", with: FileManager.default.temporaryDirectory.path))
    }
    #expect(throws: FileError.self) { try tram("--dump-frame", "/nowhere/a.png") }
    #expect(throws: (any Error).self) { try Tram.parse(["--dump-frame", "a.gif"]) }
    #expect(throws: (any Error).self) { try Tram.parse(["--dump-frame", "-", "--record-list", "-"]) }
    try withScratchFolder { folder in
      let events = folder.appending(path: "touch.events").path
      try Data("E: 0.0 0003 0039 7\n".utf8).write(to: URL(filePath: events))
      #expect(throws: KioskOptionsError.noDescription(path: events)) { try tram("--replay", events, "--at", "1") }
    }
  }
}
