import CartoucheImages
import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

/// All frames of a session that was recorded in the virtual machine, played on the virtual clock.
private struct Film {
  var frames: [Picture]

  init(of demo: String, threads: Int) throws {
    let recording = Surroundings.packageFolder.appending(path: "Tests/Recordings/\(demo).evemu").path(percentEncoded: false)
    frames = try withScratchFolder { folder in
      let outcome = try cartouche(
        ["demo", demo, "--size", "240x144", "--replay", recording, "--frames", "film", "--dump-frame", "last.png"]
          + ["--threads", "\(threads)"], in: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      let film = folder.appending(path: "film")
      let names = try FileManager.default.contentsOfDirectory(atPath: film.path(percentEncoded: false)).sorted()
      return try names.map { try PNG.decode([UInt8](Data(contentsOf: film.appending(path: $0)))) }
    }
  }

  /// Of all pixels in their order: FNV-1a in 64 bits.
  var hash: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for frame in frames {
      for pixel in UnsafeBufferPointer(start: frame.storage.pixels, count: frame.storage.count) {
        hash = (hash ^ UInt64(pixel)) &* 0x100_0000_01b3
      }
    }
    return hash
  }

  /// Twelve moments of it, in rows of four.
  func sheet() -> Picture {
    let size = frames[0].size
    return Picture(size: PixelSize(width: size.width * 4, height: size.height * 3)) { pixels in
      for moment in 0..<12 {
        let frame = frames[moment * (frames.count - 1) / 11]
        for y in 0..<size.height {
          for x in 0..<size.width {
            let row = (moment / 4) * size.height + y
            pixels[row * size.width * 4 + (moment % 4) * size.width + x] = frame.storage.pixels[y * size.width + x]
          }
        }
      }
    }
  }
}

@Suite("Recorded sessions")
struct FilmTests {
  @Test(
    "K10, D6: give the same film in every run, with any number of threads: the one that was accepted",
    arguments: [("carousel", 9_532_694_800_124_737_477), ("belt", 7_571_739_761_841_413_704)] as [(String, UInt64)])
  func film(demo: String, hash: UInt64) throws {
    let film = try Film(of: demo, threads: 1)
    #expect(film.frames.count > 100)
    try expectFrame(film.sheet(), matches: "film-\(demo)")
    #expect(film.hash == hash, "of \(film.frames.count) frames of \(demo)")
    #expect(try Film(of: demo, threads: 3).hash == film.hash)
  }
}
