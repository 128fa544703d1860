extension DisplayList {
  /// What the packed items of a list refer to by index.
  struct Tables: Sendable {
    struct Stroke: Sendable {
      let path: Path
      let style: StrokeStyle
    }

    struct Shadow: Sendable {
      let mask: ShadowMask
      let rect: Rect
    }

    struct NinePatch: Sendable {
      let image: Image
      let insets: EdgeInsets
      let rect: Rect
    }

    /// The number of elements of each table.
    struct Counts: BitwiseCopyable {
      let transforms, paths, strokes, shadows, glyphs, masks, images, ninePatches, paints: Int32
    }

    private(set) var transforms: [Homography] = []
    private(set) var paths: [Path] = []
    private(set) var strokes: [Stroke] = []
    private(set) var shadows: [Shadow] = []
    private(set) var glyphs: [GlyphRun] = []
    private(set) var masks: [CoverageMask] = []
    private(set) var images: [Image] = []
    private(set) var ninePatches: [NinePatch] = []
    /// The paints that are not colors.
    private(set) var paints: [Paint] = []

    private var counts: Counts {
      Counts(
        transforms: transforms.end, paths: paths.end, strokes: strokes.end, shadows: shadows.end, glyphs: glyphs.end,
        masks: masks.end, images: images.end, ninePatches: ninePatches.end, paints: paints.end)
    }

    /// Empties the tables but keeps their storage.
    mutating func removeAll() {
      transforms.empty()
      paths.empty()
      strokes.empty()
      shadows.empty()
      glyphs.empty()
      masks.empty()
      images.empty()
      ninePatches.empty()
      paints.empty()
    }

    /// Removes the path with an index, if it is the last one.
    mutating func removeLastPath(_ index: Int32) {
      if index == paths.end &- 1 { paths.removeLast() }
    }

    // MARK: Adding

    /// Adds a transform, unless it is the one that was added last.
    ///
    /// - Returns: The transform's index; −1 for the identity.
    mutating func add(_ transform: Homography) -> Int32 {
      if transform.isIdentity { return -1 }
      if let last = transforms.last, last == transform { return transforms.end &- 1 }
      return transforms.add(transform)
    }

    mutating func add(_ path: Path) -> Int32 { paths.add(path) }
    mutating func add(_ stroke: Stroke) -> Int32 { strokes.add(stroke) }
    mutating func add(_ shadow: Shadow) -> Int32 { shadows.add(shadow) }
    mutating func add(_ run: GlyphRun) -> Int32 { glyphs.add(run) }
    mutating func add(_ mask: CoverageMask) -> Int32 { masks.add(mask) }
    mutating func add(_ image: Image) -> Int32 { images.add(image) }
    mutating func add(_ patch: NinePatch) -> Int32 { ninePatches.add(patch) }

    mutating func add(_ shape: Shape) -> PackedShape {
      switch shape {
      case .fill(let path, let rule): .fill(path: add(path), rule)
      case .stroke(let path, let style): .stroke(add(Stroke(path: path, style: style)))
      case .shadow(let mask, let rect): .shadow(add(Shadow(mask: mask, rect: rect)))
      case .glyphs(let run): .glyphs(add(run))
      case .mask(let mask): .mask(add(mask))
      }
    }

    mutating func add(_ paint: Paint) -> PackedPaint {
      if case .color(let color) = paint { .color(color) } else { .other(paints.add(paint)) }
    }

    /// Appends other tables, with their transforms followed by `transform`.
    ///
    /// - Returns: The amounts by which the indices into the other tables grow.
    mutating func append(_ other: Tables, transform: Homography) -> Counts {
      let start = counts
      if transform.isIdentity {
        transforms.append(contentsOf: other.transforms)
      } else {
        for own in other.transforms { transforms.append(own.concatenating(transform)) }
      }
      paths.append(contentsOf: other.paths)
      strokes.append(contentsOf: other.strokes)
      shadows.append(contentsOf: other.shadows)
      glyphs.append(contentsOf: other.glyphs)
      masks.append(contentsOf: other.masks)
      images.append(contentsOf: other.images)
      ninePatches.append(contentsOf: other.ninePatches)
      paints.append(contentsOf: other.paints)
      return start
    }
  }
}

extension Array {
  /// The index after the last element. A list of 2^31 elements would need more memory than a board has.
  fileprivate var end: Int32 { Int32(truncatingIfNeeded: count) }

  /// Appends an element and returns its index.
  fileprivate mutating func add(_ element: Element) -> Int32 {
    append(element)
    return end &- 1
  }

  /// Removes all elements but keeps the storage. `removeAll` of an empty array would take dozens of
  /// instructions.
  fileprivate mutating func empty() {
    if !isEmpty { removeAll(keepingCapacity: true) }
  }
}
