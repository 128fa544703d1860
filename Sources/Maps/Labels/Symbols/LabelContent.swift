import CartoucheRaster

/// What a feature shows in a symbol layer: a text, an icon, or both.
final class LabelContent: Sendable {
  /// A place of the text beside its anchor.
  struct Option: Sendable {
    /// The index of the text in ``texts``.
    var text: Int
    /// The distance of the text from its usual place, in 24ths of its size.
    var x: Double
    var y: Double
  }

  /// The icon of a feature.
  struct Icon: Sendable {
    var name: String
    var image: StyleImage
    var anchor: LabelAnchor
    /// The offset in pixels of an icon of size 1.
    var offset: SIMD2<Double>
    /// The angle in degrees, clockwise.
    var rotation: Double
    /// The distances that other symbols keep from the icon: top, right, bottom, left.
    var padding: SIMD4<Double>
    /// How the icon follows the size of the text, and its distance from the text: top, right, bottom, left.
    var textFit = IconTextFit.none
    var textFitPadding = SIMD4<Double>.zero

    /// The icon's edges in pixels at size 1, relative to its anchor.
    var box: LabelBox {
      let (width, height) = (Double(image.size.width), Double(image.size.height))
      let (x, y) = (offset.x - width * anchor.horizontal, offset.y - height * anchor.vertical)
      return LabelBox(minX: x, minY: y, maxX: x + width, maxY: y + height)
    }
  }

  /// The feature in its tile.
  struct Origin: Sendable {
    /// The index of the source among the map's sources.
    var source: Int
    var tile: StyledTile
    var id: TileID
    /// The index of the tile's layer.
    var layer: Int
  }

  let origin: Origin
  /// The index of the style layer in ``CompiledStyle/layers``.
  let layer: Int
  /// The values of the properties that depend on the feature, and the zoom for which they were evaluated.
  let group: FeatureGroup
  let tileZoom: Int
  /// The whole text without its form.
  let name: String
  /// The text as long as it is not shaped. Placed labels have none.
  let unshapedText: FormattedText?
  /// The text, with each justification that its places need.
  let texts: [ShapedText]
  /// The places of the text, of which the first that is free is taken.
  let options: [Option]
  /// The text from top to bottom; nil if it may not be written so.
  let vertical: ShapedText?
  /// Whether the text from top to bottom is tried first.
  let prefersVertical: Bool
  let textRotation: Double
  let textPadding: Double
  let icon: Icon?
  let sortKey: Double

  /// Creates a content whose text is not shaped.
  ///
  /// - Parameter text: The text; nil if there is none.
  init(
    origin: Origin, layer: Int, group: FeatureGroup, tileZoom: Int, text: FormattedText?, textRotation: Double,
    textPadding: Double, icon: Icon?, sortKey: Double
  ) {
    self.origin = origin
    (self.layer, self.group, self.tileZoom, self.icon, self.sortKey) = (layer, group, tileZoom, icon, sortKey)
    (self.textRotation, self.textPadding) = (textRotation, textPadding)
    (name, unshapedText) = (text?.text ?? "", text)
    (texts, options, vertical, prefersVertical) = ([], [], nil, false)
  }

  /// Creates a content with the shaped text of another one.
  init(_ outline: LabelContent, texts: [ShapedText], options: [Option], vertical: ShapedText?, prefersVertical: Bool) {
    origin = outline.origin
    (layer, group, tileZoom) = (outline.layer, outline.group, outline.tileZoom)
    (icon, sortKey) = (outline.icon, outline.sortKey)
    (textRotation, textPadding) = (outline.textRotation, outline.textPadding)
    (name, unshapedText) = (outline.name, nil)
    (self.texts, self.options, self.vertical, self.prefersVertical) = (texts, options, vertical, prefersVertical)
  }

  var hasText: Bool { unshapedText != nil || !texts.isEmpty }

  var byteCount: Int {
    320 + name.utf8.count + texts.reduce(0) { $0 + $1.byteCount } + (vertical?.byteCount ?? 0)
      + (unshapedText?.sections.count ?? 0) * MemoryLayout<FormattedText.Section>.stride
  }
}

/// An upright rectangle in pixels or points.
struct LabelBox: Sendable, Hashable {
  var minX = 0.0, minY = 0.0, maxX = 0.0, maxY = 0.0

  var isEmpty: Bool { !(minX < maxX && minY < maxY) }
  /// The distance from the origin to the farthest corner.
  var reach: Double { SIMD2(max(abs(minX), abs(maxX)), max(abs(minY), abs(maxY))).length }

  /// Returns the box of all points of this box, scaled, turned about the origin and moved.
  func placed(at origin: SIMD2<Double>, scale: Double, sine: Double = 0, cosine: Double = 1) -> LabelBox {
    if sine == 0, cosine == 1 {
      return LabelBox(
        minX: origin.x + minX * scale, minY: origin.y + minY * scale, maxX: origin.x + maxX * scale, maxY: origin.y + maxY * scale)
    }
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    for index in 0..<4 {
      let corner = SIMD2(index & 1 == 0 ? minX : maxX, index & 2 == 0 ? minY : maxY)
      let point = origin + (corner * scale).turned(sine: sine, cosine: cosine)
      (low, high) = (pointwiseMin(low, point), pointwiseMax(high, point))
    }
    return LabelBox(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }

  func expanded(_ padding: SIMD4<Double>) -> LabelBox {
    LabelBox(minX: minX - padding[3], minY: minY - padding[0], maxX: maxX + padding[1], maxY: maxY + padding[2])
  }

  func expanded(by margin: Double) -> LabelBox { expanded(SIMD4(repeating: margin)) }

  var rect: Rect {
    Rect(
      x: Scalar(minX), y: Scalar(minY), width: Scalar(max(maxX - minX, 0)), height: Scalar(max(maxY - minY, 0)))
  }
}
