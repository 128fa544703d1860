/// The position of a pixel: its column `x` and its row `y`, counted from 0 at the top left.
public struct PixelPoint: Hashable, Sendable, BitwiseCopyable {
  /// The pixel's column.
  public var x: Int
  /// The pixel's row.
  public var y: Int

  /// Creates the position of a pixel from the pixel's column and row.
  @inlinable
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

#if !hasFeature(Embedded)
  extension PixelPoint: Codable {}
#endif

/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable, BitwiseCopyable {
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Creates a size from a number of columns and a number of rows.
  @inlinable
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

#if !hasFeature(Embedded)
  extension PixelSize: Codable {}
#endif

/// A rectangle of whole pixels, with the columns `minX..<maxX` and the rows `minY..<maxY`.
public struct PixelRect: Hashable, Sendable, BitwiseCopyable {
  /// The rectangle's first column.
  public var minX: Int
  /// The rectangle's first row.
  public var minY: Int
  /// The column after the rectangle's last column.
  public var maxX: Int
  /// The row after the rectangle's last row.
  public var maxY: Int

  /// Creates the rectangle of the pixels in the columns `minX..<maxX` and the rows `minY..<maxY`.
  @inlinable
  public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// Creates a rectangle of the given size whose top left pixel is (0, 0).
  @inlinable
  public init(_ size: PixelSize) {
    self.init(minX: 0, minY: 0, maxX: size.width, maxY: size.height)
  }

  /// Creates the smallest rectangle of whole pixels that covers `rect`. One point is one pixel.
  ///
  /// The new rectangle's edges are clamped to ±2^30.
  public init(covering rect: Rect) {
    func limited(_ value: Int) -> Int { value.clamped(from: -(1 << 30), to: 1 << 30) }
    self.init(
      minX: limited(rect.minX.floor), minY: limited(rect.minY.floor),
      maxX: limited(rect.maxX.ceiling), maxY: limited(rect.maxY.ceiling))
  }

  /// A rectangle that contains no pixels: all four of its edges are 0.
  @inlinable public static var empty: PixelRect { PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0) }
  /// The rectangle's width, clamped to the range of `Int`. The width is negative if `maxX` is less than
  /// `minX`.
  @inlinable public var width: Int { maxX.saturatingSubtract(minX) }
  /// The rectangle's height, clamped to the range of `Int`. The height is negative if `maxY` is less than
  /// `minY`.
  @inlinable public var height: Int { maxY.saturatingSubtract(minY) }
  /// Whether the rectangle contains no pixels.
  @inlinable public var isEmpty: Bool { minX >= maxX || minY >= maxY }

  /// Returns the intersection of this rectangle and another.
  ///
  /// If the rectangles do not overlap, the width or height of the result is zero or negative.
  @inlinable
  public func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: Swift.max(minX, other.minX), minY: Swift.max(minY, other.minY),
      maxX: Swift.min(maxX, other.maxX), maxY: Swift.min(maxY, other.maxY))
  }

  /// Returns the smallest rectangle that contains this rectangle and another.
  ///
  /// If one of the two rectangles is empty, the result is the other rectangle.
  @inlinable
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: Swift.min(minX, other.minX), minY: Swift.min(minY, other.minY),
      maxX: Swift.max(maxX, other.maxX), maxY: Swift.max(maxY, other.maxY))
  }

  /// Returns the rectangle moved by an offset. Sums wrap around.
  package func moved(by offset: PixelPoint) -> PixelRect {
    PixelRect(minX: minX &+ offset.x, minY: minY &+ offset.y, maxX: maxX &+ offset.x, maxY: maxY &+ offset.y)
  }

  /// Returns whether this rectangle and another have a pixel in common.
  @inlinable
  public func intersects(_ other: PixelRect) -> Bool {
    !intersection(other).isEmpty
  }

  /// Returns whether all pixels of another rectangle are inside this rectangle.
  ///
  /// An empty rectangle has no pixels, so every rectangle contains it.
  @inlinable
  public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || (minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY)
  }
}

#if !hasFeature(Embedded)
  extension PixelRect: Codable {}
#endif

extension Int {
  /// Returns the difference, clamped to the range.
  @usableFromInline
  @inline(__always)
  func saturatingSubtract(_ other: Int) -> Int {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
