/// Turns paints into color sources.
enum PaintPreparation {
  /// Prepares a paint: sets ``PreparedItem/color``, ``PreparedItem/alpha`` and ``PreparedItem/source``.
  ///
  /// - Parameter transform: From the item's space to the screen.
  /// - Returns: False if nothing is drawn.
  static func prepare(
    _ paint: Paint, transform: Homography, _ compositing: DisplayList.Compositing, in prepared: inout PreparedItem,
    scratch: inout PrepareScratch
  ) -> Bool {
    let opacity = compositing.opacity
    prepared.alpha = UInt32(opacity)
    switch paint {
    case .color(let color):
      prepared.color = 0xff00_0000 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
      prepared.alpha = product255(UInt32(color.alpha), UInt32(opacity))
      prepared.source.kind = .color
      prepared.source.isOpaque = true
      return prepared.alpha > 0 || compositing.blend.affectsUncoveredPixels
    case .linearGradient(let gradient):
      return GradientPreparation.prepare(gradient, transform: transform, opacity: opacity, in: &prepared, tables: &scratch.tables)
    case .radialGradient(let gradient):
      return GradientPreparation.prepare(gradient, transform: transform, opacity: opacity, in: &prepared, tables: &scratch.tables)
    case .conicGradient(let gradient):
      return GradientPreparation.prepare(gradient, transform: transform, opacity: opacity, in: &prepared, tables: &scratch.tables)
    case .image(let pattern):
      return ImagePreparation.prepare(
        pattern.image, filter: pattern.filter, horizontalTiling: pattern.horizontalTiling,
        verticalTiling: pattern.verticalTiling, transform: Homography(pattern.transform).concatenating(transform),
        in: &prepared)
    }
  }
}
