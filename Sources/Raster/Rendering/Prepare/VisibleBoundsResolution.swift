/// Finds the pixels that groups, clips and masks touch, and the visible part of each item inside them.
///
/// All prepared items of a frame are visited once, before they are binned. So a band in which a group shows
/// nothing does not contain the group.
struct VisibleBoundsResolution: ~Copyable {
  /// The number of groups, masks and clips that may be nested.
  ///
  /// If a group is nested deeper, its items are drawn as if the group were not there. If a clip is nested
  /// deeper, its bounding box clips instead of its path. If a mask is nested deeper, its contents are not
  /// drawn.
  static let maximumDepth = 64

  struct OpenBracket: BitwiseCopyable {
    /// The index of the begin in the list.
    var begin: Int
    /// The pixels that may be touched inside.
    var allowed: PixelRect32
    /// The bounds of the pixels touched so far.
    var covered: PixelRect32
    var isIgnored: Bool
  }

  private var open = GrowingBuffer<OpenBracket>(capacity: 16)

  /// Sets ``PreparedItem/visible`` of every item.
  ///
  /// - Parameter clips: The pixel clips. An upright one cuts its shapes' bounds, and the shapes then have no
  ///   clip.
  /// - Returns: The greatest number of levels that are open at once.
  mutating func resolve(
    _ items: UnsafeMutablePointer<PreparedItem>, count: Int, screen: PixelRect32, clips: UnsafePointer<PreparedClip>
  ) -> Int {
    open.count = 0
    var deepest = 0
    var depth = 0
    for index in 0..<count {
      let item = items + index
      let allowed = open.count == 0 ? screen : open.base[open.count &- 1].allowed
      switch item.pointee.role {
      case .shape:
        var visible = item.pointee.kind == .nothing ? PixelRect32.empty : item.pointee.bounds.intersection(allowed)
        if item.pointee.clip >= 0, let clipRect = clips[Int(item.pointee.clip)].rect {
          visible = visible.intersection(clipRect)
          item.pointee.clip = -1
        }
        item.pointee.visible = visible
        // Clips to whole pixels are no levels: their shapes are drawn straight into the block.
        item.pointee.isOccluder = depth == 0 && item.pointee.clip < 0 && item.pointee.canHide
        if open.count > 0 {
          open.base[open.count &- 1].covered = open.base[open.count &- 1].covered.union(visible)
        }
      case .beginGroup, .beginClip, .beginMask:
        var next = OpenBracket(begin: index, allowed: allowed, covered: .empty, isIgnored: depth >= Self.maximumDepth)
        if item.pointee.role == .beginClip {
          next.allowed = item.pointee.kind == .nothing ? .empty : allowed.intersection(item.pointee.bounds)
          // For a clip to whole pixels its bounds are enough.
          next.isIgnored = next.isIgnored || item.pointee.kind == .rectangle
        } else if item.pointee.role == .beginMask && next.isIgnored {
          next.allowed = .empty
        }
        open.append(next)
        if !next.isIgnored { depth &+= 1 }
        deepest = max(deepest, depth)
      case .endGroup, .endClip, .endMask:
        guard open.count > 0 else {
          item.pointee.visible = .empty
          continue
        }
        open.count &-= 1
        let closed = open.base[open.count]
        if !closed.isIgnored { depth &-= 1 }
        close(closed, at: index, in: items)
      }
    }
    return deepest
  }

  /// Sets the visible pixels of a bracket's begin and end.
  private mutating func close(_ closed: OpenBracket, at end: Int, in items: UnsafeMutablePointer<PreparedItem>) {
    let outer = open.count &- 1
    var touched = closed.covered
    switch items[end].role {
    case .endGroup:
      if items[end].blend.affectsUncoveredPixels { touched = closed.allowed }
    case .endMask:
      items[end].maskKind = items[closed.begin].maskKind
      touched = outer >= 0 ? open.base[outer].covered : .empty
      // The mask must not be drawn outside its level; in an ignored mask there is nothing to draw.
      if !closed.isIgnored {
        for index in (closed.begin &+ 1)..<end { items[index].visible = items[index].visible.intersection(touched) }
      }
    default: break
    }
    if outer >= 0 && items[end].role != .endMask { open.base[outer].covered = open.base[outer].covered.union(touched) }
    if closed.isIgnored { touched = .empty }
    items[closed.begin].visible = touched
    items[end].visible = touched
  }
}
