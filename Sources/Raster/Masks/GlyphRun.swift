/// A glyph's outline at one size, and its coverage where it stands upright at places between two pixels.
public struct GlyphShape: Sendable, Hashable {
  /// In points, the pen at the origin, y down.
  public let outline: Path

  public init(outline: Path) {
    self.outline = outline
  }
}

/// Glyphs and where they stand.
public struct GlyphRun: Sendable, Hashable {
  public struct Placement: Sendable, Hashable, BitwiseCopyable {
    /// An index into ``GlyphRun/shapes``.
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
}
