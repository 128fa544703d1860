public import CartoucheRaster

/// An image of a layer's former content, which fades out in front of the layer's new content.
///
/// Touches pass through the image.
private final class FadingSnapshot: Layer {
  private let image: Image

  init(_ image: Image, frame: Rect) {
    self.image = image
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  override var isTransient: Bool { true }

  override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    list.draw(image, transform: transform, filter: .bilinear, opacity: opacity)
  }
}

extension Layer {
  /// Calls a closure that changes the layer, and fades from the old to the new content.
  ///
  /// This is UIKit's `UIView.transition(with:duration:options:)` with `.transitionCrossDissolve`:
  ///
  ///     card.crossDissolve(duration: 0.3) { title.string = "Arrived" }
  ///
  /// An image of the layer's old content and sublayers fades out in front of the new ones. The changes
  /// themselves are not animated. During the fade, the image is the last of the layer's ``sublayers``, and
  /// touches pass through it. A new call during a fade begins with what the screen shows at that time.
  ///
  /// If the layer is on no stage or is a ``TransformLayer``, the changes take effect immediately.
  ///
  /// - Parameters:
  ///   - duration: The duration of the fade, in seconds. With 0, the changes take effect immediately.
  ///   - timingFunction: The pacing of the fade.
  ///   - changes: A closure that changes the layer's content or sublayers.
  ///   - completion: A closure that is called once, when the fade has ended. Its argument is
  ///     ``AnimationEnd/cancelled`` if the layer left the stage, or if another fade of the layer began.
  /// - Complexity: Draws the layer once more, into an image of the layer's visible size.
  public final func crossDissolve(
    duration: Seconds = 0.35, timingFunction: TimingFunction = .easeInEaseOut, _ changes: () -> Void,
    completion: ((AnimationEnd) -> Void)? = nil
  ) {
    guard let stage = owningStage, duration > 0, !isTransformLayer, let snapshot = stage.snapshot(of: self) else {
      changes()
      completion?(.finished)
      return
    }
    // The image contains the images of earlier fades.
    for layer in sublayers where layer is FadingSnapshot {
      layer.removeAllAnimations()
      layer.removeFromSuperlayer()
    }
    stage.withoutAnimation {
      changes()
      snapshot.opacity = 0
      snapshot.zPosition = sublayers.reduce(0) { max($0, $1.zPosition) }
      addSublayer(snapshot)
    }
    let fade = BasicAnimation(.opacity, from: 1, to: 0, duration: duration, timingFunction: timingFunction)
    // The snapshot retains its animation, so the animation must not retain the snapshot.
    snapshot.add(fade, forKey: "crossDissolve") { [unowned(unsafe) snapshot] end in
      snapshot.removeFromSuperlayer()
      completion?(end)
    }
  }
}

extension Stage {
  /// The maximum number of pixels of a snapshot. A larger layer changes without a fade.
  private static var maximumSnapshotArea: Int { 1 << 24 }

  /// Returns a layer that shows what `layer` showed in the last frame; nil if there is nothing to show.
  fileprivate func snapshot(of layer: Layer) -> Layer? {
    if layer === root {
      // The display list of the last frame has the cached images, which need not be drawn again.
      guard !displayList.isEmpty else { return nil }
      let image = image(of: displayList, size: size, over: .black)
      return FadingSnapshot(image, frame: Rect(origin: root.bounds.origin, size: root.bounds.size))
    }
    layer.layoutIfNeeded()
    guard let frame = visibleContent(of: layer) else { return nil }
    let area = PixelSize(width: Int(frame.width.ceiling), height: Int(frame.height.ceiling))
    guard area.width > 0, area.height > 0, area.width <= Self.maximumSnapshotArea / area.height else { return nil }
    var walk = SnapshotWalk()
    withPresentationValues {
      walk.drawContent(
        of: layer, map: .translation(x: -frame.minX, y: -frame.minY), on: PixelRect(area), using: rasterCache)
    }
    return FadingSnapshot(image(of: walk.list, size: area, over: .clear), frame: frame)
  }

  private func image(of list: DisplayList, size: PixelSize, over background: Color) -> Image {
    Image(size: size) { pixels in
      guard let target = PixelBuffer(pixels, size: size) else { return }
      rasterCache.renderer.draw(list, over: background, into: target, damage: [PixelRect(size)], workers: workers)
    }
  }

  /// Returns the rectangle of whole points, in the space of `layer`, that contains the visible pixels of the
  /// layer and its sublayers. If none are visible, the result is nil.
  private func visibleContent(of layer: Layer) -> Rect? {
    var visible = layer.inkBounds ?? layer.bounds
    let corners = [
      root.bounds.origin, Point(x: root.bounds.maxX, y: root.bounds.minY),
      Point(x: root.bounds.minX, y: root.bounds.maxY), Point(x: root.bounds.maxX, y: root.bounds.maxY),
    ].compactMap { layer.convert($0, from: root) }
    // In perspective, the corners of the screen do not bound what the layer shows.
    if corners.count == 4, Homography(layer.matrixToPlane).isAffine {
      let (xs, ys) = (corners.map { $0.x }, corners.map { $0.y })
      let low = Point(x: xs.reduce(.max) { min($0, $1) }, y: ys.reduce(.max) { min($0, $1) })
      let high = Point(x: xs.reduce(.min) { max($0, $1) }, y: ys.reduce(.min) { max($0, $1) })
      visible = visible.intersection(Rect(origin: low, size: Size(width: high.x - low.x, height: high.y - low.y)))
    }
    guard !visible.isEmpty else { return nil }
    let (left, top) = (Scalar(visible.minX.floor), Scalar(visible.minY.floor))
    return Rect(
      x: left, y: top, width: Scalar((visible.maxX - left).ceiling), height: Scalar((visible.maxY - top).ceiling))
  }
}
