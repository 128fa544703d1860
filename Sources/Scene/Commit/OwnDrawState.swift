import CartoucheRaster

/// How one layer itself is drawn in one walk, in contrast to the ``InheritedDrawState`` from the layers
/// above.
struct OwnDrawState {
  /// The map from the layer's space to the target's pixels.
  var map: Homography
  /// The layer's opacity, 1…255, multiplied by the opacities of the transform layers around the layer.
  var alpha: UInt8
  /// The changes of the layer since the last walk.
  var dirtyFlags: DirtyFlags
  var blendMode: BlendMode
  /// Whether the layer's shadow is drawn; the image of a rasterized layer does not contain it.
  var includesShadow = true

  /// Returns whether `layer` clips its content and its sublayers to its bounds.
  ///
  /// Some blend modes change pixels that the layer does not cover. Such a mode changes only pixels within the
  /// layer's bounds.
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
