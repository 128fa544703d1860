import CartoucheImages
import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

/// All frames of a recorded session, replayed on the virtual clock. The sessions were recorded in the
/// virtual machine.
private struct Film {
  var frames: [Image]

  init(of demo: String, size: PixelSize, threads: Int, options: [String] = []) throws {
    try self.init(["demo", demo, "--replay", recording(demo)] + options, size: size, threads: threads)
  }

  init(_ command: [String], size: PixelSize, threads: Int) throws {
    frames = try withScratchFolder { folder in
      try play(command, size: size, threads: threads, options: ["--frames", "film"], in: folder)
      let film = folder.appending(path: "film")
      let names = try FileManager.default.contentsOfDirectory(atPath: film.path(percentEncoded: false)).sorted()
      return try names.map { try PNG.decode([UInt8](Data(contentsOf: film.appending(path: $0)))) }
    }
  }

  /// The 64-bit FNV-1a hash of all pixels in order.
  var hash: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for frame in frames {
      for pixel in UnsafeBufferPointer(start: frame.storage.pixels, count: frame.storage.count) {
        hash = (hash ^ UInt64(pixel)) &* 0x100_0000_01b3
      }
    }
    return hash
  }

  /// Returns sample frames in rows of four, at a half or a quarter of the resolution if the film is large.
  func sheet(rows: Int) -> Image {
    let step = max(frames[0].size.width / 240, 1)
    let size = PixelSize(width: frames[0].size.width / step, height: frames[0].size.height / step)
    return Image(size: PixelSize(width: size.width * 4, height: size.height * rows)) { pixels in
      for sample in 0..<rows * 4 {
        let frame = frames[sample * (frames.count - 1) / (rows * 4 - 1)]
        for y in 0..<size.height {
          for x in 0..<size.width {
            let row = (sample / 4) * size.height + y
            pixels[row * size.width * 4 + (sample % 4) * size.width + x] =
              frame.storage.pixels[(y * frame.size.width + x) * step]
          }
        }
      }
    }
  }
}

private func recording(_ name: String) -> String {
  TestEnvironment.packageFolder.appending(path: "Tests/Recordings/\(name).evemu").path(percentEncoded: false)
}

/// Runs a command of the program and writes the last frame as `last.png`.
private func play(_ command: [String], size: PixelSize, threads: Int, options: [String] = [], in folder: URL) throws {
  let outcome = try cartouche(
    command + ["--size", "\(size.width)x\(size.height)", "--threads", "\(threads)", "--dump-frame", "last.png"] + options,
    in: folder)
  #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
}

@Suite("Recorded sessions")
struct FilmTests {
  @Test(
    "K10, D6: a session gives the accepted film in every run, with any number of threads",
    arguments: [("carousel", 12_704_056_976_081_664_845), ("belt", 13_388_357_303_338_435_089)] as [(String, UInt64)])
  func film(demo: String, hash: UInt64) throws {
    let size = PixelSize(width: 240, height: 144)
    let film = try Film(of: demo, size: size, threads: 1)
    #expect(film.frames.count > 100)
    try expectFrame(film.sheet(rows: 3), matches: "film-\(demo)")
    #expect(film.hash == hash, "of \(film.frames.count) frames of \(demo)")
    #expect(try Film(of: demo, size: size, threads: 3).hash == film.hash)
  }

  @Test("in a drive, night falls, the list scrolls, and the settings open and close")
  func vehicle() throws {
    let size = PixelSize(width: 1024, height: 600)
    let film = try Film(of: "vehicle", size: size, threads: 3, options: ["--from", "380", "--at", "2.6"])
    #expect(film.frames.count > 100)
    try expectFrame(film.sheet(rows: 3), matches: "film-vehicle")
  }

  // Demos with buttons use the screen size of the recording, because buttons have the same size on every
  // screen.
  @Test(
    "a session of a map demo gives the accepted film, and the same last frame with any number of threads",
    arguments: [
      ("portals", 480, 6_628_764_996_353_360_240),
      ("track", 480, 2_620_589_245_646_752_853),
      ("clusters", 480, 17_022_634_889_892_703_101),
      ("home", 480, 8_694_233_078_383_466_221),
      ("vendors", 480, 4_143_241_876_176_199_935),
      ("fog", 240, 12_351_993_438_106_511_137),
    ] as [(String, Int, UInt64)])
  func map(demo: String, width: Int, hash: UInt64) throws {
    let size = PixelSize(width: width, height: width * 2 / 3)
    let film = try Film(of: demo, size: size, threads: 3)
    #expect(film.frames.count > 50)
    try expectFrame(film.sheet(rows: 2), matches: "film-\(demo)")
    #expect(film.hash == hash, "of \(film.frames.count) frames of \(demo)")
    try withScratchFolder { folder in
      try play(["demo", demo, "--replay", recording(demo)], size: size, threads: 1, in: folder)
      let last = try PNG.decode([UInt8](Data(contentsOf: folder.appending(path: "last.png"))))
      let shown = try #require(film.frames.last)
      #expect((0..<last.storage.count).allSatisfy { last.storage.pixels[$0] == shown.storage.pixels[$0] })
    }
  }

  private static let pinch = ["demo", "town", "--at", "2.4", "--replay", recording("map-pinch")]
  private static let turn = ["demo", "town", "--at", "2.2", "--replay", recording("map-turn")]
  private static let follow = ["demo", "town", "--at", "3", "--drive", "405"]
  // Night falls in the middle of the pinch.
  private static let dusk = ["map", "--appearance", "automatic", "--date", "2026-06-21T22:01:34Z"] + pinch[2...]

  @Test(
    "a map that is pinched, turned or follows a drive gives the accepted film by day, by night and at dusk, with 1, 2 and 7 threads",
    arguments: [
      ("pinch", pinch, 8_801_183_437_504_494_582), ("turn", turn, 15_229_413_299_092_170_235),
      ("follow", follow, 12_040_743_474_574_735_206), ("pinch-night", pinch + ["--dark"], 11_714_104_747_229_252_832),
      ("turn-night", turn + ["--dark"], 1_217_317_466_239_308_982),
      ("follow-night", follow + ["--dark"], 17_121_357_066_711_596_464), ("dusk", dusk, 16_039_850_042_875_299_977),
    ] as [(String, [String], UInt64)])
  func movement(name: String, command: [String], hash: UInt64) throws {
    let size = PixelSize(width: 240, height: 160)
    let film = try Film(command, size: size, threads: 1)
    #expect(film.frames.count > 80)
    try expectFrame(film.sheet(rows: 2), matches: "film-map-\(name)")
    #expect(film.hash == hash, "of \(film.frames.count) frames of \(name)")
    for threads in [2, 7] { #expect(try Film(command, size: size, threads: threads).hash == film.hash, "\(threads) threads") }
  }
}
