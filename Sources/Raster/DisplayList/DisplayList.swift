/// A list of everything that is drawn in a frame: shapes, images, groups, clips and masks.
///
/// The items are ordered from back to front. A ``Renderer`` draws the list. A display list is a value that
/// can be passed to other threads.
///
/// ``removeAll()`` keeps the list's storage. So a list that is emptied and filled again for each frame
/// allocates memory only if a frame needs more than the frames before.
public struct DisplayList: Sendable {
  package internal(set) var items: [Item] = []
  package private(set) var clips: [PixelClip] = []
  private(set) var currentClip: Int32 = -1
  /// The indices of the groups, clips and masks that have begun and not ended.
  ///
  /// Items that a body adds are inside these groups, clips and masks.
  private var open: [Int] = []

  /// Creates an empty display list.
  public init() {}

  /// Creates a list from decoded items. The `clip` of every item is an index into `clips`, or −1 for no clip.
  package init(items: [Item], clips: [PixelClip]) {
    (self.items, self.clips) = (items, clips)
  }

  /// Whether the list has no items.
  public var isEmpty: Bool { items.isEmpty }

  /// The number of items in the list. A group of three shapes counts as five items: the group's start, the
  /// three shapes, and the group's end. Clips and masks also have a start and an end.
  public var count: Int { items.count }

  /// Removes all items from the list but keeps the list's storage for later use.
  public mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    clips.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    currentClip = -1
  }

  /// Adds an item that the current pixel clip limits, if there is a current pixel clip.
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

  /// Begins a group, a clip or a mask. Callers use this method if they do not add the content in a closure.
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
  /// If the list was emptied or replaced since the opening, nothing is added.
  package mutating func close(_ index: Int, _ closing: Closing) {
    guard open.last == index, items[index].content.bracket == closing.bracket else { return }
    open.removeLast()
    switch closing {
    case .endGroup: append(.endGroup(items[index].content.compositing ?? Compositing()))
    case .endClip: append(.endClip)
    case .endMask: append(.endMask)
    }
  }

  /// Ends the group that was opened at `index`, or removes the group's begin if the group is not needed.
  ///
  /// An empty group is removed. A group around a single shape or image with the normal blend mode is removed
  /// too. The group's opacity and blend mode then pass to the shape or image. A group is never removed if its
  /// blend mode changes uncovered pixels.
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

  /// Ends the clip that was opened at `index`. If the clip has no items, the clip is removed instead.
  package mutating func closeClip(_ index: Int) {
    guard open.last == index, items.count == index + 1 else { return close(index, .endClip) }
    open.removeLast()
    items.removeLast()
  }

  /// A copy of the list without the begins of those groups, clips and masks that have not ended.
  ///
  /// If a list is copied inside the body of a group, the copy has such a begin.
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

  /// Adds the items of `body`, clipped to the pixels of `clip`. The edge of the clip is not antialiased.
  ///
  /// If pixel clips are nested, only the innermost pixel clip has an effect.
  ///
  /// The number of pixel clips in a frame is limited. The limit is 2^25 divided by the frame's height in
  /// pixels, such as 41,943 for a height of 800. Items inside pixel clips beyond the limit are not drawn.
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

  mutating func index(of clip: PixelClip) -> Int32 {
    // A map uses the same few clips for every kind of feature.
    if let known = clips.suffix(64).lastIndex(of: clip) { return Int32(truncatingIfNeeded: known) }
    clips.append(clip)
    return Int32(truncatingIfNeeded: clips.count - 1)
  }
}
