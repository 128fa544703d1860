/// A pixel clip of the frame's display list.
struct PreparedClip: BitwiseCopyable {
  /// The clip's pixels, if it is upright.
  var rect: PixelRect32?
  /// The index of the clip's rows among those that are written; −1 while they are not.
  var rows: Int32 = -1
}

/// The pixel clips of a frame, computed once for every row of the screen.
struct PixelClipPreparation: ~Copyable {
  /// The limit of numbers in ``rows``: 256 MB.
  private static let maximumRowNumbers = 1 << 26

  /// The clips of the list and, last, an empty one in place of those beyond the limit.
  private(set) var clips = GrowingBuffer<PreparedClip>()
  /// For each clip that an item still needs, its first column and the one after its last, row by row.
  private(set) var rows = GrowingBuffer<Int32>()
  private var height = 0

  /// The distance in ``rows`` from one clip to the next: two numbers for every row of the screen.
  var stride: Int { height * 2 }

  /// The number of the list's clips that fit the limit: also the index of the empty clip.
  static func usableCount(of list: DisplayList, size: PixelSize) -> Int {
    min(list.clips.count, maximumRowNumbers / (size.height * 2))
  }

  /// Finds the upright clips of a list.
  mutating func prepare(_ list: DisplayList, size: PixelSize) {
    height = size.height
    let count = Self.usableCount(of: list, size: size)
    clips.count = 0
    clips.reserve(count + 1)
    for clip in list.clips.prefix(count) { clips.append(PreparedClip(rect: clip.pixelRect(on: size))) }
    clips.append(PreparedClip())
  }

  /// Writes the rows of the clips that items still have, and makes those items refer to the rows.
  mutating func writeRows(
    of list: DisplayList, for items: UnsafeMutablePointer<PreparedItem>, count itemCount: Int, size: PixelSize
  ) {
    // First the number of clips, so that the memory is no larger than needed.
    var count: Int32 = 0
    for index in 0..<itemCount where items[index].clip >= 0 {
      let item = items + index
      guard item.pointee.role == .shape || item.pointee.role == .endGroup else {
        item.pointee.clip = -1
        continue
      }
      let clip = clips.base + Int(item.pointee.clip)
      if clip.pointee.rows < 0 {
        clip.pointee.rows = count
        count += 1
      }
      item.pointee.clip = clip.pointee.rows
    }
    rows.count = 0
    rows.reserve(Int(count) * stride)
    for index in 0..<clips.count where clips.base[index].rows >= 0 {
      let clipRows = rows.base + Int(clips.base[index].rows) * stride
      if index < clips.count - 1 {
        list.clips[index].write(rowsOf: size, to: clipRows)
      } else {
        clipRows.update(repeating: 0, count: stride)
      }
    }
  }
}
