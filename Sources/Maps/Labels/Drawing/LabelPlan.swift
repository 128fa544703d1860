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
    var color: Color
    var halo: Color
    /// The width of the halo, in points.
    var haloWidth: Scalar
    /// The softness of the halo's edge, in points.
    var blur: Scalar
    var opacity: UInt8
    /// Whether sections of the text have colors of their own.
    var hasColors: Bool
    /// The shapes of the glyphs in the worker's memory, and after them those of the halo.
    var shapes = 0..<0

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
    /// Indices of ``LabelShapes/shapes``. A shape that is missing there has −1 for the first of `missing`, −2
    /// for the second, and so on.
    var shapes: [Int32] = []
    var missing: [LabelShapes.Key] = []
    var bentText = BentText.Memory()

    /// Removes all icons and glyphs, and keeps their storage.
    mutating func removeAll() {
      icons.removeAll(keepingCapacity: true)
      glyphs.removeAll()
      shapes.removeAll(keepingCapacity: true)
      missing.removeAll(keepingCapacity: true)
    }

    /// Looks up the shapes of glyphs.
    mutating func addShapes(of placed: ArraySlice<PlacedGlyphs.Glyph>, halo: Scalar, blur: Scalar, _ known: LabelShapes.Lookup) {
      for glyph in placed {
        let key = LabelShapes.Key(
          face: glyph.face, glyph: glyph.glyph, size: glyph.size, halo: halo.rawValue, blur: blur.rawValue, pose: glyph.pose)
        if let index = known.index(of: key) {
          shapes.append(index)
        } else {
          missing.append(key)
          shapes.append(Int32(clamping: -missing.count))
        }
      }
    }

    /// Passes the glyphs of a text, their shapes and those of the halo to a closure.
    ///
    /// - Parameter kept: The glyphs that the label has kept, for a text that has none here.
    func withGlyphs(
      of text: Text, _ kept: [PlacedGlyphs.Glyph]?,
      _ body: (UnsafeBufferPointer<PlacedGlyphs.Glyph>, _ shapes: UnsafeBufferPointer<Int32>, _ halo: UnsafeBufferPointer<Int32>)
        -> Void
    ) {
      (text.glyphs == nil ? kept ?? [] : glyphs.glyphs).withUnsafeBufferPointer { all in
        let glyphs = UnsafeBufferPointer(rebasing: all[text.glyphs ?? 0..<all.count])
        shapes.withUnsafeBufferPointer { shapes in
          let shapes = shapes[text.shapes]
          body(
            glyphs, UnsafeBufferPointer(rebasing: shapes.prefix(glyphs.count)),
            UnsafeBufferPointer(rebasing: shapes.dropFirst(glyphs.count)))
        }
      }
    }

    /// Gives the missing shapes of a text their indices.
    mutating func addMissing(of text: Text, to known: inout LabelShapes) {
      for index in text.shapes where shapes[index] < 0 { shapes[index] = known.index(of: missing[Int(-1 - shapes[index])]) }
    }
  }
}
