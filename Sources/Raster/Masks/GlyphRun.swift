/// A glyph's outline at one size, and its coverage where it stands upright at places between two pixels.
public struct GlyphShape: Sendable, Hashable {
  /// Outlines wider or higher than so many pixels are filled as paths whenever they are drawn.
  public static var maximumSide: Int { 256 }

  /// In points, the pen at the origin, y down.
  public let outline: Path
  /// What it covers; nil of a large one.
  let masks: GlyphMasks?

  /// Makes the coverages, once: the glyph is kept and drawn often.
  ///
  /// - Parameter outline: filled by the nonzero rule; may be empty, as a space's is.
  public init(outline: Path) {
    self.init(outline: outline, scratch: MaskScratch())
  }

  /// Makes the coverages with what many glyphs share.
  package init(outline: Path, scratch: MaskScratch) {
    self.outline = outline
    let limit = Scalar(Self.maximumSide)
    let isLarge = outline.controlBounds.map { $0.width > limit || $0.height > limit } ?? false
    masks = isLarge ? nil : GlyphMasks(outline, scratch: scratch)
  }

  /// How many bytes it takes, outline and coverages together, about.
  package var byteCount: Int {
    192 + outline.points.count * MemoryLayout<Point>.stride + outline.verbs.count + (masks?.byteCount ?? 0)
  }

  public static func == (a: GlyphShape, b: GlyphShape) -> Bool {
    a.outline == b.outline
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(outline)
  }
}

/// What a glyph covers with the pen on a pixel's corner and one, two and three quarters of a pixel to the right of it.
///
/// By pointers into memory that it owns, so that looking up thousands of them counts no references.
final class GlyphMasks: Sendable {
  struct Mask: BitwiseCopyable {
    /// Rows of whole fours, zeros at their ends.
    let bytes: UnsafePointer<UInt8>
    /// Where the ink begins, from the pen.
    let x: Int32, y: Int32
    let width: Int32, height: Int32
  }

  /// Four.
  nonisolated(unsafe) let subpixelMasks: UnsafeMutablePointer<Mask>
  nonisolated(unsafe) private let memory: UnsafeMutablePointer<UInt8>
  let byteCount: Int

  init(_ outline: Path, scratch: MaskScratch) {
    let masks = (0..<4 as Range<Int64>).map { quarter -> CoverageMask in
      let transform = AffineTransform.translation(x: WideFixed(rawValue: quarter << 30), y: 0)
      scratch.contours.removeAll()
      scratch.flattening.flatten(outline, transform: Homography(transform), closing: true, into: &scratch.contours)
      return CoverageMask(scratch.contours, rule: .nonZero, scratch: scratch)
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
  }

  deinit {
    subpixelMasks.deallocate()
    memory.deallocate()
  }
}

/// Glyphs and where they stand.
public struct GlyphRun: Sendable, Hashable {
  public struct Placement: Sendable, Hashable, BitwiseCopyable {
    /// An index into ``GlyphRun/shapes``; of an index out of range nothing is drawn.
    public var shape: Int32
    /// Where the pen is.
    public var origin: Point

    public init(shape: Int32, origin: Point) {
      self.shape = shape
      self.origin = origin
    }
  }

  public var shapes: [GlyphShape]
  public var placements: [Placement]

  public init(shapes: [GlyphShape], placements: [Placement]) {
    self.shapes = shapes
    self.placements = placements
  }

  /// Whether all shapes have their coverages.
  var hasMasks: Bool {
    for shape in shapes where shape.masks == nil { return false }
    return true
  }
}
