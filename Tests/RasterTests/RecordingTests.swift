import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Recordings of display lists")
struct RecordingTests {
  static let seeds: [UInt64] = Array(1...12)

  private func recording(seed: UInt64) -> DisplayListRecording {
    DisplayListRecording(
      size: PixelSize(width: 60, height: 44), background: Color(red: 1, green: 20, blue: 255, alpha: 255),
      list: .randomOfEverything(seed: seed, width: 60, height: 44))
  }

  private func pixels(of recording: DisplayListRecording) -> [UInt8] {
    let canvas = Canvas(width: recording.size.width, height: recording.size.height)
    Renderer().draw(
      recording.list, over: recording.background, into: canvas.buffer, damage: [PixelRect(recording.size)],
      workers: SerialWorkerPool()
    )
    return canvas.bytes
  }

  @Test("a decoded recording draws the same pixels and is encoded as the same bytes", arguments: seeds)
  func roundTrip(seed: UInt64) throws {
    let original = recording(seed: seed)
    let bytes = try original.encoded()
    let read = try DisplayListRecording(decoding: bytes)
    #expect(read.size == original.size && read.background == original.background && read.list.count == original.list.count)
    #expect(try read.encoded() == bytes)
    #expect(pixels(of: read) == pixels(of: original))
  }

  @Test("the format is unchanged, byte by byte")
  func format() throws {
    var path = Path()
    path.move(to: Point(x: 1, y: 2))
    path.addLine(to: Point(x: 1, y: -2))
    path.closeSubpath()
    var list = DisplayList()
    list.fill(path, rule: .evenOdd, with: .color(Color(red: 9, green: 8, blue: 7, alpha: 6)), opacity: 5, blend: .screen)
    let bytes = try DisplayListRecording(size: PixelSize(width: 3, height: 300), list: list).encoded()
    let expected: [UInt8] =
      [0x43, 0x44, 0x4c, 3, 59, 0, 0, 0, 3, 0, 0, 0, 44, 1, 0, 0, 255, 255, 255, 255]
      + [0, 0, 0, 0, 1, 0, 0, 0]
      + [0, 5, 2, 0] + [0, 9, 8, 7, 6] + [1, 3, 0, 0, 0, 0, 1, 4]
      // Zigzag encoding: 65536 and 131072 become 2^17 and 2^18, 0 stays 0, −262144 becomes 2^19 − 1.
      + [0x80, 0x80, 0x08, 0x80, 0x80, 0x10, 0x00, 0xff, 0xff, 0x1f]
    #expect(Array(bytes.dropLast(4)) == expected)
    #expect(Array(bytes.suffix(4)) == [76, 224, 132, 81], "differs from zlib's crc32")
  }

  @Test("the checksum is the CRC-32 of PNG and gzip")
  func checksum() {
    let sum = Array("123456789".utf8).withUnsafeBytes { CRC32().sum(of: $0) }
    #expect(sum == 0xcbf4_3926)
  }

