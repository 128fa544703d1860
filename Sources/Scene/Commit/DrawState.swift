import CartoucheRaster

/// How one layer is drawn in one walk.
struct DrawState {
  /// From the layer's space to the target's pixels.
  var map: Homography
  /// The layer's opacity, including that of the transform layers it is in, 1…255.
  var alpha: UInt8
  /// What changed on the layer since the last walk.
  var dirtyFlags: DirtyFlags
  var blendMode: BlendMode
  /// Whether the layer's shadow is drawn; the image of a rasterized layer does not contain it.
  var includesShadow = true

  /// Whether `layer` clips everything in it to its bounds.
  ///
  /// A blend mode that changes pixels that the layer does not cover does so within the layer's bounds only.
  func clips(_ layer: Layer) -> Bool {
    layer.masksToBounds || blendMode.affectsUncoveredPixels
  }

  /// Returns the part of `clip` that `layer` leaves visible to its sublayers.
  func clip(inside layer: Layer, within clip: PixelRect) -> PixelRect {
    clips(layer) ? clip.intersection(map.pixels(of: layer.bounds, on: clip)) : clip
  }

  /// Returns the pixels of `clip` that the layer's own drawing may touch.
  func pixels(of layer: Layer, on clip: PixelRect) -> PixelRect {
    map.pixels(of: includesShadow ? layer.visualBounds : layer.drawnBounds, on: clip)
  }
}
