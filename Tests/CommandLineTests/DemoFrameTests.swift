import CartoucheImages
import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Map demos")
struct DemoFrameTests {
  @Test(
    "P5, P7, P14, M9, C2, H1: the demos match their golden frames, with one thread and with three",
    arguments: [
      ("portals", []), ("track", []), ("clusters", []), ("home", []), ("vendors", []), ("fog", ["--at", "5"]),
    ] as [(String, [String])])
  func frame(demo: String, options: [String]) throws {
    try withScratchFolder { folder in
      var images: [Image] = []
      for threads in ["1", "3"] {
        let outcome = try cartouche(
          ["demo", demo, "--size", "320x200", "--dump-frame", "\(threads).png", "--threads", threads] + options, in: folder)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        images.append(try PNG.decode([UInt8](Data(contentsOf: folder.appending(path: "\(threads).png")))))
      }
      try expectFrame(images[0], matches: "demo-\(demo)")
      #expect((0..<320 * 200).allSatisfy { images[0].storage.pixels[$0] == images[1].storage.pixels[$0] })
    }
  }

  @Test("M13: the cleared area is saved in a file; a damaged file is reported and not overwritten")
  func savedFog() throws {
    try withScratchFolder { folder in
      let walk = ["demo", "fog", "--size", "160x100", "--keep", "walked.fog"]
      #expect(try cartouche(walk + ["--dump-frame", "a.png"], in: folder).status == 0)
      let saved = try Data(contentsOf: folder.appending(path: "walked.fog"))
      #expect(saved.count > 100)
      // A second walk starts with the whole cleared area, so nothing changes in the file.
      #expect(try cartouche(walk + ["--at", "0", "--dump-frame", "b.png"], in: folder).status == 0)
      #expect(try Data(contentsOf: folder.appending(path: "walked.fog")) == saved)
      try saved.dropLast(20).write(to: folder.appending(path: "walked.fog"))
      let outcome = try cartouche(walk + ["--dump-frame", "c.png"], in: folder)
      #expect(outcome.status == 1 && outcome.errors.contains("walked.fog"))
      #expect(try Data(contentsOf: folder.appending(path: "walked.fog")).count == saved.count - 20)
    }
  }

  @Test("C2: a file of cycles that cannot be read is reported with the position and the reason")
  func brokenCycles() throws {
    try withScratchFolder { folder in
      for (text, words) in [
        ("{", "cycles.json"), ("{\"region\": [1, 2], \"cycles\": []}", "2 numbers"),
        ("{\"region\": [37.7, -122.4, 0.1, 0.1], \"cycles\": [{\"lat\": 37.7}]}", "cycles[0]"),
        ("{\"region\": [37.7, -122.4, 0.1, 0.1], \"cycles\": [{\"lat\": \"x\", \"long\": 1}]}", "cycles[0].lat"),
      ] {
        try Data(text.utf8).write(to: folder.appending(path: "cycles.json"))
        let outcome = try cartouche(["demo", "clusters", "cycles.json", "--dump-frame", "a.png"], in: folder)
        #expect(outcome.status == 1 && outcome.errors.contains(words), "\(outcome.errors)")
      }
      let good =
        "{\"region\": [37.7, -122.4, 0.02, 0.02], \"cycles\": [{\"lat\": 37.7, \"long\": -122.4}, {\"type\": 2, \"lat\": 37.705, \"long\": -122.4}]}"
      try Data(good.utf8).write(to: folder.appending(path: "cycles.json"))
      #expect(
        try cartouche(["demo", "clusters", "cycles.json", "--size", "640x400", "--dump-frame", "a.png"], in: folder).status == 0)
      // The map shows the file's region with both cycles: one marker in the center, and one a quarter of
      // the height above.
      let image = try PNG.decode([UInt8](Data(contentsOf: folder.appending(path: "a.png"))))
      func color(_ x: Int, _ y: Int) -> (red: UInt32, green: UInt32) {
        let pixel = image.storage.pixels[y * 640 + x]
        return (pixel >> 16 & 255, pixel >> 8 & 255)
      }
      let (unicycle, tricycle) = (color(310, 180), color(310, 80))
      #expect(unicycle.red > unicycle.green + 100 && tricycle.green > tricycle.red + 40)
    }
  }
}
