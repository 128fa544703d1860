import CartoucheImages
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Demo of a vehicle's screen")
struct VehicleDemoTests {
  @Test(
    "the screen matches its golden frame by day and by night, and where the drive ends",
    arguments: [
      ("vehicle-day", ["--from", "1210"]), ("vehicle-night", ["--from", "600", "--dark"]), ("vehicle-arrived", ["--from", "5000"]),
    ] as [(String, [String])])
  func frame(name: String, options: [String]) throws {
    try withScratchFolder { folder in
      let outcome = try cartouche(["demo", "vehicle", "--at", "0", "--dump-frame", "a.png"] + options, in: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      try expectFrame(try PNG.decode([UInt8](Data(contentsOf: folder.appending(path: "a.png")))), matches: name)
    }
  }

  @Test("a distance before the start is refused")
  func refused() throws {
    try withScratchFolder { folder in
      let outcome = try cartouche(["demo", "vehicle", "--from=-1", "--dump-frame", "a.png"], in: folder)
      #expect(outcome.status == 2 && outcome.errors.contains("--from -1.0"), "\(outcome.errors)")
    }
  }

  @Test("a drive of the town is refused before its start, in another town, and where no map is shown")
  func refusedDrive() throws {
    try withScratchFolder { folder in
      for (options, message) in [
        (["--drive=-1"], "--drive -1.0"), (["--drive", "5", "--center", "1,2"], "leave out --center"),
        (["--drive", "5", "--seed", "7"], "leave out --center, --seed and --extent"),
        (["--drive", "5", "--extent", "900"], "leave out --center, --seed and --extent"),
        (["--drive", "5", "--write-tiles", "a.pmtiles"], "--write-tiles shows no map"),
      ] {
        let outcome = try cartouche(["demo", "town", "--dump-frame", "a.png"] + options, in: folder)
        #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.errors)")
      }
    }
  }
}
