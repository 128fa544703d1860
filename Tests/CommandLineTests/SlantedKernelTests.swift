import CInstructions
import CartoucheTestSupport
import Testing

/// The kernels for slanted lines, beside one formula for a sample. The frames of other tests compare kernels
/// with each other, and on x86-64 none of those is in Swift.
@Suite("Kernels for slanted lines through images")
struct SlantedKernelTests {
  /// A line whose samples are all between pixels of an image.
  private struct Line {
    var u: Int64, uStep: Int64
    var v: Int64, vStep: Int64
    var count: Int

    init(inside width: Int, _ height: Int, count: Int, using random: inout SplitMix64) {
      (u, uStep) = Self.coordinates(below: Int64(width - 1) << 32, count, using: &random)
      (v, vStep) = Self.coordinates(below: Int64(height - 1) << 32, count, using: &random)
      self.count = count
    }

    /// Returns the first of `count` coordinates in 0..<`limit`, and the step between them.
    private static func coordinates(below limit: Int64, _ count: Int, using random: inout SplitMix64) -> (Int64, Int64) {
      let ends = [0, limit - 1, Int64.random(in: 0..<limit, using: &random), Int64.random(in: 0..<limit, using: &random)]
      let (first, last) = (ends.randomElement(using: &random) ?? 0, ends.randomElement(using: &random) ?? 0)
      return (first, count > 1 ? (last - first) / Int64(count - 1) : 0)
    }
  }

  /// Returns a sample, channel by channel.
  private func sample(_ pixels: UnsafePointer<UInt32>, _ width: Int, _ u: Int64, _ v: Int64) -> UInt32 {
    let at = pixels + (Int(v >> 32) * width + Int(u >> 32))
    let (x, y) = (UInt32(UInt64(u) >> 16 & 0xffff), UInt32(UInt64(v) >> 16 & 0xffff))
    return (0..<4 as Range<UInt32>).reduce(0) { color, channel in
      func between(_ column: Int) -> UInt32 {
        func level(_ row: Int) -> UInt32 { (at[row * width + column] >> (channel * 8) & 255) << 8 }
        return (level(0) * (0xffff - y)) >> 16 + (level(1) * y) >> 16
      }
      let (left, right) = (between(0), between(1))
      let level = (left - (left * x) >> 16 + (right * x) >> 16 + 128) >> 8
      return color | level << (channel * 8)
    }
  }

  private typealias Kernel = (
    UnsafePointer<UInt32>?, Int, Int64, Int64, Int64, Int64, Int, Int, UnsafeMutablePointer<UInt32>?
  ) -> Int

  /// Expects a kernel to write the samples of whole groups, and nothing behind them.
  private func expect(_ kernel: Kernel, groupsOf size: Int, _ pixels: UnsafePointer<UInt32>, _ width: Int, _ line: Line) {
    var colors = [UInt32](repeating: 0x1234_5678, count: line.count + 8)
    let written = kernel(pixels, width, line.u, line.uStep, line.v, line.vStep, 4096, line.count, &colors)
    #expect(written == line.count / size * size)
    let expected = (0..<line.count + 8).map { index in
      index < written
        ? sample(pixels, width, line.u + line.uStep * Int64(index), line.v + line.vStep * Int64(index)) : 0x1234_5678
    }
    let isEqual = colors == expected
    #expect(isEqual, "\(line) through \(width) columns, in groups of \(size)")
  }

  #if arch(x86_64)
    @Test("samples have the bits of the formula", arguments: 1...8 as ClosedRange<UInt64>)
    func samples(seed: UInt64) {
      var random = SplitMix64(seed: seed)
      for _ in 0..<400 {
        let (width, height) = (Int.random(in: 2...40, using: &random), Int.random(in: 2...30, using: &random))
        let pixels = (0..<width * height).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }
        let line = Line(inside: width, height, count: .random(in: 1...40, using: &random), using: &random)
        expect(cartouche_bilinear_fours, groupsOf: 4, pixels, width, line)
        if cartouche_has_avx2() { expect(cartouche_bilinear_groups, groupsOf: 8, pixels, width, line) }
      }
    }

    @Test("offsets in the largest image are exact", arguments: [3, 1 << 14, 1 << 27])
    func largestImage(width: Int) throws {
      // The system gives memory only to the pages that are written.
      let height = (1 << 28) / width
      let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: width * height)
      defer { memory.deallocate() }
      var random = SplitMix64(seed: UInt64(width))
      for _ in 0..<40 {
        let line = Line(inside: width, height, count: 16, using: &random)
        for index in 0..<Int64(line.count) {
          let at = Int((line.v + line.vStep * index) >> 32) * width + Int((line.u + line.uStep * index) >> 32)
          for neighbor in [at, at + 1, at + width, at + width + 1] {
            memory[neighbor] = .random(in: 0...UInt32.max, using: &random)
          }
        }
        expect(cartouche_bilinear_fours, groupsOf: 4, memory, width, line)
        if cartouche_has_avx2() { expect(cartouche_bilinear_groups, groupsOf: 8, memory, width, line) }
      }
    }
  #endif
}
