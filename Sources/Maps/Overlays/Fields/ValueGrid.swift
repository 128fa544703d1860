public import CartoucheRaster

/// Values over a part of the map, in cells of one size: a hazard map, a forecast.
public final class ValueGrid: Overlay {
  public let boundingMapRect: MapRect
  public let columns: Int
  public let rows: Int
  /// Row by row from the north-west; nil where there is no value.
  public let values: [Scalar?]

  /// The most columns and rows.
  public static let maximumSide = 4096

  /// - Parameter values: row by row from the north-west. Where there are fewer than cells, the others have none; more do not count.
  public init(over rect: MapRect, columns: Int, rows: Int, values: [Scalar?]) {
    boundingMapRect = rect
    self.columns = min(max(columns, 0), Self.maximumSide)
    self.rows = min(max(rows, 0), Self.maximumSide)
    let count = self.columns * self.rows
    self.values = Array(values.prefix(count)) + Array(repeating: nil, count: max(count - values.count, 0))
  }

  public var coordinate: Coordinate { Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0) }

  /// The value of the cell at a place; nil beyond the grid, and where there is none.
  public func value(at coordinate: Coordinate) -> Scalar? {
    guard let place = MapPoint(coordinate), boundingMapRect.contains(place), columns > 0, rows > 0 else { return nil }
    let x = (place.x &- boundingMapRect.origin.x) & (MapPoint.worldSize - 1)
    let column = Int(Int128(x) * Int128(columns) / Int128(boundingMapRect.width))
    let row = Int(Int128(place.y - boundingMapRect.origin.y) * Int128(rows) / Int128(boundingMapRect.height))
    return values[min(row, rows - 1) * columns + min(column, columns - 1)]
  }
}

/// Draws a ``ValueGrid`` as coloured cells; those without a value are clear.
open class ValueGridRenderer: OverlayRenderer {
  /// How cells meet.
  public enum Smoothing: Hashable, Sendable {
    /// Each is of one colour.
    case cells
    /// Colours run from the middle of one to the middle of the next.
    case smooth
  }

  public final var scale = ColorScale.heat {
    didSet {
      guard scale != oldValue else { return }
      image = nil
      setNeedsDisplay()
    }
  }

  public final var smoothing = Smoothing.cells { didSet { if smoothing != oldValue { setNeedsDisplay() } } }

  private var image: Image?

  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let grid = overlay as? ValueGrid, grid.columns > 0, grid.rows > 0 else { return }
    let cells =
      image
      ?? Image(size: PixelSize(width: grid.columns, height: grid.rows)) { pixels in
        for index in pixels.indices { pixels[index] = grid.values[index].map { scale.color(for: $0).premultiplied } ?? 0 }
      }.withMipmaps()
    image = cells
    let rect = context.rect(for: grid.boundingMapRect)
    // Seen smaller than they are, cells are mixed, or they would flicker.
    let isSmall = rect.width < Scalar(grid.columns) || rect.height < Scalar(grid.rows)
    context.draw(cells, in: rect, filter: isSmall ? .trilinear : smoothing == .cells ? .nearest : .bilinear)
  }
}
