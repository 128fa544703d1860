public import CartoucheRaster

/// A renderer that draws a ``HeatMap``.
///
/// Each point of the heat map adds heat to the places within ``radius`` of the point. The heat decreases with
/// the distance from the point. At each place, the heat of all points is added up. ``scale`` assigns a color
/// to the sum.
///
/// The renderer divides the map into a grid of cells. It adds each point's weight to the cells nearest to the
/// point, and then blurs the grid. Heat is computed in integers. The width of a cell is a tenth to a fifth of
/// the radius, but at least half a point of the screen. If the grid would have more than 2^19 cells, the
/// cells are wider.
///
/// The renderer makes an image of the grid and caches the image. It makes a new image when the cached image
/// no longer covers the visible part of the heat map. If the radius is in points of the screen, it also makes
/// a new image when the map is zoomed. Making the image takes one pass over the points, and about fifty
/// multiplications for each cell.
open class HeatMapRenderer: OverlayRenderer {
  /// The radius of the heat around each point of a heat map, in points of the screen or in meters.
  public enum Radius: Hashable, Sendable {
    /// A radius in points of the screen, which is the same at every zoom.
    case points(Scalar)
    /// A radius in meters. Meters are converted to a length on the map at the latitude of the heat map's
    /// center.
    case meters(Double)
  }

  /// The radius of the heat around each point of the heat map. The default is 24 points of the screen.
  public final var radius = Radius.points(24) { didSet { if radius != oldValue { invalidate() } } }

  /// The color scale that assigns a color to each amount of heat. A heat above 1 has the same color as a heat
  /// of 1.
  public final var scale = ColorScale.heat { didSet { if scale != oldValue { invalidate() } } }

  /// The total weight of points that produces a heat of 1. With the default of 10, ten points of weight 1 at
  /// the same place produce a heat of 1.
  public final var saturation: Scalar = 10 { didSet { if saturation != oldValue { invalidate() } } }

  override var suitsImages: Bool { false }

  private var cached: (field: HeatField.Grid, image: Image)?

  private func invalidate() {
    cached = nil
    setNeedsDisplay()
  }

  open override var drawingOutset: Scalar {
    if case .points(let radius) = radius { return radius.clamped(from: 0, to: 1024) }
    // A radius in meters has any number of points, but more than a view is never needed.
    return 2048
  }

  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let heat = overlay as? HeatMap else { return reportUnsuitableOverlay() }
    guard !heat.weightedPoints.isEmpty else { return }
    let units: Int64
    switch radius {
    case .points(let radius): units = context.transform.units(for: radius.clamped(from: 1, to: 1024))
    case .meters(let meters):
      let scale = MapPoint.unitsPerMeter(atLatitude: heat.coordinate.latitude) ?? 0
      units = ElementaryFunctions.nearest(min(max(meters == meters ? meters : 0, 0) * scale, Double(MapPoint.worldSize / 8)))
    }
    guard units > 0 else { return }
    let visible = context.widePart
    let data = InclusiveMapRect(heat.boundingMapRect).expanded(by: units)
    let needed = visible.intersection(data)
    guard !needed.isEmpty else { return }
    if cached.map({ $0.field.radius == units && $0.field.box.contains(needed) }) != true {
      // An eighth of the view more on each side, for the next frames of a pan.
      let (dx, dy) = ((visible.maxX - visible.minX) / 8, (visible.maxY - visible.minY) / 8)
      let view = InclusiveMapRect(
        minX: visible.minX - dx, minY: visible.minY - dy, maxX: visible.maxX + dx, maxY: visible.maxY + dy)
      let grid = HeatField.Grid(view.intersection(data), in: view, radius: units, point: context.transform.units(for: 1))
      let field = HeatField(heat.weightedPoints, grid)
      cached = (field.grid, image(of: field))
    }
    guard let cached else { return }
    let field = cached.field
    let rect = MapRect(
      origin: MapPoint(x: field.box.minX, y: field.box.minY), width: Int64(field.columns) << field.cellBits,
      height: Int64(field.rows) << field.cellBits)
    let (from, to) = (
      context.northUpTransform.point(at: context.shifted(rect.origin.x, rect.origin.y)),
      context.northUpTransform.point(at: context.shifted(rect.origin.x + rect.width, rect.origin.y + rect.height))
    )
    context.draw(
      cached.image, in: Rect(origin: from, size: Size(width: to.x - from.x, height: to.y - from.y)), filter: .bilinear)
  }

  private func image(of field: HeatField) -> Image {
    let colors = (0...255).map { scale.color(for: Scalar($0) / 255).premultiplied }
    // A point of weight 1 is 2^8 in the field.
    let full = max(Int64(clamping: (Int128(saturation.rawValue) << 8) >> 16), 1)
    return Image(size: PixelSize(width: field.grid.columns, height: field.grid.rows)) { pixels in
      for index in pixels.indices { pixels[index] = colors[Int(min(field.heat[index] * 255 / full, 255))] }
    }
  }
}
