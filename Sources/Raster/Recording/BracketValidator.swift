/// Checks that groups, clips and masks end in the reverse order of their beginnings, and that every mask is
/// directly in a group.
struct BracketValidator {
  private enum Level: UInt8 {
    case group, clip, mask
  }

  private var open: [Level] = []

  /// Whether every group, clip and mask has ended.
  var isClosed: Bool { open.isEmpty }

  /// Processes the next item's shape.
  ///
  /// - Returns: false if the shape is not allowed at this point.
  mutating func take(_ shape: DisplayList.Shape) -> Bool {
    switch shape {
    case .beginGroup:
      open.append(.group)
    case .beginClip:
      open.append(.clip)
    case .beginMask:
      guard open.last == .group else { return false }
      open.append(.mask)
    case .endGroup:
      return open.popLast() == .group
    case .endClip:
      return open.popLast() == .clip
    case .endMask:
      return open.popLast() == .mask
    case .fill, .stroke, .image, .ninePatch, .shadow, .glyphs, .mask:
      break
    }
    return true
  }
}

extension DisplayList.Shape {
  /// The number of this kind of item in a recording.
  var number: UInt8 {
    switch self {
    case .fill: 0
    case .stroke: 1
    case .image: 2
    case .ninePatch: 3
    case .shadow: 4
    case .glyphs: 5
    case .beginGroup: 6
    case .endGroup: 7
    case .beginClip: 8
    case .endClip: 9
    case .beginMask: 10
    case .endMask: 11
    case .mask: 12
    }
  }
}
