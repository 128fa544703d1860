import CartoucheRaster
import CartoucheScene

/// The overlays of a map. The stack has a layer for each overlay level, and each level layer contains a layer
/// for each overlay. The lower level and its image are below all other sublayers of the content layer.
///
/// Each overlay has a layer of its own because damage, the area to redraw, is tracked by layer. An overlay
/// that changes, fades, appears or disappears thus redraws only the pixels that it covers. In each frame with
/// a change, every overlay in sight costs a visit of some hundred nanoseconds.
final class OverlayStack {
  var rendererFor: ((any Overlay) -> OverlayRenderer?)? {
    didSet { for level in levels { for layer in level.layers { layer.discardRenderer() } } }
  }

  /// A closure that takes the errors that renderers find in their overlays.
  var onError: ((OverlayError) -> Void)?

  private let levels = OverlayLevel.allCases.map { _ in LevelLayer() }
  private var layers: [ObjectIdentifier: OverlayLayer] = [:]

  /// The layer of one overlay level.
  private final class LevelLayer: Layer {
    var transform2D: MapTransform?
    unowned(unsafe) var stack: OverlayStack?
    private(set) var layers: [OverlayLayer] = []

    init() { super.init(frame: .zero) }

    /// An overlay that is hidden or shown changes no size.
    override func invalidateIntrinsicContentSize() {}

    func insert(_ layer: OverlayLayer, at index: Int) {
      let index = index.clamped(from: 0, to: layers.count)
      layers.insert(layer, at: index)
      insertSublayer(layer, at: index)
      layer.reload()
    }

    func remove(_ layer: OverlayLayer) {
      layers.removeAll { $0 === layer }
      layer.removeFromSuperlayer()
    }

    /// Places the overlay layers for a camera.
    func layOut(_ transform: MapTransform, within visible: InclusiveMapRect, _ motion: Motion) {
      // A callback may add and remove overlays.
      for layer in layers where layer.superlayer === self {
        let isTranslated = motion == .translation || motion == .longTranslation && !layer.dependsOnClipExtent
        layer.updatePlacement(transform, within: visible, isTranslated: isTranslated) { stack?.rendererFor?($0) }
      }
    }

    /// Adds what the overlays draw in a part of another view to a list.
    ///
    /// - Parameter scratch: A list whose memory is reused.
    /// - Returns: Whether an image can stand for the drawing.
    func draw(
      _ part: Rect, of view: MapTransform, into list: inout DisplayList, transform: Homography, scratch: inout DisplayList
    ) -> Bool {
      let visible = view.mapBounds(of: part)
      // A callback may add and remove overlays.
      for layer in layers where layer.superlayer === self {
        let isSuitable = layer.draw(part, of: view, within: visible, into: &list, transform: transform, scratch: &scratch) {
          stack?.rendererFor?($0)
        }
        guard isSuitable else { return false }
      }
      return true
    }

    /// Exchanges the positions of two layers.
    func exchange(_ a: Int, _ b: Int) {
      layers.swapAt(a, b)
      // From the lower to the upper position, so that each index is that of the result.
      for index in [min(a, b), max(a, b)] { insertSublayer(layers[index], at: index) }
    }

    /// Places the overlay layers that requested placement while the map was at rest.
    override func layoutSublayers() {
      guard let transform2D else { return }
      let visible = transform2D.visibleMapBounds
      for layer in layers where layer.consumePlacementRequest() {
        layer.updatePlacement(transform2D, within: visible) { stack?.rendererFor?($0) }
      }
    }
  }

  /// How overlays move from one place to the next.
  private enum Motion {
    /// The overlays are scrolled with the tiles.
    case translation
    /// The overlays are scrolled with the tiles. What reaches far beyond the view is clipped elsewhere now.
    case longTranslation
    case other
  }

  /// Where overlays are placed.
  private struct Place {
    var transform: MapTransform
    /// The offset between the tiles' plane and the overlays' plane.
    var offset: SIMD2<Int64>

    func motion(to next: Place) -> Motion {
      let isScrolled = transform == next.transform || transform.isTranslation(of: next.transform)
      guard isScrolled, offset == next.offset else { return .other }
      return transform.originRelativeClipExtent == next.transform.originRelativeClipExtent ? .translation : .longTranslation
    }
  }

  private let contentLayer: CachedScrollLayer
  /// The layer of the overlays that are above the map's labels.
  let upperLayer: Layer = LevelContainer()
  /// The layer of the other overlays.
  private let lowerLayer: Layer = LevelContainer()
  /// Where the overlays of each level were placed last; nil before that.
  private var places = [Place?](repeating: nil, count: OverlayLevel.allCases.count)

  /// A layer without a size, through which touches pass.
  private final class LevelContainer: Layer {
    init() { super.init(frame: .zero) }
    /// Overlays that give way to an image, and come back, change no size.
    override func invalidateIntrinsicContentSize() {}
    override func hitTest(_ point: Point) -> Layer? { nil }
  }

  /// Creates an overlay stack.
  ///
  /// - Parameter contentLayer: The layer that contains the overlays below the map's labels.
  init(on contentLayer: CachedScrollLayer) {
    self.contentLayer = contentLayer
    for level in levels { level.stack = self }
  }

  deinit {
    for level in levels { level.stack = nil }
  }

  /// The images that stand for the crowded overlays of each level in a motion.
  let images = OverlayLevel.allCases.map { OverlayImages(of: $0) }
  /// Called when the map must be laid out in the next frame, to go on with an image.
  var onRequest: (() -> Void)?
  /// Called when the map must be laid out before it is drawn again, because an overlay has changed that an
  /// image shows.
  var onImageChange: (() -> Void)?
  /// A list whose memory is reused.
  private var scratch = DisplayList()
  /// The number of points of the last drawings of each level's overlays that are in view. It stays the same
  /// while an image stands for them, and below the labels while a pan draws parts of them.
  private var pointCounts = [Int](repeating: 0, count: OverlayLevel.allCases.count)
  /// The number of points from which overlays are crowded. In a turn of 1280 × 720 points, drawing their
  /// shapes then takes about as long as drawing an image.
  private static let crowdedPointCount = 8192

