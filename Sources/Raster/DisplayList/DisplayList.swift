/// What is to be drawn, back to front: the one thing the renderer reads.
///
/// A value that crosses to workers. ``removeAll()`` keeps its storage, so a list that is filled anew every frame allocates nothing
/// once it has seen its largest frame.
public struct DisplayList: Sendable {
  package enum Shape: Sendable {
    case fill(Path, FillRule)
    case stroke(Path, StrokeStyle)
    case image(Image, ImageFilter)
    /// A picture of nine parts over a rectangle: corners keep their size, edges stretch one way, the middle both.
    case ninePatch(Image, EdgeInsets, Rect)
    /// A shadow over the rectangle that casts it; of a path's mask the rectangle does not matter.
    case shadow(ShadowMask, Rect)
    case glyphs(GlyphRun)
    case mask(CoverageMask)
    /// What follows up to its end is drawn by itself and laid down as one.
    case beginGroup
    case endGroup
    /// What follows up to its end shows inside the path only.
    case beginClip(Path, FillRule)
    case endClip
    /// What follows up to its end says how much of the group around it stays.
    case beginMask(MaskKind)
    case endMask
  }

  package struct Item: Sendable {
    package var shape: Shape
    package var paint: Paint
    /// From the shape's own space to the screen's points.
    package var transform: Homography
    /// 0…255, over the paint's own.
    package var opacity: UInt8
    package var blend: BlendMode
    /// An index into `clips`, or −1.
    package var clip: Int32
  }

  package private(set) var items: [Item] = []
  package private(set) var clips: [PixelClip] = []
  private var currentClip: Int32 = -1
  /// Where the groups, clips and masks begin whose end is still to come: what a body adds stands inside them.
  private var open: [Int] = []

  public init() {}

  /// A list of what was read; every item's clip is an index into `clips`, or −1.
  package init(items: [Item], clips: [PixelClip]) {
    (self.items, self.clips) = (items, clips)
  }

  public var isEmpty: Bool { items.isEmpty }

  /// How many shapes there are; groups, clips and masks count two each.
  public var count: Int { items.count }

  /// Empties the list and keeps its storage.
  public mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    clips.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    currentClip = -1
  }

  package mutating func append(
    _ shape: Shape, with paint: Paint = .color(.black), transform: Homography = .identity, opacity: UInt8 = 255,
    blend: BlendMode = .normal
  ) {
    items.append(Item(shape: shape, paint: paint, transform: transform, opacity: opacity, blend: blend, clip: currentClip))
  }

  /// Adds `begin`, what `body` adds, and `end`.
  ///
  /// A body that empties the list or puts another in its place takes the beginning away; then there is no end either.
  mutating func bracket(
    _ begin: Shape, _ end: Shape, transform: Homography = .identity, opacity: UInt8 = 255, blend: BlendMode = .normal,
    _ body: (inout DisplayList) -> Void
  ) {
    let place = open(begin, transform: transform, opacity: opacity, blend: blend)
    body(&self)
    close(place, end)
  }

  /// Begins a group, a clip or a mask for those whose body is no closure.
  ///
  /// - Returns: what ``close(_:_:)`` is to be given.
  package mutating func open(
    _ begin: Shape, transform: Homography = .identity, opacity: UInt8 = 255, blend: BlendMode = .normal
  ) -> Int {
    let place = items.count
    open.append(place)
    append(begin, transform: transform, opacity: opacity, blend: blend)
    return place
  }

  /// Ends what was opened at `place`, unless the list was emptied or replaced meanwhile.
  package mutating func close(_ place: Int, _ end: Shape) {
    guard open.last == place, items[place].shape.bracket == end.bracket else { return }
    open.removeLast()
    append(end, opacity: items[place].opacity, blend: items[place].blend)
  }

  /// Ends the group opened at `place` as plainly as can be: around nothing there is none, and a single shape takes over its opacity and its blend mode.
  package mutating func closeGroup(_ place: Int) {
    guard open.last == place, items[place].shape.bracket == .group else { return }
    let group = items[place]
    switch items.count - place - 1 {
    case _ where group.blend.affectsUncoveredPixels:
      close(place, .endGroup)
    case 0:
      open.removeLast()
      items.removeLast()
    case 1 where items[place + 1].blend == .normal:
      open.removeLast()
      items.remove(at: place)
      items[place].opacity = UInt8(truncatingIfNeeded: product255(UInt32(items[place].opacity), UInt32(group.opacity)))
      items[place].blend = group.blend
    default:
      close(place, .endGroup)
    }
  }

  /// Ends the clip opened at `place`; around nothing there is none.
  package mutating func closeClip(_ place: Int) {
    guard open.last == place, items.count == place + 1 else { return close(place, .endClip) }
    open.removeLast()
    items.removeLast()
  }

  /// Adds the items of `range` once more, limited to the pixels of `clip`; for ranges that are balanced and have no such limits of their own.
  package mutating func repeatItems(_ range: Range<Int>, within clip: PixelClip?) {
    let number = clip.map { self.number(of: $0) } ?? -1
    for index in range {
      var item = items[index]
      item.clip = number
      items.append(item)
    }
  }

  /// Limits the items of `range` to the pixels of `clip`, those that have no such limit of their own.
  package mutating func clipItems(_ range: Range<Int>, to clip: PixelClip) {
    let number = self.number(of: clip)
    for index in range where items[index].clip < 0 { items[index].clip = number }
  }

  /// The list without the beginnings of what has not ended: such as a copy has that was taken inside a group's body.
  package var balanced: DisplayList {
    if open.isEmpty { return self }
    var begins = open[...]
    var kept: [Item] = []
    kept.reserveCapacity(items.count)
    for place in items.indices {
      if place == begins.first { begins.removeFirst() } else { kept.append(items[place]) }
    }
    return DisplayList(items: kept, clips: clips)
  }

  /// Limits what `body` adds to the pixels of `clip`; inside another such clip the inner one alone counts.
  ///
  /// A frame has room for 2^25 ÷ its height of them, some 40 000; what is limited to one beyond those is left out.
  public mutating func clipped(to clip: PixelClip, _ body: (inout DisplayList) -> Void) {
    let outer = currentClip < 0 ? nil : clips[Int(currentClip)]
    currentClip = number(of: clip)
    body(&self)
    // The body may have emptied the list or put another in its place.
    currentClip = outer.map { number(of: $0) } ?? -1
  }

  private mutating func number(of clip: PixelClip) -> Int32 {
    // The same few regions come again for every kind of thing on a map.
    if let known = clips.suffix(64).lastIndex(of: clip) { return Int32(truncatingIfNeeded: known) }
    clips.append(clip)
    return Int32(truncatingIfNeeded: clips.count - 1)
  }
}
