/// A whole pixel of the panel.
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

/// A rectangle of whole pixels, half-open: columns `minX..<maxX`, rows `minY..<maxY`.
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

  /// The whole of a buffer of `size`.
  @inlinable
  public init(_ size: PixelSize) {
    self.init(minX: 0, minY: 0, maxX: size.width, maxY: size.height)
  }

  /// The pixels that `rect` touches; coordinates are held to ±2^30.
  public init(covering rect: Rect) {
    func held(_ value: Int) -> Int { Swift.min(Swift.max(value, -(1 << 30)), 1 << 30) }
    self.init(
      minX: held(rect.minX.floor), minY: held(rect.minY.floor), maxX: held(rect.maxX.ceiling), maxY: held(rect.maxY.ceiling))
  }

  @inlinable public static var empty: PixelRect { PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0) }
  /// Held to the range of `Int`; negative where the rectangle is inside out.
  @inlinable public var width: Int { maxX.saturatingSubtract(minX) }
  @inlinable public var height: Int { maxY.saturatingSubtract(minY) }
  @inlinable public var isEmpty: Bool { minX >= maxX || minY >= maxY }

  @inlinable
  public func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: Swift.max(minX, other.minX), minY: Swift.max(minY, other.minY),
      maxX: Swift.min(maxX, other.maxX), maxY: Swift.min(maxY, other.maxY))
  }

  /// The smallest rectangle that holds both; an empty one adds nothing.
  @inlinable
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: Swift.min(minX, other.minX), minY: Swift.min(minY, other.minY),
      maxX: Swift.max(maxX, other.maxX), maxY: Swift.max(maxY, other.maxY))
  }

  @inlinable
  public func intersects(_ other: PixelRect) -> Bool {
    !intersection(other).isEmpty
  }

  @inlinable
  public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || (minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY)
  }
}

extension Int {
  /// The difference, held to the range.
  @usableFromInline
  @inline(__always)
  func saturatingSubtract(_ other: Int) -> Int {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
