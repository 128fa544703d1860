import CartoucheRaster

/// The lengths and positions of a stack's items along the stack's axis.
struct StackArrangement {
  /// An item of a stack, seen along the axis.
  struct Item {
    /// The length that the item's content needs, in points.
    var length: Scalar
    /// The item's share of the room that is left, relative to the other items; 0 for none.
    var flexibility: Scalar
    /// The length to which the item shrinks if there is too little room.
    var minimumLength: Scalar
    /// The rank of the item among those that shrink. Items of the lowest rank shrink first.
    var compressionResistance: Scalar
    /// The smallest distance to the next item.
    var spacing: Scalar
  }

  /// A stretch of the axis.
  struct Span: Hashable {
    var start: Scalar
    var length: Scalar
  }

  var items: [Item]
  var distribution: Stack.Distribution

  /// The length that the items and the spacing between them need.
  var neededLength: Scalar {
    let lengths =
      distribution == .fillEqually
      ? (items.map(\.length).max() ?? 0) * items.count : items.reduce(Scalar.zero) { $0 + max($1.length, 0) }
    return lengths + totalSpacing
  }

  private var totalSpacing: Scalar { items.dropLast().reduce(Scalar.zero) { $0 + $1.spacing } }

  /// Returns the items' spans in an axis of the given length. All edges are at whole points.
  func spans(in length: Scalar) -> [Span] {
    guard !items.isEmpty else { return [] }
    let room = max(length - totalSpacing, 0)
    let lengths = self.lengths(in: room)
    let extra = max(room - lengths.reduce(.zero, +), 0)
    var starts: [Scalar] = []
    var position = Scalar.zero
    let gap = distribution == .equalSpacing && items.count > 1 ? extra / (items.count - 1) : 0
    for (index, item) in items.enumerated() {
      starts.append(position)
      position += lengths[index] + item.spacing + gap
    }
    if distribution == .equalCentering, let centered = centeredStarts(of: lengths, in: length) { starts = centered }
    return zip(starts, lengths).map { start, itemLength in
      let edge = Scalar(start.rounded)
      return Span(start: edge, length: max(Scalar((start + itemLength).rounded) - edge, 0))
    }
  }

  /// Returns the items' lengths if they share `room` without the spacing.
  private func lengths(in room: Scalar) -> [Scalar] {
    let needed = items.map { max($0.length, 0) }
    let sum = needed.reduce(.zero, +)
    switch distribution {
    case .fillEqually:
      return needed.map { _ in room / items.count }
    case .fillProportionally where sum > 0:
      return needed.map { room.scaled(by: $0, over: sum) }
    case .fillProportionally:
      return needed.map { _ in room / items.count }
    case .fill, .equalSpacing, .equalCentering:
      if sum > room { return shrunk(needed, by: sum - room) }
      let flexibility = items.reduce(Scalar.zero) { $0 + max($1.flexibility, 0) }
      guard distribution == .fill, flexibility > 0 else { return needed }
      return zip(needed, items).map { $0 + (room - sum).scaled(by: max($1.flexibility, 0), over: flexibility) }
    }
  }

  /// Returns the lengths after the items gave up `excess` of them, in the order of their resistances.
  private func shrunk(_ lengths: [Scalar], by excess: Scalar) -> [Scalar] {
    var (lengths, excess) = (lengths, excess)
    for resistance in Set(items.map(\.compressionResistance)).sorted() where excess > 0 {
      let slack = zip(lengths, items).map { length, item in
        item.compressionResistance == resistance ? max(length - max(item.minimumLength, 0), 0) : 0
      }
      let total = slack.reduce(.zero, +)
      guard total > 0 else { continue }
      let reduction = min(excess, total)
      for index in lengths.indices { lengths[index] -= reduction.scaled(by: slack[index], over: total) }
      excess -= reduction
    }
    return lengths
  }

  /// Returns positions with equal distances between the items' centers; nil if the items would come closer to
  /// each other than their spacing.
  private func centeredStarts(of lengths: [Scalar], in length: Scalar) -> [Scalar]? {
    guard lengths.count > 1, let first = lengths.first, let last = lengths.last else { return nil }
    let step = (length - (first + last) / 2) / (lengths.count - 1)
    let starts = lengths.enumerated().map { first / 2 + step * $0.offset - $0.element / 2 }
    for index in starts.indices.dropLast()
    where starts[index] + lengths[index] + items[index].spacing > starts[index + 1] { return nil }
    return starts
  }
}

extension Scalar {
  /// Returns the value multiplied by `part` and divided by `total`, without overflow in between.
  func scaled(by part: Scalar, over total: Scalar) -> Scalar {
    Scalar(saturating: Int128(rawValue) * Int128(part.rawValue) / Int128(total.rawValue > 0 ? total.rawValue : 1))  // ≤ 2^126
  }
}
