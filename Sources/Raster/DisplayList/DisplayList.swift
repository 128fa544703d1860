/// A list of everything that is drawn in a frame: shapes, images, groups, clips and masks.
///
/// The items are ordered from back to front. A ``Renderer`` draws the list. A display list is a value that
/// can be passed to other threads.
///
/// ``removeAll()`` keeps the list's storage. So a list that is emptied and filled again for each frame
/// allocates memory only if a frame needs more than the frames before.
public struct DisplayList: Sendable {
  var packedItems: [PackedItem] = []
  var tables = Tables()
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
    packedItems.reserveCapacity(items.count)
    self.clips = clips
    for item in items { append(item.content, transform: item.transform, clip: item.clip) }
  }

  /// Creates a list of some of another list's items.
  private init(_ packedItems: [PackedItem], of list: DisplayList) {
    (self.packedItems, tables, clips) = (packedItems, list.tables, list.clips)
  }

  /// The items with everything that they refer to, for recordings and tests. The list stores its items in
  /// another form, so each use of this property makes a new array.
  package var items: [Item] { packedItems.map { tables.item($0) } }

  /// Whether the list has no items.
  public var isEmpty: Bool { packedItems.isEmpty }

  /// The number of items in the list. A group of three shapes counts as five items: the group's start, the
  /// three shapes, and the group's end. Clips and masks also have a start and an end.
  public var count: Int { packedItems.count }

  /// The number of points of the paths that the list fills and strokes.
  package var pointCount: Int {
    tables.paths.reduce(0) { $0 &+ $1.points.count } &+ tables.strokes.reduce(0) { $0 &+ $1.path.points.count }
  }

  /// Whether an item is composited with a blend mode other than ``BlendMode/normal``.
  package var usesBlendModes: Bool { packedItems.contains { $0.compositing.blend != .normal } }

  /// Removes all items from the list but keeps the list's storage for later use.
  public mutating func removeAll() {
    packedItems.removeAll(keepingCapacity: true)
    tables.removeAll()
    clips.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    currentClip = -1
  }

  /// Adds an item that the current pixel clip limits, if there is a current pixel clip.
  package mutating func append(_ content: Content, transform: Homography = .identity) {
    append(content, transform: transform, clip: currentClip)
  }

  private mutating func append(_ content: Content, transform: Homography, clip: Int32) {
    let packed: PackedContent =
      switch content {
      case .shape(let shape, let paint, _): .shape(tables.add(shape), tables.add(paint))
      case .image(let image, let filter, _): .image(tables.add(image), filter)
      case .ninePatch(let image, let insets, let rect, _):
        .ninePatch(tables.add(Tables.NinePatch(image: image, insets: insets, rect: rect)))
      case .beginGroup: .beginGroup
      case .endGroup: .endGroup
      case .beginClip(let path, let rule): .beginClip(path: tables.add(path), rule)
      case .endClip: .endClip
      case .beginMask(let kind): .beginMask(kind)
      case .endMask: .endMask
      }
    add(packed, content.compositing ?? Compositing(), transform: transform, clip: clip)
  }

  private mutating func add(_ content: PackedContent, _ compositing: Compositing, transform: Homography, clip: Int32) {
    packedItems.append(PackedItem(content: content, compositing: compositing, transform: tables.add(transform), clip: clip))
  }

  /// Adds a shape that the current pixel clip limits, if there is a current pixel clip.
  mutating func add(_ shape: PackedShape, _ paint: Paint, opacity: UInt8, blend: BlendMode, transform: Homography) {
    add(
      .shape(shape, tables.add(paint)), Compositing(opacity: opacity, blend: blend), transform: transform, clip: currentClip)
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
    let index = packedItems.count
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
    guard open.last == index, packedItems[index].content.bracket == closing.bracket else { return }
    open.removeLast()
    switch closing {
    case .endGroup: append(.endGroup(packedItems[index].compositing))
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
    guard open.last == index, case .beginGroup = packedItems[index].content else { return }
    let group = packedItems[index].compositing
    switch packedItems.count - index - 1 {
    case _ where group.blend.affectsUncoveredPixels:
      close(index, .endGroup)
    case 0:
      open.removeLast()
      packedItems.removeLast()
    case 1:
      let single = packedItems[index + 1].compositing
      guard single.blend == .normal, packedItems[index + 1].content.bracket == nil else { return close(index, .endGroup) }
      open.removeLast()
      packedItems.remove(at: index)
      packedItems[index].compositing = Compositing(
        opacity: UInt8(truncatingIfNeeded: product255(UInt32(single.opacity), UInt32(group.opacity))), blend: group.blend)
    default:
      close(index, .endGroup)
    }
  }

  /// Ends the clip that was opened at `index`. If the clip has no items, the clip is removed instead.
  package mutating func closeClip(_ index: Int) {
    guard open.last == index, packedItems.count == index + 1, case .beginClip(let path, _) = packedItems[index].content
    else { return close(index, .endClip) }
    open.removeLast()
    packedItems.removeLast()
    tables.removeLastPath(path)
  }

  /// A copy of the list without the begins of those groups, clips and masks that have not ended.
  ///
  /// If a list is copied inside the body of a group, the copy has such a begin.
  package var balanced: DisplayList {
    if open.isEmpty { return self }
    var begins = open[...]
    var complete: [PackedItem] = []
    complete.reserveCapacity(packedItems.count)
    for index in packedItems.indices {
      if index == begins.first { begins.removeFirst() } else { complete.append(packedItems[index]) }
    }
    return DisplayList(complete, of: self)
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
      var item = packedItems[index]
      item.clip = clipIndex
      packedItems.append(item)
    }
  }

  /// Limits items of `range` to the pixels of `clip`. Items that already have a pixel clip keep that clip.
  package mutating func clipItems(_ range: Range<Int>, to clip: PixelClip) {
    let clipIndex = self.index(of: clip)
    for index in range where packedItems[index].clip < 0 { packedItems[index].clip = clipIndex }
  }

  mutating func index(of clip: PixelClip) -> Int32 {
    // A map uses the same few clips for every kind of feature.
    if let known = clips.suffix(64).lastIndex(of: clip) { return Int32(truncatingIfNeeded: known) }
    clips.append(clip)
    return Int32(truncatingIfNeeded: clips.count - 1)
  }
}
