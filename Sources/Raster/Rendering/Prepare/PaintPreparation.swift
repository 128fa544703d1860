/// Turns paints into color sources.
enum PaintPreparation {
  /// Prepares a paint: sets ``PreparedItem/color``, ``PreparedItem/alpha`` and ``PreparedItem/source``.
  ///
  /// - Parameters:
  ///   - tables: The tables of the list, which have the paint if it is not a color.
  ///   - transform: The map from the item's space to the screen.
  /// - Returns: False if nothing is drawn.
  static func prepare(
    _ paint: DisplayList.PackedPaint, _ tables: DisplayList.Tables.Pointers, transform: Homography,
    _ compositing: DisplayList.Compositing, in prepared: inout PreparedItem, scratch: inout PrepareScratch
  ) -> Bool {
    switch paint {
    case .color(let color):
      prepared.color = 0xff00_0000 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
      prepared.alpha = product255(UInt32(color.alpha), UInt32(compositing.opacity))
      prepared.isPaintOpaque = true
      return prepared.alpha > 0 || compositing.blend.affectsUncoveredPixels
    case .other(let index):
      let source = source(
        tables.paints[Int(index)], transform: transform, opacity: compositing.opacity, bounds: prepared.bounds,
        isRectangle: prepared.kind == .rectangle,
        scratch: &scratch)
      // The opacity is in a gradient's colors.
      prepared.alpha = source?.kind == .gradient ? 255 : UInt32(compositing.opacity)
      return set(source, of: &prepared, scratch: &scratch)
    }
  }

  /// Sets the color source of an item whose paint is not a color.
  ///
  /// - Returns: False if there is no source, so that nothing is drawn.
  static func set(_ source: ColorSource?, of prepared: inout PreparedItem, scratch: inout PrepareScratch) -> Bool {
    guard let source else { return false }
    prepared.isPaintOpaque = source.isOpaque
    prepared.source = Int32(truncatingIfNeeded: scratch.sources.count)
    scratch.sources.append(source)
    return true
  }

  /// Returns the color source of a paint that is not a color; nil if nothing is drawn.
  private static func source(
    _ paint: Paint, transform: Homography, opacity: UInt8, bounds: PixelRect32, isRectangle: Bool, scratch: inout PrepareScratch
  ) -> ColorSource? {
    switch paint {
    case .color:
      return nil  // not among the tables' paints
    case .linearGradient(let gradient):
      return GradientPreparation.prepare(
        gradient, transform: transform, opacity: opacity, bounds: bounds, tables: &scratch.tables)
    case .radialGradient(let gradient):
      return GradientPreparation.prepare(
        gradient, transform: transform, opacity: opacity, bounds: bounds, tables: &scratch.tables)
    case .conicGradient(let gradient):
      return GradientPreparation.prepare(
        gradient, transform: transform, opacity: opacity, bounds: bounds, tables: &scratch.tables)
    case .image(let pattern):
      return ImagePreparation.prepare(
        pattern.image, filter: pattern.filter, horizontalTiling: pattern.horizontalTiling,
        verticalTiling: pattern.verticalTiling, transform: Homography(pattern.transform).concatenating(transform),
        isRectangle: isRectangle)
    }
  }
}
