import CartoucheTestSupport
import Foundation
import Testing

/// The archive of the smallest town, generated once.
private let archive: Data = {
  do {
    return try withScratchFolder { folder in
      let outcome = try cartouche(["demo", "town", "--extent", "1", "--write-tiles", "t.pmtiles"], in: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      return try Data(contentsOf: folder.appending(path: "t.pmtiles"))
    }
  } catch {
    Issue.record(error)
    return Data()
  }
}()

private let center = ["--center", "47.5,-20", "--zoom", "14", "--size", "320x200"]

@Suite struct MapCommandTests {
  /// Runs `cartouche map` with an archive of these bytes.
  private func map(_ bytes: Data, _ options: [String] = center) throws -> (outcome: Outcome, frame: Data?) {
    try withScratchFolder { folder in
      try bytes.write(to: folder.appending(path: "t.pmtiles"))
      let outcome = try cartouche(["map", "--tiles", "t.pmtiles", "--dump-frame", "m.ppm"] + options, in: folder)
      #expect(try names(in: folder).filter { $0 != "m.ppm" && $0 != "t.pmtiles" }.isEmpty)
      return (outcome, try? Data(contentsOf: folder.appending(path: "m.ppm")))
    }
  }

  @Test("the map of an archive is drawn, and is the same with one thread and two")
  func draws() throws {
    let one = try map(archive, center + ["--threads", "1"])
    let two = try map(archive, center + ["--threads", "2"])
    #expect(one.outcome.status == 0 && one.outcome.errors.isEmpty)
    #expect(one.frame != nil && one.frame == two.frame)
    #expect(Set(one.frame ?? Data()).count > 20, "more than a few component values")
    let whole = try map(archive, ["--size", "320x200"])
    #expect(whole.outcome.status == 0 && whole.frame != one.frame)
  }

  @Test("the features of each layer are counted in the frame that is dumped")
  func features() throws {
    try withScratchFolder { folder in
      try archive.write(to: folder.appending(path: "t.pmtiles"))
      let options = ["map", "--tiles", "t.pmtiles", "--list-features", "f.jsonl"]
      let refused = try cartouche(options, in: folder)
      #expect(refused.status != 0 && refused.errors.contains("--dump-frame"))
      let outcome = try cartouche(options + ["--dump-frame", "m.ppm"] + center, in: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      struct Line: Decodable {
        var layer: String
        var type: String
        var features: Int
      }
      let text = try String(contentsOf: folder.appending(path: "f.jsonl"), encoding: .utf8)
      let lines = try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
      #expect(lines.contains { $0.type == "line" && $0.features > 10 } && lines.contains { $0.features == 0 })
      #expect(lines.first?.type == "background" && lines.count > 50)
    }
  }

  @Test("an empty, truncated, foreign or old archive ends with status 1 and one sentence")
  func notAnArchive() throws {
    var old = archive
    old[7] = 2
    let foreign = Data("SQLite format 3\0".utf8) + Data(count: 500)
    for bytes in [Data(), archive.prefix(1), archive.prefix(126), archive.prefix(archive.count / 2), old, foreign] {
      let (outcome, frame) = try map(bytes)
      #expect(outcome.status == 1 && outcome.sentences.count == 1 && outcome.errors.contains("t.pmtiles"))
      #expect(frame == nil)
    }
  }

  @Test("a missing archive or a folder ends with status 1 and one sentence")
  func missing() throws {
    for path in ["missing.pmtiles", "/"] {
      let outcome = try cartouche(["map", "--tiles", path, "--dump-frame", "-"])
      #expect(outcome.status == 1 && outcome.sentences.count == 1 && outcome.errors.contains(path) && outcome.output.isEmpty)
    }
  }

  @Test("an archive with a flipped bit is drawn or rejected with one sentence, and never traps")
  func flipped() throws {
    var random = SplitMix64(seed: 7)
    var refused = 0
    for _ in 0..<24 {
      var bytes = archive
      // Half of them in the header and the root directory, where they do the most damage.
      let end = Bool.random(using: &random) ? 400 : bytes.count
      let index = Int.random(in: 0..<min(end, bytes.count), using: &random)
      bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      let (outcome, frame) = try map(bytes)
      switch outcome.status {
      case 0: #expect(frame != nil)
      case 1:
        refused += 1
        #expect(outcome.sentences.count == 1 && outcome.errors.contains("t.pmtiles") && frame == nil)
      default: Issue.record("byte \(index): status \(outcome.status)")
      }
    }
    #expect(refused > 0)
  }

  @Test("damaged tiles are reported on standard error, and the others are drawn")
  func brokenTile() throws {
    var bytes = archive
    // Tile data is the last section, so this damages every gzip stream in its second half.
    for index in stride(from: bytes.count / 2, to: bytes.count, by: 64) { bytes[index] ^= 0xff }
    let (outcome, frame) = try map(bytes)
    #expect(outcome.status == 0 && frame != nil)
    #expect(outcome.sentences.contains { $0.hasPrefix("t.pmtiles: tile 14/") })
  }

  @Test(
    "an invalid coordinate or zoom ends with status 2",
    arguments: [["--center", "95,0"], ["--center", "1"], ["--zoom", "25"], ["--zoom", "-2.01"]])
  func wrongView(arguments: [String]) throws {
    #expect(try cartouche(["map"] + arguments + ["--dump-frame", "-"]).status == 2)
  }

  @Test("below zoom 0, the world is smaller than a small screen, on a map and in a snapshot")
  func lowZoom() throws {
    let style = """
      {"version": 8, "sources": {"land": {"type": "geojson", "data": {"type": "Polygon", "coordinates":
      [[[-180, -85.06], [180, -85.06], [180, 85.06], [-180, 85.06], [-180, -85.06]]]}}},
      "layers": [{"id": "sea", "type": "background", "paint": {"background-color": "#0000ff"}},
      {"id": "land", "type": "fill", "source": "land", "paint": {"fill-color": "#ff0000"}}]}
      """
    try withScratchFolder { folder in
      try Data(style.utf8).write(to: folder.appending(path: "style.json"))
      let options = ["--style", "style.json", "--size", "160x200", "--zoom"]
      let map = try cartouche(["map", "--dump-frame", "-"] + options + ["-2"], in: folder)
      #expect(map.status == 0 && map.errors.isEmpty)
      // The first and the middle row of a PPM with 160 × 200 pixels.
      let (first, middle) = (map.output.suffix(96_000).prefix(3), map.output.suffix(48_000).prefix(3))
      #expect(Array(first) == [0, 0, 255] && Array(middle) == [255, 0, 0])
      #expect(try cartouche(["snapshot", "-"] + options + ["-2"], in: folder).output == map.output)
      let whole = try cartouche(["snapshot", "-"] + options + ["0"], in: folder).output
      #expect(Array(whole.suffix(96_000).prefix(3)) == [255, 0, 0])
    }
  }

  @Test("negative coordinates are accepted")
  func negative() throws {
    #expect(
      try cartouche(["map", "--center", "-33.9,-70.6", "--bearing", "-20", "--size", "64x64", "--dump-frame", "-"]).status == 0)
  }

  @Test(
    "Vaduz is drawn the same with one thread and two, and differently after a drag",
    .enabled(if: TestEnvironment.sharedData("data/tiles/liechtenstein.pmtiles") != nil, "no shared data"))
  func vaduz() throws {
    let tiles = TestEnvironment.sharedData("data/tiles/liechtenstein.pmtiles")!
    let arguments = [
      "map", "--tiles", tiles, "--center", "47.1410,9.5209", "--zoom", "14", "--size", "800x480", "--dump-frame", "-",
    ]
    let first = try cartouche(arguments + ["--threads", "1"])
    let second = try cartouche(arguments + ["--threads", "2"])
    #expect(first.status == 0 && first.errors.isEmpty && first.output == second.output)
    let events = TestEnvironment.sharedData("data/touch/Atmel maXTouch Touchscreen.1-finger-drag-up-down.events")!
    let panned = try cartouche(arguments + ["--replay", events])
    #expect(panned.status == 0 && panned.errors.isEmpty && panned.output.count == first.output.count)
    #expect(panned.output != first.output)
  }

  @Test(
    "output that cannot be written is a failure",
    arguments: [["boards"], ["--help"], ["demo", "carousel", "--dump-frame", "-"]])
  func outputToFullDisk(arguments: [String]) throws {
    let outcome = try cartouche(arguments, fullDisk: .standardOutput)
    #expect(outcome.status == 1)
    #expect(outcome.sentences.count == 1)
  }

  @Test("a full standard error does not change the exit status")
  func errorsToFullDisk() throws {
    #expect(try cartouche(["map", "--tiles", "there-is-none"], fullDisk: .standardError).status == 1)
    #expect(try cartouche(["boards", "--nonsense"], fullDisk: .standardError).status == 2)
  }

  @Test("a recording of more than a day is rejected with its line")
  func endlessRecording() throws {
    try withScratchFolder { folder in
      let text = """
        N: panel
        A: 00 0 799 0 0 0
        A: 01 0 479 0 0 0
        B: 01 00 00 00 00 00 00 00 00
        B: 03 03 00 00 00 00 00 00 00
        A: 35 0 799 0 0 0
        A: 36 0 479 0 0 0
        A: 2f 0 4 0 0 0
        A: 39 0 65535 0 0 0
        E: 0.000000 0003 0039 1
        E: 0.000000 0000 0000 0
        E: 9223372036854775807.000000 0003 0039 -1
        E: 9223372036854775807.000000 0000 0000 0
        """
      try Data(text.utf8).write(to: folder.appending(path: "long.evemu"))
      let outcome = try cartouche(["demo", "carousel", "--replay", "long.evemu", "--dump-frame", "c.png"], in: folder)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("long.evemu:12:") && outcome.errors.contains("24 hours"))
      #expect(try names(in: folder) == ["long.evemu"])
    }
  }
}
