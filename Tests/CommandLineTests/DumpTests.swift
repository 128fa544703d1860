import CartoucheImages
import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

/// The carousel on a small screen.
private let carousel = ["demo", "carousel", "--size", "240x160", "--angle", "20"]

@Suite struct DumpTests {
  @Test("a dumped frame is the same in every run, with one thread or two")
  func deterministic() throws {
    try withScratchFolder { folder in
      var files: [Data] = []
      for (name, threads) in [("a.png", []), ("b.png", []), ("c.png", ["--threads", "1"]), ("d.png", ["--threads", "2"])] {
        let outcome = try cartouche(carousel + ["--dump-frame", name] + threads, in: folder)
        #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.output.isEmpty)
        files.append(try Data(contentsOf: folder.appending(path: name)))
      }
      #expect(Set(files).count == 1)
      #expect(try names(in: folder) == ["a.png", "b.png", "c.png", "d.png"])
      #expect(try PNG.decode(Array(files[0])).size == PixelSize(width: 240, height: 160))
    }
  }

  @Test("--dump-frame - writes the same PPM to standard output as a .ppm file has")
  func standardOutput() throws {
    try withScratchFolder { folder in
      let piped = try cartouche(carousel + ["--dump-frame", "-"], in: folder)
      #expect(try cartouche(carousel + ["--dump-frame", "c.ppm"], in: folder).status == 0)
      #expect(piped.status == 0 && piped.errors.isEmpty)
      #expect(piped.output.starts(with: "P6\n240 160\n255\n".utf8) && piped.output.count == 15 + 240 * 160 * 3)
      #expect(try Data(contentsOf: folder.appending(path: "c.ppm")) == piped.output)
    }
  }

  @Test("uncovered pixels are opaque white")
  func background() throws {
    let outcome = try cartouche(["demo", "carousel", "--size", "480x320", "--dump-frame", "-"])
    #expect(outcome.output.suffix(3) == Data([255, 255, 255]))
  }

  @Test(
    "a path that cannot be written ends with status 1 and leaves no files behind",
    arguments: ["no/such/folder/c.png", "folder.png"])
  func unwritable(path: String) throws {
    try withScratchFolder { folder in
      try FileManager.default.createDirectory(at: folder.appending(path: "folder.png"), withIntermediateDirectories: false)
      let outcome = try cartouche(carousel + ["--dump-frame", path], in: folder)
      #expect(outcome.status == 1 && outcome.sentences.count == 1 && outcome.errors.contains(path))
      #expect(try names(in: folder) == ["folder.png"])
    }
  }

  @Test("--frames writes every frame and --stats a line of JSON for each")
  func framesAndStats() throws {
    try withScratchFolder { folder in
      let outcome = try cartouche(carousel + ["--frames", "f", "--stats", "s.json", "--dump-frame", "c.png"], in: folder)
      #expect(outcome.status == 0)
      #expect(try names(in: folder.appending(path: "f")) == ["000000.png"])
      #expect(
        try Data(contentsOf: folder.appending(path: "f/000000.png")) == Data(contentsOf: folder.appending(path: "c.png")))
      let lines = try String(contentsOf: folder.appending(path: "s.json"), encoding: .utf8).split(separator: "\n")
      #expect(lines.count == 1)
      let line = try #require(JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
      #expect(line["frame"] as? Int == 0 && line["bytes"] as? Int == 240 * 160 * 4)
      #expect((line["blocks"] as? Int ?? 0) > 0 && (line["allocations"] as? Int ?? 0) > 0)
    }
  }

  @Test("a signal ends the program with status 128 plus its number and no partial files", arguments: [SIGINT, SIGTERM])
  func signals(signal: Int32) throws {
    try withScratchFolder { folder in
      let outcome = try cartouche(carousel + ["--at", "1000000", "--dump-frame", "c.png"], in: folder, signal: signal)
      #expect(outcome.status == 128 + signal)
      #expect(try names(in: folder).isEmpty)
    }
  }

  @Test("a missing display ends with status 1 and one sentence")
  func noDisplay() throws {
    try withScratchFolder { folder in
      try Data("display: {kind: fbdev, device: /dev/fb31}".utf8).write(to: folder.appending(path: "b.yaml"))
      let fbdev = try cartouche(carousel + ["--board", "b.yaml"], in: folder)
      #expect(fbdev.status == 1 && fbdev.sentences.count == 1 && fbdev.errors.contains("/dev/fb31"))
      try Data("display: {kind: drm, device: /dev/dri/card31}".utf8).write(to: folder.appending(path: "d.yaml"))
      let drm = try cartouche(carousel + ["--board", "d.yaml"], in: folder)
      #expect(drm.status == 1 && drm.sentences.count == 1 && drm.errors.contains("/dev/dri/card31"))
      let window = try cartouche(carousel + ["--display", "window"], in: folder)
      #expect(window.status == 1 && window.sentences.count == 1 && window.errors.contains("window"))
    }
  }
}

