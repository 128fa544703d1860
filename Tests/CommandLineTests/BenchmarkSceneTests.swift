import CartoucheCommandLine
import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

/// Returns a scene of 64 × 48 pixels with rectangle, polygon, line, circle and image commands.
func smallScene() -> [UInt8] {
  var words: [UInt32] = [0x314e_4353, 64, 48, 0]
  func float(_ value: Float) -> UInt32 { value.bitPattern }
  func solid(_ color: UInt32) -> [UInt32] { [0, color, 0, 0, 0, 0, 0, 0] }
  func add(_ operation: UInt32, _ payload: [UInt32]) {
    words[3] += 1
    words += [operation, UInt32(payload.count)] + payload
  }
  add(1, [1, 0xff20_40a0, 0xfff0_c020, float(0), float(0), float(64), float(0), 0] + [0, 0, 64, 48].map(float))
  add(2, solid(0xff00_ff00) + [0, 3] + [4, 4, 40, 6, 20, 40].map(float))
  add(3, solid(0x8000_00ff) + [float(3), 3] + [50, 4, 60, 20, 44, 44].map(float))
  add(4, solid(0xffff_0000) + [30, 24, 8].map(float))
  add(7, [5, 2, 2, 0xffff_ffff, 0xff00_0000, 0xff00_0000, 0xffff_ffff])
  add(8, [5] + [4, 0, 0, 4, 2, 38].map(float))
  add(11, solid(0xff00_0000) + [8, 30, 32, 24].map(float) + [2, 0x41, float(8), float(40), 0x69, float(14), float(40)])
  add(9, [5] + [4, 0, 20, 0, 4, 38, 0, 0.1, 1].map(float))
  return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) } }
}

@Suite("Benchmark scenes")
struct BenchmarkSceneTests {
  @Test("every command of a scene is drawn")
  func draws() throws {
    let loaded = try BenchmarkScene(smallScene())
    #expect(loaded.size == PixelSize(width: 64, height: 48))
    var list = DisplayList()
    loaded.record(into: &list)
    #expect(list.count == 7)
    let panel = TestPanel(size: loaded.size, format: .xrgb8888)
    Renderer().draw(list, into: panel.buffer, damage: [PixelRect(loaded.size)], workers: SerialWorkerPool())
    func pixel(_ x: Int, _ y: Int) -> UInt32 {
      panel.pixelBytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: (y * 64 + x) * 4, as: UInt32.self) } & 0xff_ffff
    }
    #expect(pixel(16, 10) == 0x00ff00)
    #expect(pixel(30, 24) == 0xff0000)
    #expect(pixel(3, 39) == 0xffffff)
    #expect(abs(Int(pixel(0, 47) >> 16) - 0x20) <= 2 && abs(Int(pixel(63, 0) >> 16) - 0xf0) <= 2)
  }

  @Test("a truncated scene is rejected, and one with a flipped bit is drawn or rejected without a trap")
  func damaged() throws {
    let whole = smallScene()
    for length in stride(from: 0, to: whole.count, by: 4) {
      #expect(throws: BenchmarkSceneError.self) { try BenchmarkScene(Array(whole[..<length])) }
    }
    let renderer = Renderer()
    for bit in stride(from: 0, to: whole.count * 8, by: 3) {
      var bytes = whole
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      guard let loaded = try? BenchmarkScene(bytes), loaded.size.width <= 64, loaded.size.height <= 64 else { continue }
      var list = DisplayList()
      loaded.record(into: &list)
      let panel = TestPanel(size: loaded.size, format: .rgb565)
      renderer.draw(list, into: panel.buffer, damage: [PixelRect(loaded.size)], workers: SerialWorkerPool())
      #expect(panel.gapsAreUntouched)
    }
  }
}
