/// Checks that groups, clips and masks end in the reverse order of their beginnings, and that every mask is
/// directly in a group.
struct BracketValidator {
  private enum Level: UInt8 {
    case group, clip, mask
  }

  private var open: [Level] = []

  /// Whether every group, clip and mask has ended.
  var isClosed: Bool { open.isEmpty }

  /// Processes the next item's content.
  ///
  /// - Returns: False if the content is not allowed at this point.
  mutating func take(_ content: DisplayList.Content) -> Bool {
    switch content {
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
    case .shape, .image, .ninePatch:
      break
    }
    return true
  }
}

extension DisplayListRecording {
  /// The paint that a recording stores for items without a paint.
  static var unusedPaint: Paint { .color(.black) }
}

extension DisplayList.Content {
  /// The number of this kind of item in a recording.
  var number: UInt8 {
    switch self {
    case .shape(.fill, _, _): 0
    case .shape(.stroke, _, _): 1
    case .image: 2
    case .ninePatch: 3
    case .shape(.shadow, _, _): 4
    case .shape(.glyphs, _, _): 5
    case .beginGroup: 6
    case .endGroup: 7
    case .beginClip: 8
    case .endClip: 9
    case .beginMask: 10
    case .endMask: 11
    case .shape(.mask, _, _): 12
    }
  }
}
