/// A list of the shapes, images, groups and clips of one frame, back to front.
///
/// The renderer draws nothing but display lists. A display list is a value that can be passed to other
/// threads.
///
/// ``removeAll()`` keeps the list's storage. So a list that is refilled every frame allocates nothing once it
/// has held its largest frame.
public struct DisplayList: Sendable {
  package private(set) var items: [Item] = []
  package private(set) var clips: [PixelClip] = []
  private var currentClip: Int32 = -1
  /// The indices of the groups, clips and masks that have begun and not ended.
  ///
  /// Items that a body adds are inside these groups, clips and masks.
  private var open: [Int] = []

  public init() {}

  /// Creates a list from decoded items. Every item's clip is an index into `clips`, or −1 for no clip.
  package init(items: [Item], clips: [PixelClip]) {
    (self.items, self.clips) = (items, clips)
  }

  public var isEmpty: Bool { items.isEmpty }

  /// The number of items in the list. A group, a clip or a mask counts as two items: its begin and its end.
  public var count: Int { items.count }

  /// Removes all items and keeps the list's storage.
  public mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    clips.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    currentClip = -1
  }

  /// Adds an item inside the current pixel clip.
  package mutating func append(_ content: Content, transform: Homography = .identity) {
    items.append(Item(content, transform: transform, clip: currentClip))
  }

  // MARK: Brackets

  /// The begin of a group, a clip or a mask.
  package enum Opening {
    case beginGroup
    case beginClip(Path, FillRule)
    case beginMask(MaskKind)
  }

  /// The end of a group, a clip or a mask.
  package enum Closing {
    case endGroup, endClip, endMask

    fileprivate var bracket: Bracket {
      switch self {
      case .endGroup: .group
      case .endClip: .clip
      case .endMask: .mask
      }
    }
  }

  /// Adds a begin, the items of `body`, and the matching end.
  ///
  /// If `body` empties or replaces the list, the begin is removed too. Then no end is added.
  mutating func bracket(
    _ opening: Opening, _ closing: Closing, transform: Homography = .identity, opacity: UInt8 = 255, blend: BlendMode = .normal,
    _ body: (inout DisplayList) -> Void
  ) {
    let index = open(opening, transform: transform, opacity: opacity, blend: blend)
    body(&self)
    close(index, closing)
  }

  /// Begins a group, a clip or a mask, for callers that do not add its items in a closure.
  ///
  /// - Parameters:
  ///   - transform: The map from a clip's path to the screen's points.
  ///   - opacity: A group's opacity. Clips and masks have no opacity.
  ///   - blend: A group's blend mode. Clips and masks have no blend mode.
  /// - Returns: The index to pass to ``close(_:_:)``.
  package mutating func open(
    _ opening: Opening, transform: Homography = .identity, opacity: UInt8 = 255, blend: BlendMode = .normal
  ) -> Int {
    let index = items.count
    open.append(index)
    switch opening {
    case .beginGroup: append(.beginGroup(Compositing(opacity: opacity, blend: blend)), transform: transform)
    case .beginClip(let path, let rule): append(.beginClip(path, rule), transform: transform)
    case .beginMask(let kind): append(.beginMask(kind), transform: transform)
    }
    return index
  }

  /// Ends the group, clip or mask that was opened at `index`.
  ///
  /// If the list was emptied or replaced since then, nothing is added.
  package mutating func close(_ index: Int, _ closing: Closing) {
    guard open.last == index, items[index].content.bracket == closing.bracket else { return }
    open.removeLast()
    switch closing {
    case .endGroup: append(.endGroup(items[index].content.compositing ?? Compositing()))
    case .endClip: append(.endClip)
    case .endMask: append(.endMask)
    }
  }

  /// Ends the group that was opened at `index`, or removes the group if it is not needed.
  ///
  /// An empty group is removed. A group around a single shape is removed, and its opacity and blend mode pass
  /// to the shape. A group whose blend mode changes uncovered pixels is never removed.
  package mutating func closeGroup(_ index: Int) {
    guard open.last == index, case .beginGroup(let group) = items[index].content else { return }
    switch items.count - index - 1 {
    case _ where group.blend.affectsUncoveredPixels:
      close(index, .endGroup)
    case 0:
      open.removeLast()
      items.removeLast()
    case 1:
      guard let single = items[index + 1].content.compositing, single.blend == .normal else { return close(index, .endGroup) }
      open.removeLast()
      items.remove(at: index)
      items[index].content.compositing = Compositing(
        opacity: UInt8(truncatingIfNeeded: product255(UInt32(single.opacity), UInt32(group.opacity))), blend: group.blend)
    default:
      close(index, .endGroup)
    }
  }

  /// Ends the clip that was opened at `index`. If the clip is empty, it is removed instead.
  package mutating func closeClip(_ index: Int) {
    guard open.last == index, items.count == index + 1 else { return close(index, .endClip) }
    open.removeLast()
    items.removeLast()
  }

  /// The list without the begins of groups, clips and masks that have not ended.
  ///
  /// A copy of the list that is taken inside a group's body has such a begin.
  package var balanced: DisplayList {
    if open.isEmpty { return self }
    var begins = open[...]
    var complete: [Item] = []
    complete.reserveCapacity(items.count)
    for index in items.indices {
      if index == begins.first { begins.removeFirst() } else { complete.append(items[index]) }
    }
    return DisplayList(items: complete, clips: clips)
  }

  // MARK: Pixel clips

  /// Adds items that are drawn only into the pixels of a pixel clip.
  ///
  /// Of nested pixel clips, only the innermost counts.
  ///
  /// A frame can use at most 2^25 ÷ height pixel clips, where height is the frame's height in pixels. For a
  /// height of 800 pixels, that is some 40,000. Items inside any further pixel clip are not drawn.
  public mutating func clipped(to clip: PixelClip, _ body: (inout DisplayList) -> Void) {
    let outer = currentClip < 0 ? nil : clips[Int(currentClip)]
    currentClip = index(of: clip)
    body(&self)
    // The body may have emptied or replaced the list.
    currentClip = outer.map { index(of: $0) } ?? -1
  }

  /// Adds copies of the items of `range`, which are drawn only into the pixels of `clip`.
  ///
  /// - Precondition: Every group, clip and mask that begins in the range ends in it. The range's items have
  ///   no pixel clips of their own.
  package mutating func repeatItems(_ range: Range<Int>, within clip: PixelClip?) {
    let clipIndex = clip.map { self.index(of: $0) } ?? -1
    for index in range {
      var item = items[index]
      item.clip = clipIndex
      items.append(item)
    }
  }

  /// Limits items of `range` to the pixels of `clip`. Items that already have a pixel clip keep that clip.
  package mutating func clipItems(_ range: Range<Int>, to clip: PixelClip) {
    let clipIndex = self.index(of: clip)
    for index in range where items[index].clip < 0 { items[index].clip = clipIndex }
  }

  private mutating func index(of clip: PixelClip) -> Int32 {
    // A map uses the same few clips for every kind of feature.
    if let known = clips.suffix(64).lastIndex(of: clip) { return Int32(truncatingIfNeeded: known) }
    clips.append(clip)
    return Int32(truncatingIfNeeded: clips.count - 1)
  }
}