@Suite struct ReplayTests {
  private func recording(x: Int) -> Data {
    Data(
      """
      N: test panel
      P: 02 00 00 00 00 00 00 00
      A: 2f 0 9 0 0
      A: 35 0 239 0 0
      A: 36 0 159 0 0
      A: 39 0 65535 0 0
      E: 0.000000 0003 0039 7
      E: 0.000000 0003 0035 20
      E: 0.000000 0003 0036 20
      E: 0.000000 0000 0000 0
      E: 0.100000 0003 0035 \(x)
      E: 0.100000 0000 0000 0
      E: 0.200000 0003 0039 -1
      E: 0.200000 0000 0000 0

      """.utf8)
  }

  @Test("a finger that moves by 80 points turns the ring by 40 degrees")
  func turns() throws {
    try withScratchFolder { folder in
      try recording(x: 100).write(to: folder.appending(path: "r.evemu"))
      let played = try cartouche(carousel + ["--replay", "r.evemu", "--dump-frame", "a.png"], in: folder)
      #expect(played.status == 0 && played.errors.isEmpty)
      let turned = try cartouche(["demo", "carousel", "--size", "240x160", "--angle", "60", "--dump-frame", "b.png"], in: folder)
      #expect(turned.status == 0)
      #expect(try Data(contentsOf: folder.appending(path: "a.png")) == Data(contentsOf: folder.appending(path: "b.png")))
      let early = try cartouche(carousel + ["--replay", "r.evemu", "--at", "0.09", "--dump-frame", "c.png"], in: folder)
      let still = try cartouche(carousel + ["--dump-frame", "d.png"], in: folder)
      #expect(early.status == 0 && still.status == 0)
      #expect(try Data(contentsOf: folder.appending(path: "c.png")) == Data(contentsOf: folder.appending(path: "d.png")))
    }
  }

  @Test("a position outside the panel's range is clamped to it and reported with file and line, as that of a live panel")
  func outsideRange() throws {
    try withScratchFolder { folder in
      try recording(x: 240).write(to: folder.appending(path: "r.evemu"))
      try recording(x: 239).write(to: folder.appending(path: "edge.evemu"))
      let outcome = try cartouche(carousel + ["--replay", "r.evemu", "--dump-frame", "a.png"], in: folder)
      #expect(outcome.status == 0 && outcome.sentences.count == 1)
      #expect(outcome.errors.contains("r.evemu:11") && outcome.errors.contains("240") && outcome.errors.contains("0 to 239"))
      let edge = try cartouche(carousel + ["--replay", "edge.evemu", "--dump-frame", "b.png"], in: folder)
      #expect(edge.status == 0 && edge.errors.isEmpty)
      #expect(try Data(contentsOf: folder.appending(path: "a.png")) == Data(contentsOf: folder.appending(path: "b.png")))
    }
  }

  @Test("a file that is not a recording ends with status 1 and one sentence", arguments: ["", "hello", "E: 0.0 0003 0039 7\n"])
  func notARecording(text: String) throws {
    try withScratchFolder { folder in
      try Data(text.utf8).write(to: folder.appending(path: "r.evemu"))
      for path in ["r.evemu", "missing.evemu", "."] {
        let outcome = try cartouche(carousel + ["--replay", path, "--dump-frame", "a.png"], in: folder)
        #expect(outcome.status == 1 && outcome.sentences.count == 1 && outcome.errors.contains(path))
      }
      try Data(text.utf8).write(to: folder.appending(path: "r.events"))
      let outcome = try cartouche(carousel + ["--replay", "r.events", "--dump-frame", "a.png"], in: folder)
      #expect(outcome.status == 1 && outcome.sentences.count == 1 && outcome.errors.contains("r.events"))
    }
  }
}
