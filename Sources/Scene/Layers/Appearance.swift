import CartoucheRaster

/// How a layer was on the screen when the stage settled last; of what is in a ``KeptPicture``, how it was in the picture.
struct Appearance {
  /// Whether it was visited at all; if not, neither was anything in it.
  var isShown = false
  var map = Homography.identity
  var opacity: UInt8 = 0
  /// What the layers above leave of the screen.
  var clip = PixelRect.empty
  /// The pixels of the screen that the layer's ``Layer/visualBounds`` took.
  var place = PixelRect.empty
  /// The same if it drew anything, otherwise empty.
  var drawn = PixelRect.empty
  /// Of what is in a ``CarriedPicture``, the pixels that the layer and all in it may have drawn; nil where that is not known.
  var around: PixelRect?
  /// Whether something in the layer was shown as a picture.
  var holdsPictures = false
  /// What removed sublayers had drawn, until the stage settles.
  var vacated: [PixelRect] = []
  /// The sublayers by ``Layer/zPosition``, where that matters.
  var ordered: [Layer] = []
  /// Whether none has changed its depth since.
  var isOrderKnown = false

  /// How it was, without the lists: who held these too would have them copied when they change.
  struct LastLook: BitwiseCopyable {
    var isShown: Bool
    var map: Homography
    var opacity: UInt8
    var clip, place, drawn: PixelRect
  }

  var lastLook: LastLook {
    LastLook(isShown: isShown, map: map, opacity: opacity, clip: clip, place: place, drawn: drawn)
  }
}

extension Layer {
  /// Takes the layer and all in it off the screen, giving what they had drawn to `report`.
  func vacate(_ report: (PixelRect) -> Void) {
    if let kept {
      report(kept.appearance.drawn)
      return forget()
    }
    guard appearance.isShown else { return }
    appearance.isShown = false
    report(appearance.drawn)
    appearance.drawn = .empty
    reportVacated(report)
    maskLayer?.vacate(report)
    for layer in sublayers { layer.vacate(report) }
  }

  /// Takes the layer and all in it to be shown nowhere.
  func forget() {
    kept = nil
    guard appearance.isShown else { return }
    appearance.isShown = false
    appearance.drawn = .empty
    appearance.vacated.removeAll(keepingCapacity: true)
    maskLayer?.forget()
    for layer in sublayers { layer.forget() }
  }

  /// Gives what removed sublayers had drawn to `report`, once.
  func reportVacated(_ report: (PixelRect) -> Void) {
    for rect in appearance.vacated { report(rect) }
    appearance.vacated.removeAll(keepingCapacity: true)
  }
}
