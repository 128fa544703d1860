import CartoucheRaster

/// The icons and glyphs of one label in a recording.
struct LabelPlan {
  /// The index of the style layer.
  var layer: Int
  /// The worker in whose memory the icons and glyphs are.
  var worker: Int32 = 0
  /// The label's icon and the images of its text, as indices of the worker's icons.
  var icons = 0..<0
  var text: Text?

  /// A text, and how it looks.
  struct Text {
    /// The indices of the glyphs in the worker's memory; nil for those that the label has kept.
    var glyphs: Range<Int>?
    /// How far the text is from where it was when the label kept the glyphs: whole points.
    var offset = Point.zero
    var color: Color
    var halo: Color
    /// The width of the halo, in points.
    var haloWidth: Scalar
    /// The softness of the halo's edge, in points.
    var blur: Scalar
    private(set) var opacity: UInt8 = 0
    /// The opacity if the label itself is opaque, from 0 to 1.
    var fullOpacity: Double
    /// Whether sections of the text have colors of their own.
    var hasColors: Bool
    /// Whether shapes of the glyphs were missing in ``LabelShapes`` when the text was planned.
    var lacksShapes = false

    /// Sets ``opacity`` for a label that is visible to some degree, from 0 to 1.
    mutating func setOpacity(ofLabel opacity: Double) {
      self.opacity = UInt8(clamping: ElementaryFunctions.nearest(fullOpacity * opacity * 255))
    }

    var hasHalo: Bool { haloWidth > 0 && halo.alpha > 0 }
    var isVisible: Bool { hasHalo || hasColors || color.alpha > 0 }
  }

  /// An icon, or an image in a text.
  struct Icon {
    var drawing: IconDrawing
    /// The transform from the icon's space to that of the labels.
    var transform: Homography
    var opacity: UInt8
  }

  /// The memory in which one worker plans labels.
  struct Memory {
    var icons: [Icon] = []
    var glyphs = PlacedGlyphs()
    var missing: [LabelShapes.Key] = []
    var bentText = BentText.Memory()

    /// Removes all icons and glyphs, and keeps their storage.
    mutating func removeAll() {
      icons.removeAll(keepingCapacity: true)
      glyphs.removeAll()
      missing.removeAll(keepingCapacity: true)
    }

    /// Looks up the shapes of a text's glyphs, and of their halos if there are any.
    ///
    /// - Returns: Whether some are missing.
    mutating func findShapes(
      of glyphs: UnsafeMutableBufferPointer<PlacedGlyphs.Glyph>, _ text: LabelPlan.Text, _ known: LabelShapes.Lookup
    ) -> Bool {
      let count = missing.count
      for index in glyphs.indices {
        glyphs[index].shape = shape(of: glyphs[index], halo: 0, blur: 0, known)
        if text.hasHalo { glyphs[index].haloShape = shape(of: glyphs[index], halo: text.haloWidth, blur: text.blur, known) }
      }
      return missing.count > count
    }

    private mutating func shape(
      of glyph: PlacedGlyphs.Glyph, halo: Scalar, blur: Scalar, _ known: LabelShapes.Lookup
    ) -> Int32 {
      let key = LabelShapes.Key(
        face: glyph.face, glyph: glyph.glyph, size: glyph.size, halo: halo.rawValue, blur: blur.rawValue, pose: glyph.pose)
      if let index = known.index(of: key) { return index }
      missing.append(key)
      return Int32(clamping: -missing.count)
    }
  }
}
