import CartoucheRaster

extension LabelDrawing {
  /// A label, and how visible it is.
  struct Item {
    var label: PlacedLabel
    /// From 0 to 1.
    var opacity: Double
    /// Whether the label belongs to the latest placement.
    var isPlaced: Bool
    /// The glyphs of the text in a space, or in one that is moved by whole points.
    var text: PlacedText?
    /// Memory for the glyphs of the text.
    var spareGlyphs: [PlacedGlyphs.Glyph] = []
    /// The rectangle around everything that is drawn of the label, and the label's anchor then.
    private var drawn: (space: Int, colors: Int, anchor: Point, rect: Rect?)?
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

    /// Whether the text has a look that still holds, so that only its opacity and place are to be found.
    ///
    /// A recording spends most of its time on reading the contents of labels. Other work has displaced them
    /// from the processor's caches.
    func hasLook(space: Int?, colors: Int, shapes: Int, isMoving: Bool) -> Bool {
      text?.space == space && text?.isMoving == isMoving && text?.look?.colors == colors && text?.look?.shapes == shapes
    }

    /// Returns the text with the look that it has; nil if it is not in `part` of the view.
    ///
    /// - Parameter anchor: The position of the label's anchor.
    func knownText(at anchor: Point, within part: Rect) -> LabelPlan.Text? {
      guard var plan = text?.look?.text, let offset = text?.offset(to: anchor, within: part) else { return nil }
      plan.offset = offset
      plan.setOpacity(ofLabel: opacity)
      return plan
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
    /// - Parameters:
    ///   - space: The number of the space of `measure`. It is nil if other frames have other spaces.
    ///   - colors: See ``LabelPresenter/colorCount``.
    mutating func drawnRect(_ measure: inout LabelMeasure, space: Int?, colors: Int) -> Rect? {
      guard let space else { return measure.drawnRect(label) }
      let anchor = measure.geometry.transform.point(at: label.anchor)
      if let drawn, drawn.space == space, drawn.colors == colors {
        return drawn.rect?.offsetBy(dx: anchor.x - drawn.anchor.x, dy: anchor.y - drawn.anchor.y)
      }
      let rect = measure.drawnRect(label)
      drawn = (space, colors, anchor, rect)
      return rect
    }
  }

  /// The glyphs of a text as they were last recorded. A text with images is placed each time.
  struct PlacedText {
    var space: Int
    var isMoving: Bool
    var factor: Double
    var shift: SIMD2<Double>
    /// The position of the label's anchor when the glyphs were placed.
    var anchor: Point
    /// A rectangle around the glyphs.
    var rect: Rect
    var glyphs: [PlacedGlyphs.Glyph]
    /// How the text looked when it was last visible in the part that was drawn.
    var look: Look?

    /// Returns how far the text has moved with the label's anchor; nil if it is then not in `part`.
    func offset(to anchor: Point, within part: Rect) -> Point? {
      let offset = anchor - self.anchor
      return rect.offsetBy(dx: offset.x, dy: offset.y).intersects(part) ? offset : nil
    }

    /// The look of a text, and what it depends on apart from the space.
    struct Look {
      /// See ``LabelPresenter/colorCount``.
      var colors: Int
      /// See ``LabelShapes/number``. The glyphs have indices of these shapes.
      var shapes: Int
      var text: LabelPlan.Text
    }
  }
}
