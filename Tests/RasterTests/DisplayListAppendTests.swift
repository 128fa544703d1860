import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite("Appending display lists")
struct DisplayListAppendTests {
  private static let size = PixelSize(width: 131, height: 77)

  private func bytes(_ list: DisplayList) -> [UInt8] {
    let canvas = Canvas(width: Self.size.width, height: Self.size.height)
    canvas.draw(list)
    return canvas.bytes
  }

  /// Returns the corners of a pixel clip, moved.
  private func moved(_ clip: PixelClip, _ x: Scalar, _ y: Scalar) -> PixelClip {
    func point(_ corner: Point) -> Point { Point(x: corner.x + x, y: corner.y + y) }
    let corners = clip.corners
    return PixelClip(point(corners.0), point(corners.1), point(corners.2), point(corners.3))
  }

  @Test("an appended list refers to its own paths, paints and transforms", arguments: 1...12 as ClosedRange<UInt64>)
  func ownReferences(seed: UInt64) {
    let first = DisplayList.random(seed: seed, width: Self.size.width, height: Self.size.height)
    let second = DisplayList.random(seed: seed + 100, width: Self.size.width, height: Self.size.height)
    for (x, y) in [(0, 0), (17, -9)] as [(Scalar, Scalar)] {
      let transform = Homography.translation(x: x, y: y)
      var appended = first
      appended.append(second, transform: transform)
      let items = second.items.map { item in
        var item = item
        item.transform = item.transform.concatenating(transform)
        if item.clip >= 0 { item.clip += Int32(first.clips.count) }
        return item
      }
      let whole = DisplayList(items: first.items + items, clips: first.clips + second.clips.map { moved($0, x, y) })
      let (drawn, expected) = (bytes(appended), bytes(whole))
      #expect(drawn == expected, "moved by \(x), \(y)")
    }
  }

  @Test("a clip without items leaves nothing behind")
  func emptyClip() {
    var list = DisplayList()
    list.fill(Path(rect: Rect(x: 3, y: 3, width: 50, height: 50)), with: .color(.red))
    let before = bytes(list)
    for _ in 0..<3 {
      let clip = list.open(.beginClip(Path(rect: Rect(x: 0, y: 0, width: 9, height: 9)), .nonZero))
      list.closeClip(clip)
    }
    #expect(list.count == 1)
    let after = bytes(list)
    #expect(after == before)
  }
}
