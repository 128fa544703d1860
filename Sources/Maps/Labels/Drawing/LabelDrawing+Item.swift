import CartoucheRaster

extension LabelDrawing {
  /// A label, and how visible it is.
  struct Item {
    var label: PlacedLabel
    /// From 0 to 1.
    var opacity: Double
    /// Whether the label belongs to the latest placement.
    var isPlaced: Bool
    /// The glyphs of the text in a space.
    var text: PlacedText?
    /// Memory for the glyphs of the text.
    var spareGlyphs: [PlacedGlyphs.Glyph] = []
    /// The rectangle around everything that is drawn of the label, in a space.
    private var drawn: (space: Int, rect: Rect?)?
    /// How far from its anchor the label is drawn, in points, in a range of zooms.
    private var reach: (zooms: Int64, pixelRatio: Double, points: Double)?

    init(label: PlacedLabel, opacity: Double, isPlaced: Bool) {
      (self.label, self.opacity, self.isPlaced) = (label, opacity, isPlaced)
    }

    /// Returns the glyphs, whose memory is used for others. The label has none then.
    mutating func takeGlyphs() -> [PlacedGlyphs.Glyph] {
      defer { (text, spareGlyphs) = (nil, []) }
      return text?.glyphs ?? spareGlyphs
    }

    /// Whether the label may reach into a part of the view. Most labels of a placement are outside of it, and
    /// measuring them again in each frame of a motion takes longer than drawing the others.
    ///
    /// - Parameter position: The position of the label's anchor.
    mutating func mayReach(_ part: Rect, from position: SIMD2<Double>, _ measure: inout LabelMeasure) -> Bool {
      let zooms = measure.frame.zoom.rawValue >> Self.reachBits
      if reach?.zooms != zooms || reach?.pixelRatio != measure.pixelRatio {
        reach = (zooms, measure.pixelRatio, measure.reach(of: label) * Self.reachMargin)
      }
      let points = reach?.points ?? 0
      return position.x + points >= Double(part.minX) && position.x - points <= Double(part.maxX)
        && position.y + points >= Double(part.minY) && position.y - points <= Double(part.maxY)
    }

    /// The range of zooms in which a measured reach is used, as a power of two: 1/16. The margin is for texts
    /// that grow in it.
    private static let reachBits: Int64 = 12
    private static let reachMargin = 1.25

    /// Returns a rectangle around everything that is drawn of the label; nil if nothing is.
    ///
    /// - Parameter space: The number of the space of `measure`, if the label is in the same space in other
    ///   frames.
    mutating func drawnRect(_ measure: inout LabelMeasure, space: Int?) -> Rect? {
      if let drawn, drawn.space == space { return drawn.rect }
      let rect = measure.drawnRect(label)
      drawn = space.map { ($0, rect) }
      return rect
    }
  }

  /// The glyphs of a text as they were last recorded. A text with images is placed each time.
  struct PlacedText {
    var space: Int
    var isMoving: Bool
    var factor: Double
    var shift: SIMD2<Double>
    /// A rectangle around the glyphs.
    var rect: Rect
    var glyphs: [PlacedGlyphs.Glyph]
  }
}
