/// A glyph at one font size: its outline, and coverage masks for four subpixel positions.
///
/// If a glyph is only moved, one of the masks is drawn. The position of the mask is rounded to 1/4 pixel
/// horizontally and to a whole pixel vertically. If a glyph is rotated, scaled or large, its outline is
/// filled as a path.
///
/// For text that is not upright, the Text module turns the outline itself and makes a single mask.
///
/// Create a glyph shape once and draw it often.
public struct GlyphShape: Sendable, Hashable {
  /// The maximum width and height, in pixels, of a glyph for which coverage masks are made.
  ///
  /// A wider or higher glyph has no masks. It is filled as a path each time it is drawn.
  public static var maximumSide: Int { 256 }

  /// The glyph's outline in points, which is filled by the nonzero rule.
  ///
  /// The pen position is the origin of the outline's space, and y points down.
  public var outline: Path { storage.turn.map { storage.base.transformed(by: $0) } ?? storage.base }
  /// The bounds of the outline's points and control points; nil if it has none.
  package var controlBounds: Rect? { storage.controlBounds }
  /// The glyph's coverage; nil for a large glyph.
  var masks: GlyphMasks? { storage.masks }
  /// The masks at the four subpixel positions; nil for a large glyph.
  var subpixelMasks: UnsafePointer<GlyphMasks.Mask>? { storage.subpixelMasks }

  /// Everything about a glyph, in an object, so that copying a shape counts one reference.
  private final class Storage: Sendable {
    /// The outline before its transform. The shapes of a glyph in many directions have it in common.
    let base: Path
    /// The transform of the outline; nil if there is none, or no masks.
    let turn: AffineTransform?
    let controlBounds: Rect?
    let masks: GlyphMasks?
    /// The `subpixelMasks` of `masks`. They are stored here too, so that finding a mask takes one load less.
    nonisolated(unsafe) let subpixelMasks: UnsafePointer<GlyphMasks.Mask>?
    /// The standard deviation by which the masks are blurred, in pixels. The outline is sharp.
    let sigma: Scalar

    init(_ outline: Path, turn: AffineTransform?, maskCount: Int64, sigma: Scalar, scratch: MaskScratch) {
      let turned = turn.map { outline.transformed(by: $0) } ?? outline
      self.sigma = max(sigma, 0)
      let limit = Scalar(GlyphShape.maximumSide)
      controlBounds = turned.controlBounds
      let isLarge = controlBounds.map { $0.width > limit || $0.height > limit } ?? false
      masks = isLarge ? nil : GlyphMasks(turned, count: maskCount, sigma: self.sigma, scratch: scratch)
      subpixelMasks = masks.map { UnsafePointer($0.subpixelMasks) }
      // A large glyph is filled as a path in every frame.
      (base, self.turn) = isLarge ? (turned, nil) : (outline, turn)
    }
  }

  private let storage: Storage

  /// Creates a glyph shape from an outline, and makes the shape's masks.
  ///
  /// - Parameter outline: The glyph's outline in points, which is filled by the nonzero rule. The outline of
  ///   a space is an empty path.
  public init(outline: Path) {
    self.init(outline: outline, scratch: MaskScratch())
  }

  /// Creates a glyph shape with scratch memory that many glyphs share.
  ///
  /// - Parameters:
  ///   - outline: The glyph's outline in points, which is filled by the nonzero rule.
  ///   - turn: A transform of the outline.
  ///   - hasSubpixelPositions: Whether there are masks for four subpixel positions. If false, one mask is
  ///     drawn at every position, so the glyph should be placed at whole pixels.
  ///   - sigma: The standard deviation in pixels by which the masks are blurred.
  package init(
    outline: Path, turn: AffineTransform? = nil, hasSubpixelPositions: Bool = true, sigma: Scalar = 0, scratch: MaskScratch
  ) {
    storage = Storage(outline, turn: turn, maskCount: hasSubpixelPositions ? 4 : 1, sigma: sigma, scratch: scratch)
  }

  /// Whether the glyph is drawn with masks. It is not if it is very large.
  package var hasMasks: Bool { masks != nil }

  /// The approximate memory of outline and masks together, in bytes. A turned outline is not stored.
  package var byteCount: Int {
    byteCountWithoutOutline + storage.base.points.count * MemoryLayout<Point>.stride + storage.base.verbs.count
  }

  /// The approximate memory in bytes of a shape that has its outline in common with others.
  package var byteCountWithoutOutline: Int { 192 + (masks?.byteCount ?? 0) }

  /// Returns whether two glyph shapes have equal outlines and are blurred equally.
  @_disfavoredOverload
  public static func == (a: GlyphShape, b: GlyphShape) -> Bool {
    let (x, y) = (a.storage, b.storage)
    return x === y || x.sigma == y.sigma && (x.turn == y.turn && x.base == y.base || a.outline == b.outline)
  }

  /// Hashes the shape's outline and blur.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(outline)
    hasher.combine(storage.sigma)
  }
}

