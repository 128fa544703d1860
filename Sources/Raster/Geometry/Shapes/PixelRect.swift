/// The position of a pixel, as a column `x` and a row `y`.
public struct PixelPoint: Hashable, Sendable, BitwiseCopyable {
  public var x: Int
  public var y: Int

  @inlinable
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable, BitwiseCopyable {
  public var width: Int
  public var height: Int

  @inlinable
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A rectangle of whole pixels: the columns `minX..<maxX` of the rows `minY..<maxY`.
public struct PixelRect: Hashable, Sendable, BitwiseCopyable {
  public var minX: Int
  public var minY: Int
  public var maxX: Int
  public var maxY: Int

  @inlinable
  public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// Creates the rectangle of all pixels of a buffer of the given size.
  @inlinable
  public init(_ size: PixelSize) {
    self.init(minX: 0, minY: 0, maxX: size.width, maxY: size.height)
  }

  /// Creates the smallest rectangle of whole pixels that covers `rect`, with coordinates clamped to ±2^30.
  public init(covering rect: Rect) {
    func limited(_ value: Int) -> Int { value.clamped(from: -(1 << 30), to: 1 << 30) }
    self.init(
      minX: limited(rect.minX.floor), minY: limited(rect.minY.floor),
      maxX: limited(rect.maxX.ceiling), maxY: limited(rect.maxY.ceiling))
  }

  @inlinable public static var empty: PixelRect { PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0) }
  /// The rectangle's width, clamped to the range of `Int`. The width is negative if `maxX` is less than
  /// `minX`.
  @inlinable public var width: Int { maxX.saturatingSubtract(minX) }
  /// The rectangle's height, clamped to the range of `Int`. The height is negative if `maxY` is less than
  /// `minY`.
  @inlinable public var height: Int { maxY.saturatingSubtract(minY) }
  @inlinable public var isEmpty: Bool { minX >= maxX || minY >= maxY }

  /// Returns the intersection of this rectangle with another.
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
  /// If one rectangle is empty, the result is the other rectangle.
  @inlinable
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: Swift.min(minX, other.minX), minY: Swift.min(minY, other.minY),
      maxX: Swift.max(maxX, other.maxX), maxY: Swift.max(maxY, other.maxY))
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

extension Int {
  /// Returns the difference, clamped to the range.
  @usableFromInline
  @inline(__always)
  func saturatingSubtract(_ other: Int) -> Int {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
