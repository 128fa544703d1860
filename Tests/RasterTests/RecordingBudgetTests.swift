import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Budgets of recordings")
struct RecordingBudgetTests {
  /// Returns an encoded recording of 9 × 9 pixels with the given encoded items.
  private func file(_ items: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = [0x43, 0x44, 0x4c, DisplayListRecording.version, 0, 0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 255, 255, 255, 255]
    bytes += word(0) + word(items.count) + items.flatMap { $0 } + word(0)
    DisplayListRecording.seal(&bytes)
    return bytes
  }

  private func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }

  private func scalar(_ value: Scalar) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value.rawValue >> ($0 * 8)) } }

  private func item(_ kind: UInt8) -> [UInt8] { [kind, 255, 0, 0, 0, 0, 0, 0, 255] }

  private func folded(_ value: Int) -> [UInt8] { folded(raw: value * 65536) }

  private func folded(raw value: Int) -> [UInt8] {
    var (rest, bytes) = (value < 0 ? -value * 2 - 1 : value * 2, [UInt8]())
    while rest > 127 {
      bytes.append(UInt8(rest & 127 | 128))
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  /// Encodes a path from the origin to (`width`, 0), (0, `height`) and back.
  private func triangle(_ width: Int, _ height: Int) -> [UInt8] {
    word(3) + [0, 1, 1] + folded(0) + folded(0) + folded(width) + folded(0) + folded(-width) + folded(height)
  }

  private func pathShadow(_ number: Int, side: Int, sigma: Scalar) -> [UInt8] {
    pathShadow(number, triangle(side, side), sigma: sigma)
  }

  private func pathShadow(_ number: Int, _ path: [UInt8], sigma: Scalar) -> [UInt8] {
    item(4) + scalar(0) + scalar(0) + scalar(0) + scalar(0) + word(number) + [1, 0] + path + scalar(sigma) + [0]
  }

  private func roundedShadow(_ number: Int, radius: Scalar, sigma: Scalar) -> [UInt8] {
    item(4) + scalar(0) + scalar(0) + scalar(9) + scalar(9) + word(number) + [0] + scalar(radius) + scalar(radius)
      + scalar(radius) + scalar(radius) + scalar(sigma) + [0]
  }

  private func glyph(_ number: Int, _ width: Int, _ height: Int) -> [UInt8] {
    item(5) + word(1) + word(number) + triangle(width, height) + word(1) + word(0) + scalar(0) + scalar(0)
  }

  private func fault(_ bytes: [UInt8]) -> DisplayListRecordingError.Fault? {
    do {
      _ = try DisplayListRecording(decoding: bytes)
      return nil
    } catch {
      guard case .badValue(_, let fault) = error else {
        Issue.record("\(error)")
        return nil
      }
      return fault
    }
  }

  @Test("a small file that would take hours to blur is rejected, and one that takes little time is read")
  func blurring() {
    #expect(fault(file((0..<8).map { pathShadow($0, side: 40 + $0, sigma: 3) })) == nil)
    #expect(
      fault(file((0..<500).map { pathShadow($0, side: 3 + $0, sigma: 256) })) == nil, "a wider blur has a coarser mask")
    #expect(fault(file((0..<20).map { pathShadow($0, side: 4000 + $0, sigma: 3) })) == .steps)
    #expect(fault(file((0..<40).map { roundedShadow($0, radius: 12, sigma: Scalar(rawValue: 65536 + Int64($0))) })) == nil)
    #expect(fault(file((0..<190).map { roundedShadow($0, radius: 4096, sigma: Scalar(rawValue: 2048 + Int64($0))) })) == .steps)
    // Lines that cross the mask back and forth, each a hundredth of a pixel lower.
    let comb =
      word(1001) + [0] + [UInt8](repeating: 1, count: 1000) + [0, 0]
      + (0..<1000).flatMap { folded($0 % 2 == 0 ? 4000 : -4000) + folded(raw: 655) }
    #expect(fault(file((0..<10).map { pathShadow($0, comb, sigma: 1 + Scalar(rawValue: Int64($0))) })) == nil)
    #expect(fault(file((0..<450).map { pathShadow($0, comb, sigma: 1 + Scalar(rawValue: Int64($0))) })) == .steps)
    // The ends of the number range.
    #expect(fault(file([pathShadow(0, side: 1 << 40, sigma: .max)])) == .steps)
    #expect(fault(file([pathShadow(0, side: 9, sigma: .min), roundedShadow(1, radius: .max, sigma: .min)])) == nil)
  }

  @Test("a small file that needs much memory is rejected")
  func memory() {
    #expect(fault(file((0..<50).map { glyph($0, 200 + $0, 200) })) == nil)
    #expect(fault(file((0..<4000).map { glyph($0, 180 + $0 % 76, 200 + $0 / 76) })) == .memory)
    let sharp = (0..<100_000).map { pathShadow($0, side: 200 + $0, sigma: 0) }
    #expect(fault(file(sharp)) == nil, "a shadow without blur needs no mask")
  }

  @Test("glyphs with colliding hashes count toward the file's limit of steps")
  func collisions() {
    let checksum = CRC32()
    func bytes(_ isWanted: (UInt32) -> Bool) -> [UInt8] {
      var items: [[UInt8]] = []
      var candidate = 0
      while items.count < 300 {
        let shape =
          word(2) + [0, 1] + folded(raw: 0) + folded(raw: 0) + folded(raw: candidate & 0xffff) + folded(raw: candidate >> 16)
        if isWanted(shape.withUnsafeBytes { checksum.sum(of: $0) }) {
          items.append(item(5) + word(1) + word(items.count) + shape + word(0))
        }
        candidate += 1
      }
      return file(items)
    }
    func isRead(_ bytes: [UInt8], steps: Int64) -> Bool {
      bytes.withUnsafeBytes { (try? DisplayListRecording(decoding: $0, steps: steps)) != nil }
    }
    let (any, chosen) = (bytes { _ in true }, bytes { $0 & 1023 == 4 })
    #expect(isRead(any, steps: 50_000) && !isRead(chosen, steps: 50_000) && isRead(chosen, steps: 100_000))
  }

  @Test("the estimated memory of a path's shadow is between the mask's size and three times that")
  func cost() {
    var generator = SplitMix64(seed: 9)
    for _ in 0..<60 {
      let path = MaskTests.randomPath(&generator)
      // At these sigmas a pixel of the mask is one unit of the path.
      let sigma = generator.scalar(4...7.9)
      let mask = CoverageMask(path).blurred(sigma: sigma)
      let cost = MaskCost.shadow(.path(path, .nonZero, sigma: sigma, side: .outer))
      #expect(cost.bytes >= Int64(mask.storage.count) && cost.bytes < Int64(mask.storage.count) * 3 + 10_000)
    }
    #expect(MaskCost.shadow(.path(Path(), .nonZero, sigma: 9, side: .outer)).bytes == 0)
    #expect(MaskCost.glyph(Path()).bytes == 0)
  }
}
