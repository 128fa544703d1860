import CInstructions
import CartoucheTestSupport
import Testing

@Suite("Kernels for runs of one color")
struct RunKernelTests {
  /// Returns a pixel between `below` and `color`, channel by channel.
  private func between(_ below: UInt32, _ color: UInt32, weight: UInt32) -> UInt32 {
    (0..<4 as Range<UInt32>).reduce(0) { pixel, channel in
      let (a, b) = (below >> (channel * 8) & 255, color >> (channel * 8) & 255)
      return pixel | (((b * weight + a * (255 - weight)) * 2 + 255) / 510) << (channel * 8)
    }
  }

  @Test(
    "whole groups of four pixels are interpolated, and no others, with AVX2 and without", arguments: 1...3 as ClosedRange<UInt64>)
  func groups(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for count in 0...160 {
      for hasAVX2 in [false, cartouche_has_avx2()] {
        let (color, weight) = (UInt32.random(in: 0 ... .max, using: &random), UInt32.random(in: 0...255, using: &random))
        // The run begins at any of four addresses, with pixels before and behind it.
        let start = Int.random(in: 4..<8, using: &random)
        var pixels = (0..<count + 24).map { _ in UInt32.random(in: 0 ... .max, using: &random) }
        let before = pixels
        let whole = pixels.withUnsafeMutableBufferPointer { pixels in
          pixels.baseAddress.map { cartouche_lerp_groups($0 + start, count, color, weight, hasAVX2) }
        }
        #expect(whole == count & ~3)
        let run = start..<start + count & ~3
        let expected = before.indices.map { run.contains($0) ? between(before[$0], color, weight: weight) : before[$0] }
        #expect(pixels == expected, "\(count) pixels")
      }
    }
  }
}
