public import CartoucheRaster

/// An overlay that shows a grid of values as colors, such as a hazard map or a forecast. All cells have equal
/// size.
public final class ValueGrid: Overlay {
  public let boundingMapRect: MapRect
  public let columns: Int
  public let rows: Int
  /// The values of the cells, row by row from the northwest; nil for cells without a value.
  public let values: [Scalar?]

  /// The maximum number of columns, and also of rows, in a grid: 4096.
  public static let maximumSide = 4096

  /// Creates a grid of values.
  ///
  /// - Parameters:
  ///   - rect: The part of the map that the grid covers.
  ///   - columns: The number of columns, clamped to 0 … ``maximumSide``.
  ///   - rows: The number of rows, clamped to 0 … ``maximumSide``.
  ///   - values: The values of the cells, row by row from the northwest. If there are fewer values than
  ///     cells, the last cells have no value. Surplus values are ignored.
  public init(over rect: MapRect, columns: Int, rows: Int, values: [Scalar?]) {
    boundingMapRect = rect
    self.columns = columns.clamped(from: 0, to: Self.maximumSide)
    self.rows = rows.clamped(from: 0, to: Self.maximumSide)
    let count = self.columns * self.rows
    self.values = Array(values.prefix(count)) + Array(repeating: nil, count: max(count - values.count, 0))
  }

  public var coordinate: Coordinate { Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0) }

  /// Returns the value of the cell that contains a coordinate. If the coordinate is outside the grid, or the
  /// cell has no value, the method returns nil.
  public func value(at coordinate: Coordinate) -> Scalar? {
    guard let point = MapPoint(coordinate), boundingMapRect.contains(point), columns > 0, rows > 0 else { return nil }
    let x = (point.x &- boundingMapRect.origin.x) & (MapPoint.worldSize - 1)
    let column = Int(Int128(x) * Int128(columns) / Int128(boundingMapRect.width))
    let row = Int(Int128(point.y - boundingMapRect.origin.y) * Int128(rows) / Int128(boundingMapRect.height))
    return values[min(row, rows - 1) * columns + min(column, columns - 1)]
  }
}

/// A renderer that draws a ``ValueGrid``. Cells without a value are clear.
open class ValueGridRenderer: OverlayRenderer {
  /// The way in which colors change between adjacent cells of a value grid.
  public enum Smoothing: Hashable, Sendable {
    /// Each cell is filled with one color, so colors change abruptly at the edges of cells.
    case cells
    /// Colors are interpolated between the centers of adjacent cells.
    case smooth
  }

  /// The color scale for the values of the grid.
  public final var scale = ColorScale.heat {
    didSet {
      guard scale != oldValue else { return }
      image = nil
      setNeedsDisplay()
    }
  }

  /// The way in which colors change between adjacent cells of the grid.
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
    // At less than a pixel per cell, cells are averaged, or they would flicker.
    let isSmall = rect.width < Scalar(grid.columns) || rect.height < Scalar(grid.rows)
    context.draw(cells, in: rect, filter: isSmall ? .trilinear : smoothing == .cells ? .nearest : .bilinear)
  }
}