  /// Places the overlays for the current camera, but for those that stay out of sight, and those for which an
  /// image stands.
  ///
  /// - Parameters:
  ///   - tiles: The transform of the tiles' plane. If the offset between the tiles' plane and the overlays'
  ///     plane changes, overlays cannot be scrolled with the tiles.
  ///   - context: What the images need; nil if none may be used.
  func layOut(_ transform: MapTransform, on tiles: MapTransform, imagesFor context: OverlayImages.Context?) {
    let place = Place(transform: transform, offset: transform.middle &- tiles.middle)
    let visible = transform.visibleMapBounds
    for level in OverlayLevel.allCases {
      let (layer, images) = (levels[level.rawValue], images[level.rawValue])
      layOutImages(context, level)
      // Hidden, so that overlays are neither placed nor walked in a frame that shows their image.
      if layer.isHidden != images.isShown { layer.isHidden = images.isShown }
      layer.transform2D = images.isShown ? nil : transform
      if images.isShown { continue }
      layer.layOut(transform, within: visible, places[level.rawValue]?.motion(to: place) ?? .other)
      places[level.rawValue] = place
    }
  }

  private func layOutImages(_ context: OverlayImages.Context?, _ level: OverlayLevel) {
    let (layer, images) = (levels[level.rawValue], images[level.rawValue])
    guard let context, !layer.layers.isEmpty else { return images.removeAll() }
    images.layOut(context, isCrowded: pointCounts[level.rawValue] > Self.crowdedPointCount) { view, part, list, transform in
      var recorded = DisplayList()
      swap(&recorded, &scratch)
      defer {
        recorded.removeAll()
        swap(&recorded, &scratch)
      }
      return layer.draw(part, of: view, into: &list, transform: transform, scratch: &recorded)
    }
  }

  /// Inserts an overlay, and returns true. If the stack already contains the overlay, nothing changes and the
  /// method returns false.
  @discardableResult
  func insert(_ overlay: any Overlay, at index: Int, _ level: OverlayLevel) -> Bool {
    guard layers[ObjectIdentifier(overlay)] == nil else { return false }
    let layer = OverlayLayer(overlay, on: level == .aboveLabels ? nil : contentLayer)
    layers[ObjectIdentifier(overlay)] = layer
    layer.onError = { [weak self] in self?.onError?($0) }
    layer.onChange = { [weak self] in self?.images[level.rawValue].contentDidChange() }
    layer.onRecording = { [weak self] in self?.drawingDidChange(by: $0, level) }
    if levels[level.rawValue].superlayer == nil { addLevels() }
    levels[level.rawValue].insert(layer, at: index)
    return true
  }

  /// Adds the layers of the levels and of their images.
  private func addLevels() {
    let (lower, upper) = (OverlayLevel.aboveRoads.rawValue, OverlayLevel.aboveLabels.rawValue)
    contentLayer.insertSublayer(lowerLayer, at: 0)
    lowerLayer.addSublayer(images[lower].layer)
    lowerLayer.addSublayer(levels[lower])
    upperLayer.addSublayer(images[upper].layer)
    upperLayer.addSublayer(levels[upper])
    for images in images {
      images.onRequest = { [weak self] in self?.onRequest?() }
      images.onChange = { [weak self] in self?.onImageChange?() }
    }
  }

  /// Exchanges the positions of two overlays. If one of them is not in the stack, nothing changes.
  func exchange(_ overlay: any Overlay, _ other: any Overlay) {
    guard overlay !== other, let (level, index) = position(of: overlay), let (otherLevel, otherIndex) = position(of: other) else {
      return
    }
    guard level != otherLevel else {
      layers[ObjectIdentifier(overlay)]?.onChange?()
      return levels[level.rawValue].exchange(index, otherIndex)
    }
    remove(overlay)
    remove(other)
    insert(overlay, at: otherIndex, otherLevel)
    insert(other, at: index, level)
  }

  private func position(of overlay: any Overlay) -> (level: OverlayLevel, index: Int)? {
    for level in OverlayLevel.allCases {
      if let index = levels[level.rawValue].layers.firstIndex(where: { $0.overlay === overlay }) { return (level, index) }
    }
    return nil
  }

  func remove(_ overlay: any Overlay) {
    guard let layer = layers.removeValue(forKey: ObjectIdentifier(overlay)) else { return }
    for level in levels { level.remove(layer) }
    layer.onChange?()
    layer.onRecording?(-layer.recordedPointCount)
    (layer.onChange, layer.onRecording) = (nil, nil)
  }

  /// Takes note of the number of points of a new drawing.
  private func drawingDidChange(by change: Int, _ level: OverlayLevel) {
    let wasCrowded = pointCounts[level.rawValue] > Self.crowdedPointCount
    pointCounts[level.rawValue] += change
    if !wasCrowded, pointCounts[level.rawValue] > Self.crowdedPointCount { images[level.rawValue].requestLayout() }
  }

  /// Whether the next layout goes on with an image of a level, or shows the overlays' shapes in place of one.
  var hasActiveImages: Bool { images.contains { $0.isActive } }

  func overlays(in level: OverlayLevel) -> [any Overlay] { levels[level.rawValue].layers.map(\.overlay) }

  func layer(of overlay: any Overlay) -> OverlayLayer? { layers[ObjectIdentifier(overlay)] }
}
