import Cartouche
import CartoucheTesting
import Foundation
import Testing

@Suite("Golden frames of applications", .disabled(if: GoldenFrame.isRecording, "frames are being recorded"))
struct GoldenFrameTests {
  private let red = Image(size: PixelSize(width: 2, height: 1)) { $0.update(repeating: 0xffff_0000) }
  private let almostRed = Image(size: PixelSize(width: 2, height: 1)) { pixels in
    pixels[0] = 0xffff_0000
    pixels[1] = 0xffff_0001
  }

  /// Calls `body` with the path of a test's source file in a new package.
  private func withPackage(_ body: (_ test: String, _ folder: URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "package-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appending(path: "Tests/Mine"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data().write(to: folder.appending(path: "Package.swift"))
    try body(folder.appending(path: "Tests/Mine/MineTests.swift").path, folder)
  }

  @Test("a recorded frame is next to the test, and an equal frame passes")
  func recorded() throws {
    try withPackage { test, folder in
      let golden = GoldenFrame("red", filePath: test)
      #expect(golden.path == folder.path + "/Tests/Mine/Frames/red.png")
      try golden.record(red)
      try golden.check(red)
      #expect(!FileManager.default.fileExists(atPath: golden.outputFolder))
    }
  }

  @Test("a differing pixel is an error with the actual frame and the differences in the package's .build/frames")
  func different() throws {
    try withPackage { test, folder in
      let golden = GoldenFrame("red", filePath: test)
      try golden.record(red)
      let error = #expect(throws: GoldenFrameError.self) { try golden.check(almostRed) }
      let output = folder.path + "/.build/frames"
      #expect(
        error?.description
          == "\(golden.path): 1 of 2 pixels differ, the first at (1, 0): expected 0xffff0000, drawn 0xffff0001. The actual frame is "
          + "\(output)/red-actual.png, the differences are \(output)/red-difference.png. If the actual frame is right, accept it with RECORD=1."
      )
      #expect(FrameDifference(try Image(contentsOfFile: output + "/red-actual.png"), almostRed) == nil)
      let difference = try Image(contentsOfFile: output + "/red-difference.png")
      #expect(withExtendedLifetime(difference) { difference.storage.pixels[1] } == 0xffff_ffff)
      #expect(FrameDifference(try Image(contentsOfFile: golden.path), red) == nil, "the golden frame is unchanged")
    }
  }

  @Test("a frame of another size, and one without a golden frame, are errors with the actual frame")
  func missing() throws {
    try withPackage { test, folder in
      let golden = GoldenFrame("blue", filePath: test)
      let actual = folder.path + "/.build/frames/blue-actual.png"
      #expect(throws: GoldenFrameError.missing(path: golden.path, actual: actual)) { try golden.check(red) }
      try golden.record(Image(size: PixelSize(width: 1, height: 1)) { $0.update(repeating: 0) })
      let error = #expect(throws: GoldenFrameError.self) { try golden.check(red) }
      #expect(error?.description.contains("1 × 1 pixels are expected, there are 2 × 1") == true)
    }
  }
}
