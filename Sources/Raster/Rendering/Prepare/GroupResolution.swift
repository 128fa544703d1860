/// Works out what groups, clips and masks touch, and what is left of each item inside them.
///
/// One walk over a frame's prepared items, before they are binned, so that a band in which a group shows nothing does not hear of it.
struct GroupResolution: ~Copyable {
  /// So many groups, masks and clips may be open inside each other; a group or clip deeper than this is drawn as if it were not there (a clip as its
  /// bounding box), a mask's drawing is left out.
  static let maximumDepth = 64

  struct OpenBracket: BitwiseCopyable {
    /// Where it begins in the list.
    var begin: Int
    /// What may be touched inside.
    var allowed: PixelBounds
    /// What was touched so far.
    var covered: PixelBounds
    var isIgnored: Bool
  }

  private var open = GrowingBuffer<OpenBracket>(capacity: 16)

  /// Sets ``PreparedItem/visible`` of every item.
  ///
  /// - Parameter clips: what each region of whole pixels owns, if it is upright; shapes are cut to it and have no region then.
  /// - Returns: how many levels are open at most.
  mutating func resolve(
    _ items: UnsafeMutablePointer<PreparedItem>, count: Int, screen: PixelBounds, clips: UnsafePointer<PreparedClip>
  ) -> Int {
    open.count = 0
    var deepest = 0
    var depth = 0
    for index in 0..<count {
      let item = items + index
      let allowed = open.count == 0 ? screen : open.base[open.count &- 1].allowed
      switch item.pointee.role {
      case .shape:
        var visible = item.pointee.kind == .nothing ? PixelBounds.empty : item.pointee.bounds.intersection(allowed)
        if item.pointee.clip >= 0, let owned = clips[Int(item.pointee.clip)].rect {
          visible = visible.intersection(owned)
          item.pointee.clip = -1
          item.pointee.isOccluder = item.pointee.isOpaqueRectangle
        }
        item.pointee.visible = visible
        if open.count > 0 {
          item.pointee.isOccluder = false
          open.base[open.count &- 1].covered = open.base[open.count &- 1].covered.union(visible)
        }
      case .beginGroup, .beginClip, .beginMask:
        var next = OpenBracket(begin: index, allowed: allowed, covered: .empty, isIgnored: depth >= Self.maximumDepth)
        if item.pointee.role == .beginClip {
          next.allowed = item.pointee.kind == .nothing ? .empty : allowed.intersection(item.pointee.bounds)
          // Whole pixels need no more than that.
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

  private mutating func close(_ closed: OpenBracket, at end: Int, in items: UnsafeMutablePointer<PreparedItem>) {
    let outer = open.count &- 1
    var touched = closed.covered
    switch items[end].role {
    case .endGroup:
      if !items[end].blend.preservesUncoveredPixels { touched = closed.allowed }
    case .endMask:
      items[end].maskKind = items[closed.begin].maskKind
      touched = outer >= 0 ? open.base[outer].covered : .empty
      // Nothing of the mask may be drawn where its level was not opened; in one that is ignored there is nothing to draw.
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

extension BlendMode {
  /// Whether the mode leaves pixels as they are where what is drawn is transparent.
  var preservesUncoveredPixels: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop: false
    default: true
    }
  }

  /// Whether a paler paint does what less coverage does: the result is linear in what is drawn.
  var isLinearInAlpha: Bool { preservesUncoveredPixels && self != .plusLighter }
}