  @Test("a recording truncated at any byte is rejected, as is one that is too long")
  func cut() throws {
    let bytes = try recording(seed: 3).encoded()
    for length in 0..<bytes.count {
      let error = #expect(throws: DisplayListRecordingError.self) { try DisplayListRecording(decoding: Array(bytes[..<length])) }
      switch error {
      case .notARecording: #expect(length < 3)
      case .truncated(let count, _): #expect(count == length && length >= 3)
      default: Issue.record("\(length) bytes: \(String(describing: error))")
      }
    }
    #expect(throws: DisplayListRecordingError.tooLong(byteCount: bytes.count + 1, expected: bytes.count)) {
      try DisplayListRecording(decoding: bytes + [0])
    }
  }

  @Test("a recording with any one bit flipped is rejected")
  func flipped() throws {
    var bytes = try DisplayListRecording(
      size: PixelSize(width: 9, height: 9), list: .random(seed: 5, width: 9, height: 9, count: 6)
    )
    .encoded()
    for bit in 0..<(bytes.count * 8) {
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: DisplayListRecordingError.self) { try DisplayListRecording(decoding: bytes) }
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    }
  }

  @Test("another version is reported as later or earlier, whatever follows")
  func laterVersion() throws {
    var bytes = try recording(seed: 1).encoded()
    bytes[3] = 4
    #expect(throws: DisplayListRecordingError.laterVersion(4)) { try DisplayListRecording(decoding: bytes) }
    #expect(throws: DisplayListRecordingError.laterVersion(4)) { try DisplayListRecording(decoding: Array(bytes[..<9])) }
    bytes[3] = 1
    #expect(throws: DisplayListRecordingError.earlierVersion(1)) { try DisplayListRecording(decoding: bytes) }
  }

  @Test("random bytes with a valid checksum are rejected or drawn, and encoded as the same bytes")
  func nonsense() throws {
    var generator = SplitMix64(seed: 8)
    let whole = try DisplayListRecording(
      size: PixelSize(width: 16, height: 12), list: .randomOfEverything(seed: 2, width: 16, height: 12)
    ).encoded()
    let renderer = Renderer()
    var (refused, read) = (0, 0)
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        bytes[.random(in: 16..<(bytes.count - 4), using: &generator)] = .random(in: 0...255, using: &generator)
      }
      DisplayListRecording.seal(&bytes)
      do {
        let recording = try DisplayListRecording(decoding: bytes)
        read += 1
        #expect(try recording.encoded() == bytes)
        let canvas = Canvas(width: 16, height: 12)
        canvas.draw(recording.list, renderer: renderer)
      } catch {
        guard case .badValue(let offset, _) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect((16..<bytes.count).contains(offset))
        refused += 1
      }
    }
    #expect(refused > 100 && read > 100)
  }

  @Test("values that the format cannot represent are rejected on encoding")
  func tooLarge() throws {
    #expect(throws: DisplayListRecordingError.tooLarge(.frameSize)) {
      try DisplayListRecording(size: PixelSize(width: 0, height: 5), list: DisplayList()).encoded()
    }
    let strip = Image(size: PixelSize(width: 8193, height: 1)) { _ in }
    var list = DisplayList()
    list.draw(strip)
    #expect(throws: DisplayListRecordingError.tooLarge(.imageSize)) {
      try DisplayListRecording(size: PixelSize(width: 5, height: 5), list: list).encoded()
    }
    list.removeAll()
    list.append(.beginMask(.alpha))
    #expect(throws: DisplayListRecordingError.tooLarge(.nesting)) {
      try DisplayListRecording(size: PixelSize(width: 5, height: 5), list: list).encoded()
    }
  }

  @Test("an image that is drawn several times is encoded once")
  func imageOnce() throws {
    let image = Image(size: PixelSize(width: 30, height: 30)) { _ in }
    var list = DisplayList()
    list.draw(image)
    let once = try DisplayListRecording(size: PixelSize(width: 5, height: 5), list: list).encoded()
    list.draw(image)
    list.fill(Path(), with: .image(ImagePattern(image)))
    let thrice = try DisplayListRecording(size: PixelSize(width: 5, height: 5), list: list).encoded()
    #expect(once.count > 3600 && thrice.count - once.count < 100)
    let read = try DisplayListRecording(decoding: thrice).list.items
    guard case .image(let first, _, _) = read[0].content, case .image(let second, _, _) = read[1].content,
      case .image(let third) = read[2].content.paint
    else {
      Issue.record("not what was written")
      return
    }
    #expect(first == second && first == third.image)
  }

  @Test("a decoded image has its mipmaps and is drawn the same when scaled down")
  func mipmaps() throws {
    var generator = SplitMix64(seed: 77)
    let image = Image(size: PixelSize(width: 61, height: 47)) { pixels in
      for index in pixels.indices { pixels[index] = generator.color(opaque: true).premultiplied }
    }
    func recording(_ image: Image) -> DisplayListRecording {
      var list = DisplayList()
      list.draw(image, transform: Homography(.scale(x: 0.21, y: 0.3)), filter: .trilinear)
      let pattern = ImagePattern(image, transform: .scale(x: 0.1, y: 0.1), filter: .trilinear)
      list.fill(Path(rect: Rect(x: 15, y: 2, width: 20, height: 20)), with: .image(pattern))
      return DisplayListRecording(size: PixelSize(width: 40, height: 30), list: list)
    }
    let (with, without) = (recording(image.withMipmaps()), recording(image))
    let (bytes, other) = (try with.encoded(), try without.encoded())
    let read = try DisplayListRecording(decoding: bytes)
    #expect(bytes.count == other.count && bytes != other)
    #expect(pixels(of: read) == pixels(of: with) && pixels(of: read) != pixels(of: without))
    #expect(pixels(of: try DisplayListRecording(decoding: other)) == pixels(of: without))
    #expect(try read.encoded() == bytes)
    // An image of one pixel has no mipmaps, and the flag is 0 or 1.
    for (side, flag, isRead) in [(1, 0, true), (1, 1, false), (2, 1, true), (2, 2, false)] as [(Int, UInt8, Bool)] {
      var list = DisplayList()
      list.draw(Image(size: PixelSize(width: side, height: side)) { _ in })
      var bytes = try DisplayListRecording(size: PixelSize(width: 4, height: 4), list: list).encoded()
      bytes[bytes.count - 5 - side * side * 4] = flag
      DisplayListRecording.seal(&bytes)
      #expect(((try? DisplayListRecording(decoding: bytes)) != nil) == isRead, "\(side) \(flag)")
    }
  }

  @Test("empty images are encoded and decoded, and draw the same")
  func emptyImages() throws {
    let (empty, other) = (
      Image(size: PixelSize(width: 0, height: 7)) { _ in }, Image(size: PixelSize(width: 7, height: 0)) { _ in }
    )
    var list = DisplayList()
    list.draw(empty)
    list.draw(
      other.withMipmaps(), insets: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1), over: Rect(x: 0, y: 0, width: 9, height: 9))
    list.fill(Path(rect: Rect(x: 1, y: 1, width: 5, height: 5)), with: .image(ImagePattern(empty)))
    let original = DisplayListRecording(size: PixelSize(width: 12, height: 12), list: list)
    let bytes = try original.encoded()
    let read = try DisplayListRecording(decoding: bytes)
    #expect(read.list.count == original.list.count)
    #expect(try read.encoded() == bytes)
    #expect(pixels(of: read) == pixels(of: original))
  }

  @Test("a mask that is drawn twice is encoded once, with its position, and an empty one is preserved")
  func masks() throws {
    let mask = CoverageMask(bounds: PixelRect(minX: -4, minY: 3, maxX: 36, maxY: 33)) { coverages in
      for index in coverages.indices { coverages[index] = UInt8(truncatingIfNeeded: index * 7) }
    }
    var list = DisplayList()
    list.fill(mask, with: .color(.black))
    let once = try DisplayListRecording(size: PixelSize(width: 40, height: 40), list: list).encoded()
    list.fill(mask, with: .color(.white), transform: .translation(x: 3, y: 1.5))
    list.fill(CoverageMask(Path()), with: .color(.white))
    let original = DisplayListRecording(size: PixelSize(width: 40, height: 40), list: list)
    let bytes = try original.encoded()
    #expect(once.count > 1200 && bytes.count - once.count < 200)
    let read = try DisplayListRecording(decoding: bytes)
    #expect(try read.encoded() == bytes)
    #expect(pixels(of: read) == pixels(of: original))
    guard case .shape(.mask(let first), _, _) = read.list.items[0].content,
      case .shape(.mask(let second), _, _) = read.list.items[1].content
    else {
      Issue.record("not what was written")
      return
    }
    #expect(first == second && first.bounds == mask.bounds)
    // A position at which the mask would extend beyond 32-bit numbers.
    var far = once
    far.replaceSubrange((once.count - 4 - 1200 - 16)..<(once.count - 4 - 1200 - 12), with: [0xff, 0xff, 0xff, 0x7f])
    DisplayListRecording.seal(&far)
    let error = #expect(throws: DisplayListRecordingError.self) { try DisplayListRecording(decoding: far) }
    if case .badValue(_, .maskPosition) = error {} else { Issue.record("\(String(describing: error))") }
    // Widths for which the coverages are too few or too many.
    for width: UInt8 in [0, 39, 41, 255] {
      var damaged = once
      damaged[once.count - 4 - 1200 - 8] = width
      DisplayListRecording.seal(&damaged)
      #expect(throws: DisplayListRecordingError.self) { try DisplayListRecording(decoding: damaged) }
    }
  }

  @Test("the fuzzer's corpus is decoded, and encoded as the same bytes", arguments: seeds.prefix(8))
  func corpus(seed: UInt64) throws {
    let folder = TestEnvironment.packageFolder.appending(path: "Tests/Fuzz/corpus/recording")
    let file = folder.appending(path: "\(seed).cdl")
    if TestEnvironment.recordsFrames {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let list = DisplayList.randomOfEverything(seed: seed, width: 61, height: 47, count: 5)
      try Data(DisplayListRecording(size: PixelSize(width: 61, height: 47), list: list).encoded()).write(to: file)
    }
    let bytes = Array(try Data(contentsOf: file))
    #expect(try DisplayListRecording(decoding: bytes).encoded() == bytes)
  }
}