/// The masks of a glyph at four subpixel positions: with the pen at a pixel's corner, and 1/4, 1/2 and 3/4 px
/// to the right of the corner. Where a glyph has one mask for all positions, the four are the same.
///
/// The masks are found through pointers into memory that this object owns. So looking up thousands of masks
/// counts no references.
final class GlyphMasks: Sendable {
  struct Mask: BitwiseCopyable {
    /// The coverages, with rows padded by zeros to a multiple of four.
    let bytes: UnsafePointer<UInt8>
    /// The ink's top left pixel, relative to the pen.
    let x: Int32, y: Int32
    let width: Int32, height: Int32
  }

  /// The masks at the four subpixel positions.
  nonisolated(unsafe) let subpixelMasks: UnsafeMutablePointer<Mask>
  nonisolated(unsafe) private let memory: UnsafeMutablePointer<UInt8>
  let byteCount: Int

  /// Creates the masks of an outline.
  ///
  /// - Parameters:
  ///   - count: The number of different masks: 4, or 1 for all positions.
  ///   - sigma: The standard deviation in pixels by which the masks are blurred.
  init(_ outline: Path, count maskCount: Int64, sigma: Scalar, scratch: MaskScratch) {
    let masks = (0..<maskCount).map { quarter -> CoverageMask in
      let transform = AffineTransform.translation(x: WideFixed(rawValue: quarter << 30), y: 0)
      scratch.contours.removeAll()
      scratch.flattening.flatten(outline, transform: Homography(transform), closing: true, into: &scratch.contours)
      let mask = CoverageMask(scratch.contours, rule: .nonZero, scratch: scratch)
      return sigma > 0 ? mask.blurred(sigma: sigma) : mask
    }
    let count = masks.reduce(0) { $0 + ($1.bounds.width + 3) / 4 * 4 * $1.bounds.height }
    memory = .allocate(capacity: max(count, 1))
    memory.initialize(repeating: 0, count: max(count, 1))
    byteCount = count + 4 * MemoryLayout<Mask>.stride
    subpixelMasks = .allocate(capacity: 4)
    var next = memory
    for (index, mask) in masks.enumerated() {
      let (width, height) = (mask.bounds.width, mask.bounds.height)
      (subpixelMasks + index).initialize(
        to: Mask(
          bytes: UnsafePointer(next), x: Int32(truncatingIfNeeded: mask.bounds.minX),
          y: Int32(truncatingIfNeeded: mask.bounds.minY),
          width: Int32(truncatingIfNeeded: width), height: Int32(truncatingIfNeeded: height)))
      for row in 0..<height {
        next.update(from: mask.storage.bytes + row * width, count: width)
        next += (width + 3) / 4 * 4
      }
    }
    for index in masks.count..<4 { (subpixelMasks + index).initialize(to: subpixelMasks[0]) }
  }

  deinit {
    subpixelMasks.deallocate()
    memory.deallocate()
  }
}

/// A list of glyphs to draw: glyph shapes, and the positions at which they are drawn.
public struct GlyphRun: Sendable, Hashable {
  /// A glyph of a glyph run: the index of the glyph's shape, and the position at which the shape is drawn.
  public struct Placement: Sendable, Hashable, BitwiseCopyable {
    /// The index of the glyph's shape in ``GlyphRun/shapes``. If no shape has this index, the glyph is not
    /// drawn.
    public var shape: Int32
    /// The pen position: the point, in the run's space, at which the origin of the glyph's outline is drawn.
    public var origin: Point

    /// Creates a glyph of a glyph run from the index of its shape and a position.
    ///
    /// - Parameters:
    ///   - shape: The index of the glyph's shape in ``GlyphRun/shapes``.
    ///   - origin: The point, in the run's space, at which the origin of the glyph's outline is drawn.
    public init(shape: Int32, origin: Point) {
      self.shape = shape
      self.origin = origin
    }
  }

  /// The shapes of the run's glyphs. Each element of ``placements`` refers to one of the shapes by index.
  public var shapes: [GlyphShape]
  /// The glyphs to draw, in drawing order. Several glyphs may have the same shape.
  public var placements: [Placement]

  /// Creates a glyph run.
  ///
  /// - Parameters:
  ///   - shapes: The shapes of the run's glyphs.
  ///   - placements: The glyphs to draw, in drawing order. Each glyph refers to an element of `shapes` by
  ///     index.
  public init(shapes: [GlyphShape], placements: [Placement]) {
    self.shapes = shapes
    self.placements = placements
  }

  /// Whether all shapes that are drawn have masks.
  var hasMasks: Bool {
    // A run may be a part of a text, and have the shapes of the whole text.
    if placements.count < shapes.count {
      for placement in placements where shapes.indices.contains(Int(placement.shape)) {
        if shapes[Int(placement.shape)].masks == nil { return false }
      }
      return true
    }
    for shape in shapes where shape.masks == nil { return false }
    return true
  }
}
