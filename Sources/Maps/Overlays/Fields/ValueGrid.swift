public import CartoucheRaster

/// An overlay that shows a grid of values as colors, such as a hazard map or a forecast. All cells of the
/// grid have the same size on the map. A ``ValueGridRenderer`` draws the overlay.
public final class ValueGrid: Overlay {
  /// The rectangle of the map that the grid covers.
  public let boundingMapRect: MapRect
  /// The number of columns of the grid.
  public let columns: Int
  /// The number of rows of the grid.
  public let rows: Int
  /// The values of the cells, row by row from north to south. Each row runs from west to east. A cell without
  /// a value is nil.
  public let values: [Scalar?]

  /// The maximum number of columns of a grid, and also the maximum number of rows: 4096.
  public static let maximumSide = 4096

  /// Creates a grid of values.
  ///
  /// - Parameters:
  ///   - rect: The part of the map that the grid covers.
  ///   - columns: The number of columns, clamped to 0 … ``maximumSide``.
  ///   - rows: The number of rows, clamped to 0 … ``maximumSide``.
  ///   - values: The values of the cells, row by row from north to south, and from west to east within a row.
  ///     If there are fewer values than cells, the remaining cells have no value. If there are more values
  ///     than cells, the surplus values at the end are ignored.
  public init(over rect: MapRect, columns: Int, rows: Int, values: [Scalar?]) {
    boundingMapRect = rect
    self.columns = columns.clamped(from: 0, to: Self.maximumSide)
    self.rows = rows.clamped(from: 0, to: Self.maximumSide)
    let count = self.columns * self.rows
    self.values = Array(values.prefix(count)) + Array(repeating: nil, count: max(count - values.count, 0))
  }

  /// The center of the rectangle that the grid covers. If the center is not on the map, the coordinate is
  /// latitude 0, longitude 0.
  public var coordinate: Coordinate { Coordinate(boundingMapRect.center) ?? Coordinate(latitude: 0, longitude: 0) }

  /// Returns the value of the cell that contains a coordinate. If the coordinate is outside the grid, or the
  /// cell has no value, the result is nil.
  public func value(at coordinate: Coordinate) -> Scalar? {
    guard let point = MapPoint(coordinate), boundingMapRect.contains(point), columns > 0, rows > 0 else { return nil }
    let x = (point.x &- boundingMapRect.origin.x) & (MapPoint.worldSize - 1)
    let column = Int(Int128(x) * Int128(columns) / Int128(boundingMapRect.width))
    let row = Int(Int128(point.y - boundingMapRect.origin.y) * Int128(rows) / Int128(boundingMapRect.height))
    return values[min(row, rows - 1) * columns + min(column, columns - 1)]
  }
}

/// A renderer that draws the cells of a ``ValueGrid``. A cell without a value is fully transparent.
open class ValueGridRenderer: OverlayRenderer {
  /// The ways in which the color can change between adjacent cells of a value grid: abruptly or smoothly.
  public enum Smoothing: Hashable, Sendable {
    /// Each cell is filled with one color, so the color changes abruptly at the edge between two cells.
    case cells
    /// Between the centers of adjacent cells, the color is interpolated from the colors of these cells.
    case smooth
  }

  /// The color scale that assigns a color to the value of each cell. The default is ``ColorScale/heat``.
  public final var scale = ColorScale.heat {
    didSet {
      guard scale != oldValue else { return }
      image = nil
      setNeedsDisplay()
    }
  }

  /// The way in which the color changes between adjacent cells of the grid. By default, the color changes
  /// abruptly.
  public final var smoothing = Smoothing.cells { didSet { if smoothing != oldValue { setNeedsDisplay() } } }

  private var image: Image?

  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let grid = overlay as? ValueGrid else { return reportUnsuitableOverlay() }
    guard grid.columns > 0, grid.rows > 0 else { return }
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
