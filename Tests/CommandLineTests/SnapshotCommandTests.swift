import CartoucheTestSupport
import Foundation
import Testing

@Suite struct SnapshotCommandTests {
  @Test(
    "a snapshot has the bytes of the settled frame of cartouche map",
    arguments: [[], ["--bearing", "30", "--dark"], ["--zoom", "15.3", "--no-labels"], ["--pixel-ratio", "2"]])
  func equalsMap(arguments: [String]) throws {
    try withScratchFolder { folder in
      let town = try cartouche(["demo", "town", "--extent", "1", "--write-tiles", "t.pmtiles"], in: folder)
      #expect(town.status == 0)
      let options = ["--tiles", "t.pmtiles", "--size", "160x120"] + arguments
      let snapshot = try cartouche(["snapshot", "s.png"] + options, in: folder)
      #expect(snapshot.status == 0 && snapshot.errors.isEmpty && snapshot.output.isEmpty)
      #expect(try cartouche(["map", "--dump-frame", "m.png"] + options, in: folder).status == 0)
      let (a, b) = (try Data(contentsOf: folder.appending(path: "s.png")), try Data(contentsOf: folder.appending(path: "m.png")))
      #expect(a == b && a.count > 1000)
      #expect(try names(in: folder) == ["m.png", "s.png", "t.pmtiles"])
    }
  }

  @Test("without tiles an invented town is drawn, as PPM on standard output too, and its labels are listed as those of a map")
  func town() throws {
    try withScratchFolder { folder in
      let options = ["--size", "160x120", "--center", "47.5,-20"]
      let file = try cartouche(["snapshot", "s.ppm", "--list-labels", "s.jsonl"] + options, in: folder)
      let output = try cartouche(["snapshot", "-"] + options, in: folder)
      #expect(file.status == 0 && output.status == 0 && file.errors.isEmpty && output.errors.isEmpty)
      #expect(try output.output == Data(contentsOf: folder.appending(path: "s.ppm")) && Set(output.output).count > 20)
      let labels = try String(contentsOf: folder.appending(path: "s.jsonl"), encoding: .utf8)
      #expect(labels.hasPrefix("{\"angle\":") && labels.hasSuffix("}\n"))
    }
  }

  @Test("the labels of a snapshot are those of cartouche map")
  func labels() throws {
    try withScratchFolder { folder in
      #expect(try cartouche(["demo", "town", "--extent", "1", "--write-tiles", "t.pmtiles"], in: folder).status == 0)
      let options = ["--tiles", "t.pmtiles", "--size", "320x200"]
      #expect(try cartouche(["snapshot", "s.png", "--list-labels", "s.jsonl"] + options, in: folder).status == 0)
      #expect(try cartouche(["map", "--dump-frame", "m.png", "--list-labels", "m.jsonl"] + options, in: folder).status == 0)
      let (a, b) = (
        try Data(contentsOf: folder.appending(path: "s.jsonl")), try Data(contentsOf: folder.appending(path: "m.jsonl"))
      )
      #expect(a == b && !a.isEmpty)
    }
  }

  @Test(
    "bad arguments and files that cannot be used leave no picture",
    arguments: [
      (["s.jpg"], 2, ".png or .ppm"), ([], 2, "picture"), (["s.png", "--size", "big"], 2, "as 800x480"),
      (["s.png", "--list-labels", "-"], 2, "/dev/stdout"), (["s.png", "--size", "0x0"], 1, "1 to 8192"),
      (["s.png", "--size", "8193x1"], 1, "1 to 8192"), (["missing/s.png"], 1, "missing/s.png"),
      (["s.png", "--tiles", "missing.pmtiles"], 1, "missing.pmtiles"), (["s.png", "--style", "missing.json"], 1, "missing.json"),
    ])
  func badInput(arguments: [String], status: Int, message: String) throws {
    try withScratchFolder { folder in
      let outcome = try cartouche(["snapshot"] + arguments, in: folder)
      #expect(Int(outcome.status) == status && outcome.errors.contains(message) && outcome.output.isEmpty)
      #expect(status == 2 || outcome.sentences.count == 1)
      #expect(try names(in: folder).isEmpty)
    }
  }

  @Test("a picture for which there is too little memory ends with status 1 and one sentence")
  func outOfMemory() throws {
    try withScratchFolder { folder in
      // The picture takes 256 MiB; the program without it takes less than 1 GiB of addresses.
      let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "cartouche").path
      let script = "ulimit -v $((200 * 1024)) && exec \"$0\" snapshot s.png --size 8192x8192 --center 47.5,-20 --zoom 0"
      let outcome = try cartouche(["-c", script, program], in: folder, program: URL(filePath: "/bin/sh"))
      #expect(outcome.status == 1 && outcome.sentences.count == 1 && outcome.errors.contains("262144 KiB"))
      #expect(try names(in: folder).isEmpty)
    }
  }

  @Test("bench map makes snapshots while the map moves, and says if one fails")
  func bench() throws {
    let options = ["bench", "map", "--move", "pan", "--size", "64x64", "--frames", "3", "--center", "47.5,-20"]
    let outcome = try cartouche(options + ["--snapshots", "3"])
    #expect(outcome.status == 0 && outcome.errors.contains("3 snapshots take") && outcome.errors.contains("; 0 failed"))
    #expect(try cartouche(options + ["--snapshots", "0"]).status == 2)
    #expect(try cartouche(["bench", "belt", "--snapshots", "3"]).status == 2)
  }
}
