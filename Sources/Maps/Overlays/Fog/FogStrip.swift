import CartoucheRaster

/// Sixteen adjacent squares of fog in a row. The squares that have been in view share one coverage mask.
///
/// A strip has one mask instead of sixteen so that the mask's rows are contiguous in memory, in the order of
/// drawing. All masks of a frame together are too large to stay in the CPU's cache until the next frame.
final class FogStrip {
  static let sideBits: Int64 = 7
  /// The width and height of a square, in pixels.
  static let side = 1 << Int(sideBits)
  static let countBits: Int64 = 4

  /// A square of the strip that has been sampled.
  struct Square {
    var content: FogSampler.Content
    /// The part of the map that is visible in the square.
    var rect: MapRect
    /// The clearness of a mixed square's pixels, and of one more pixel on each side. The array is emptied
    /// when the pixels are copied into the mask.
    var clearness: [UInt8]
  }

  /// The index of the strip's first square in its row of the map.
  let first: Int64
  /// The coverage of each pixel from the first to the last square that was ever visible, and of one more
  /// pixel on each side. While no square is mixed, the mask is nil.
  private(set) var mask: CoverageMask?
  private var squares = [Square?](repeating: nil, count: 1 << Int(countBits))
  /// The indices of the squares that ``mask`` contains.
  private var shown: ClosedRange<Int>?
  /// The number of the frame in which the strip was last in view.
  var frame = 0

  init(first: Int64) {
    self.first = first
  }

  /// Samples the squares of `columns` that have not been sampled yet.
  func complete(_ columns: ClosedRange<Int64>, _ content: (_ column: Int64) -> Square) {
    let required = indices(of: columns)
    var hasChanged = false
    for index in required where squares[index] == nil {
      squares[index] = content(first + Int64(index))
      hasChanged = true
    }
    if hasChanged { rebuildMask(required) }
  }

  /// Discards the samples of the squares that show a part of `rect`.
  func invalidate(_ rect: MapRect) {
    for index in squares.indices where squares[index]?.rect.intersects(rect) == true { squares[index] = nil }
  }

  /// Returns the content that all sampled squares of `columns` have in common. If the squares differ, the
  /// method returns mixed.
  func content(of columns: ClosedRange<Int64>) -> FogSampler.Content {
    let indices = indices(of: columns)
    let content = squares[indices.lowerBound]?.content ?? .clear
    return indices.allSatisfy { squares[$0]?.content == content } ? content : .mixed
  }

  private func indices(of columns: ClosedRange<Int64>) -> ClosedRange<Int> {
    Int(columns.lowerBound - first)...Int(columns.upperBound - first)
  }

  /// Rebuilds the mask from the previous mask and the newly sampled squares.
  private func rebuildMask(_ required: ClosedRange<Int>) {
    let range = shown.map { min($0.lowerBound, required.lowerBound)...max($0.upperBound, required.upperBound) } ?? required
    let (old, oldRange) = (mask, shown ?? required)
    shown = range
    let content = squares[required.lowerBound]?.content
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
        // With the extra pixel at the ends of the strip.
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
