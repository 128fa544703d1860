import CartoucheRaster

/// Sixteen squares of a fog beside each other, those of them that have been in view, as one mask.
///
/// One mask and not sixteen: what is drawn of it, row by row, lies in memory as it is read, and all that a frame draws is too much to be found there again in the next.
final class FogStrip {
  static let sideBits: Int64 = 7
  /// Pixels of a square each way.
  static let side = 1 << Int(sideBits)
  static let countBits: Int64 = 4

  /// A square that has been looked at.
  struct Square {
    var content: FogSampler.Content
    /// What of the map can be seen in it.
    var rect: MapRect
    /// Of one that is mixed its pixels and one more on every side; until they are in the mask.
    var clearness: [UInt8]
  }

  /// The number of the first of them in the map's row.
  let first: Int64
  /// How much of each pixel is covered, and of one more on every side, in the squares from the first that was ever seen to the last; nil while none of them is mixed.
  private(set) var mask: CoverageMask?
  private var squares = [Square?](repeating: nil, count: 1 << Int(countBits))
  /// Those that ``mask`` shows.
  private var shown: ClosedRange<Int>?
  /// When it was last in view.
  var frame = 0

  init(first: Int64) {
    self.first = first
  }

  /// Has squares looked at that have not been yet.
  func complete(_ columns: ClosedRange<Int64>, _ content: (_ column: Int64) -> Square) {
    let wanted = indices(of: columns)
    var isOther = false
    for index in wanted where squares[index] == nil {
      squares[index] = content(first + Int64(index))
      isOther = true
    }
    if isOther { remake(wanted) }
  }

  /// Forgets the squares that show some of `rect`.
  func forget(_ rect: MapRect) {
    for index in squares.indices where squares[index]?.rect.intersects(rect) == true { squares[index] = nil }
  }

  /// What there is in squares that have been looked at.
  func content(of columns: ClosedRange<Int64>) -> FogSampler.Content {
    let indices = indices(of: columns)
    let content = squares[indices.lowerBound]?.content ?? .clear
    return indices.allSatisfy { squares[$0]?.content == content } ? content : .mixed
  }

  private func indices(of columns: ClosedRange<Int64>) -> ClosedRange<Int> {
    Int(columns.lowerBound - first)...Int(columns.upperBound - first)
  }

  /// Puts the mask together from what the last one has and what was looked at since.
  private func remake(_ wanted: ClosedRange<Int>) {
    let range = shown.map { min($0.lowerBound, wanted.lowerBound)...max($0.upperBound, wanted.upperBound) } ?? wanted
    let (old, oldRange) = (mask, shown ?? wanted)
    shown = range
    let content = squares[wanted.lowerBound]?.content
    guard range.contains(where: { squares[$0].map { $0.content == .mixed || $0.content != content } ?? false }) else {
      mask = nil
      return
    }
    let (side, height) = (Self.side, Self.side + 2)
    let bounds = PixelRect(
      minX: range.lowerBound * side - 1, minY: -1, maxX: (range.upperBound + 1) * side + 1, maxY: side + 1)
    mask = CoverageMask(bounds: bounds) { coverages in
      for index in range {
        guard let square = squares[index] else { continue }
        // With the pixel beside it where there is no other square.
        let from = index * side - (index == range.lowerBound ? 1 : 0)
        let count = (index + 1) * side + (index == range.upperBound ? 1 : 0) - from
        for row in 0..<height {
          let to = UnsafeMutableBufferPointer(rebasing: coverages[(row * bounds.width + from - bounds.minX)...].prefix(count))
          if square.content == .covered {
            to.update(repeating: 255)
          } else if !square.clearness.isEmpty {
            let begin = row * height + from - (index * side - 1)
            for column in 0..<count { to[column] = 255 - square.clearness[begin + column] }
          } else if square.content == .mixed, let old, oldRange.contains(index) {
            let bytes = old.storage.bytes + (row * old.bounds.width + from - old.bounds.minX)
            _ = to.update(from: UnsafeBufferPointer(start: bytes, count: count))
          }
        }
      }
    }
    for index in range { squares[index]?.clearness = [] }
  }
}
