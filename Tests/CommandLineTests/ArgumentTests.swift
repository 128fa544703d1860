import CartoucheTestSupport
import Foundation
import Testing

@Suite struct ArgumentTests {
  @Test(
    "--help and --version end with status 0",
    arguments: [["--help"], ["--version"], ["demo", "carousel", "--help"], ["boards", "--help"]])
  func help(arguments: [String]) throws {
    let outcome = try cartouche(arguments)
    #expect(outcome.status == 0 && !outcome.output.isEmpty && outcome.errors.isEmpty)
  }

  @Test(
    "invalid arguments end with status 2 and a message with the valid form",
    arguments: [
      (["demo", "carousel", "--colour"], "--colour"),
      (["frobnicate"], "frobnicate"),
      (["demo", "carousel", "--size", "big"], "as 800x480"),
      (["demo", "carousel", "--size", "-1x5"], "size"),
      (["demo", "carousel", "--format", "argb"], "xrgb8888, rgb565"),
      (["demo", "carousel", "--rotate", "45"], "0, 90, 180 or 270"),
      (["demo", "carousel", "--threads", "0"], "1 to 64"),
      (["demo", "carousel", "--at", "-3"], "seconds"),
      (["demo", "carousel", "--at", "nan"], "seconds"),
      (["demo", "carousel", "--angle", "steep"], "degrees"),
      (["demo", "carousel", "--display", "vga"], "headless"),
      (["demo", "carousel", "--dump-frame", "frame.jpg"], ".png or .ppm"),
      (["map", "--language", "d e"], "such as de"),
      (["map", "--list-labels", "labels.jsonl"], "needs a frame of a map"),
      (["map", "--date", "2026-02-29T20:30:00Z", "--appearance", "automatic"], "2026-02 has 28 days"),
      (["map", "--date", "2026-06-31T20:30:00Z", "--appearance", "automatic"], "2026-06 has 30 days"),
      (["map", "--date", "2026-06-21", "--appearance", "automatic"], "a date is YYYY-MM-DD"),
      (["map", "--date", "2026-06-21T20:30:00Z", "--appearance", "dark"], "give --appearance automatic"),
      (["map", "--date", "2026-06-21T20:30:00Z"], "give --appearance automatic"),
      (["demo", "town", "--drive=-1"], "the length of the route"),
      (["demo", "town", "--drive", "1e9"], "the length of the route"),
    ])
  func invalid(arguments: [String], message: String) throws {
    let outcome = try cartouche(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message) && outcome.output.isEmpty)
  }

  @Test(
    "a size that cannot be drawn ends with status 1 and one sentence that names the limit",
    arguments: ["0x0", "100000x100000", "8193x10", "10x0", "999999999x999999999"])
  func unsupportedSize(size: String) throws {
    try withScratchFolder { folder in
      let outcome = try cartouche(["demo", "carousel", "--size", size, "--dump-frame", "c.png"], in: folder)
      #expect(outcome.status == 1 && outcome.sentences.count == 1)
      #expect(outcome.errors.contains("--size \(size)") && outcome.errors.contains("8192"))
      #expect(try names(in: folder).isEmpty)
    }
  }

  @Test("boards lists the board files of the package")
  func boards() throws {
    let outcome = try cartouche(["boards"])
    #expect(outcome.status == 0)
    let lines = String(decoding: outcome.output, as: UTF8.self)
    for name in ["generic-drm", "generic-fbdev", "headless", "raspberry-pi-4", "raspberry-pi-touch-display"] {
      #expect(lines.contains(name))
    }
  }

  @Test("boards lists the built-in boards where there is no board file, and a board of a folder with its path")
  func builtInBoards() throws {
    try withScratchFolder { folder in
      let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(
        path: "cartouche")
      let copy = folder.appending(path: "cartouche")
      try FileManager.default.copyItem(at: program, to: copy)
      let boards = folder.appending(path: "mine")
      try FileManager.default.createDirectory(at: boards, withIntermediateDirectories: false)
      try Data("description: a tram".utf8).write(to: boards.appending(path: "tram.yaml"))
      let outcome = try cartouche(["boards"], in: folder, environment: ["CARTOUCHE_BOARDS": "nowhere:mine"], program: copy)
      let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
      #expect(outcome.status == 0 && lines.count == 6)
      #expect(lines.contains { $0.hasPrefix("headless ") && $0.hasSuffix("(built in)") })
      #expect(lines.last == "tram                        a tram  (mine/tram.yaml)")
    }
  }

  @Test("a board file with an unknown key ends with status 1 and a sentence with file, line and the allowed keys")
  func badBoard() throws {
    try withScratchFolder { folder in
      try Data("display:\n  colour: red\n".utf8).write(to: folder.appending(path: "b.yaml"))
      let outcome = try cartouche(["demo", "carousel", "--board", "b.yaml", "--dump-frame", "c.png"], in: folder)
      #expect(outcome.status == 1 && outcome.sentences.count == 1)
      #expect(outcome.errors.contains("b.yaml:2: unknown key \"display.colour\"") && outcome.errors.contains("rotation"))
      let missing = try cartouche(["demo", "carousel", "--board", "atari", "--dump-frame", "c.png"], in: folder)
      #expect(missing.status == 1 && missing.sentences.count == 1 && missing.errors.contains("atari"))
    }
  }
}
