import CInstructions
import CartoucheImages
import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Processors", .enabled(if: cartouche_has_avx2(), "the program has no code for AVX2, or this processor has no AVX2"))
struct ProcessorTests {
  /// Pixels of every opacity and color.
  private func noise(width: Int, height: Int, seed: UInt64) -> Image {
    var random = SplitMix64(seed: seed)
    return Image(size: PixelSize(width: width, height: height)) { pixels in
      for index in pixels.indices {
        let alpha = [0, 255, UInt32.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
        let channels = (0..<3).map { _ in UInt32.random(in: 0...alpha, using: &random) }
        pixels[index] = alpha << 24 | channels[0] << 16 | channels[1] << 8 | channels[2]
      }
    }
  }

  @Test("images have the same bits without AVX2", arguments: 1...4 as ClosedRange<UInt64>)
  func images(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var list = DisplayList()
    for _ in 0..<40 {
      let image = noise(width: .random(in: 1...90, using: &random), height: .random(in: 1...60, using: &random), seed: seed)
      let size = Scalar(Int.random(in: 1...32, using: &random)) / 8
      // Every second image is upright.
      let angle = Bool.random(using: &random) ? Angle.degrees(0) : .degrees(WideFixed(Int.random(in: 0..<360, using: &random)))
      let place = AffineTransform.translation(
        x: Scalar(Int.random(in: -60...960, using: &random)) / 3, y: Scalar(Int.random(in: -60...720, using: &random)) / 3)
      let placed = AffineTransform.scale(x: size, y: size * 5 / 4).concatenating(.rotation(by: angle)).concatenating(place)
      var transform = Transform3D(placed)
      // Every third image is in perspective.
      if Int.random(in: 0..<3, using: &random) == 0 {
        transform.m14 = .init(rawValue: Int64.random(in: 1...1 << 22, using: &random))
      }
      list.draw(
        image, transform: Homography(transform), filter: Bool.random(using: &random) ? .bilinear : .trilinear,
        opacity: UInt8.random(in: 128...255, using: &random))
    }
    try withScratchFolder { folder in
      let recording = DisplayListRecording(size: PixelSize(width: 320, height: 240), list: list)
      try Data(recording.encoded()).write(to: folder.appending(path: "l.cdl"))
      func frame(_ name: String, _ environment: [String: String]) throws -> Data {
        let outcome = try cartouche(["draw", "l.cdl", "--dump-frame", name], in: folder, environment: environment)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try Data(contentsOf: folder.appending(path: name))
      }
      let (wide, narrow) = (
        try frame("a.png", ["GLIBC_TUNABLES": ""]), try frame("b.png", ["GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2"])
      )
      let isEqual = wide == narrow
      #expect(isEqual)
    }
  }
}
