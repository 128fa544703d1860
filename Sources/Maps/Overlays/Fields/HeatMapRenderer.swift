public import CartoucheRaster

/// Draws a ``HeatMap``: every place warms what is round it, most in its middle, and together they have the scale's colours.
///
/// Places are added up in cells of a tenth to a fifth of the radius, in whole numbers, and these are blurred; the picture is kept until the map is zoomed or panned beyond it.
/// The work is one pass over the places and some fifty products a cell, of which there are no more than 2^19.
open class HeatMapRenderer: OverlayRenderer {
  /// How far a place warms.
  public enum Radius: Hashable, Sendable {
    /// The same on the screen at every zoom.
    case points(Scalar)
    /// The same on the map, as it is at the middle of all places.
    case meters(Double)
  }

  public final var radius = Radius.points(24) { didSet { if radius != oldValue { renew() } } }

  /// Which colour a heat from 0 to 1 has.
  public final var scale = ColorScale.heat { didSet { if scale != oldValue { renew() } } }

  /// The weight that makes a place as hot as can be: so many places of weight 1 on one spot.
  public final var saturation: Scalar = 10 { didSet { if saturation != oldValue { renew() } } }

  private var kept: (field: HeatField.Grid, image: Image)?

  private func renew() {
    kept = nil
    setNeedsDisplay()
  }

  open override var drawingOutset: Scalar {
    if case .points(let radius) = radius { return min(max(radius, 0), 1024) }
    // Metres are as many points as the zoom says: more than a view are never needed.
    return 2048
  }

  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let heat = overlay as? HeatMap, !heat.places.isEmpty else { return }
    let units: Int64
    switch radius {
    case .points(let radius): units = context.transform.units(for: min(max(radius, 1), 1024))
    case .meters(let meters):
      let scale = MapPoint.unitsPerMeter(atLatitude: heat.coordinate.latitude) ?? 0
      units = ElementaryFunctions.nearest(min(max(meters == meters ? meters : 0, 0) * scale, Double(MapPoint.worldSize / 8)))
    }
    guard units > 0 else { return }
    let seen = MapBounds(context.visibleMapRect)
    let data = MapBounds(heat.boundingMapRect).expanded(by: units)
    let needed = MapBounds(
      minX: max(seen.minX, data.minX), minY: max(seen.minY, data.minY), maxX: min(seen.maxX, data.maxX),
      maxY: min(seen.maxY, data.maxY))
    guard !needed.isEmpty else { return }
    if kept.map({ $0.field.radius == units && $0.field.box.contains(needed) }) != true {
      // An eighth of the view more on every side, for the next frames of a pan.
      let (dx, dy) = ((seen.maxX - seen.minX) / 8, (seen.maxY - seen.minY) / 8)
      let wanted = MapBounds(
        minX: max(seen.minX - dx, data.minX), minY: max(seen.minY - dy, data.minY), maxX: min(seen.maxX + dx, data.maxX),
        maxY: min(seen.maxY + dy, data.maxY))
      let field = HeatField(heat.places, HeatField.Grid(wanted, radius: units, point: context.transform.units(for: 1)))
      kept = (field.grid, image(of: field))
    }
    guard let kept else { return }
    let field = kept.field
    let rect = MapRect(
      origin: MapPoint(x: field.box.minX, y: field.box.minY), width: Int64(field.columns) << field.cellBits,
      height: Int64(field.rows) << field.cellBits)
    let (from, to) = (
      context.northUpTransform.point(at: context.shifted(rect.origin.x, rect.origin.y)),
      context.northUpTransform.point(at: context.shifted(rect.origin.x + rect.width, rect.origin.y + rect.height))
    )
    context.draw(
      kept.image, in: Rect(origin: from, size: Size(width: to.x - from.x, height: to.y - from.y)), filter: .bilinear)
  }

  private func image(of field: HeatField) -> Image {
    let colors = (0...255).map { scale.color(for: Scalar($0) / 255).premultiplied }
    // A place of weight 1 is 2^8 in the field.
    let full = max(Int64(clamping: (Int128(saturation.rawValue) << 8) >> 16), 1)
    return Image(size: PixelSize(width: field.grid.columns, height: field.grid.rows)) { pixels in
      for index in pixels.indices { pixels[index] = colors[Int(min(field.heat[index] * 255 / full, 255))] }
    }
  }
}
