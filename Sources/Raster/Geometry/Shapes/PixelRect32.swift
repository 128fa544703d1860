/// A half-open rectangle of pixels in 32-bit coordinates.
struct PixelRect32: BitwiseCopyable, Equatable {
  var minX: Int32, minY: Int32, maxX: Int32, maxY: Int32

  static var empty: PixelRect32 { PixelRect32(minX: 0, minY: 0, maxX: 0, maxY: 0) }

  init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  init(_ size: PixelSize) {
    self.init(minX: 0, minY: 0, maxX: Int32(truncatingIfNeeded: size.width), maxY: Int32(truncatingIfNeeded: size.height))
  }

  /// Creates the bounds of all pixels that a rectangle touches, clamped to ±2^30.
  init(covering minX: Scalar, _ minY: Scalar, _ maxX: Scalar, _ maxY: Scalar) {
    func pixel(_ value: Int64) -> Int32 { Int32(truncatingIfNeeded: (value >> 16).clamped(from: -(1 << 30), to: 1 << 30)) }
    let almostOne = Scalar(rawValue: 65535)
    self.init(
      minX: pixel(minX.rawValue), minY: pixel(minY.rawValue), maxX: pixel((maxX + almostOne).rawValue),
      maxY: pixel((maxY + almostOne).rawValue))
  }

  var isEmpty: Bool { minX >= maxX || minY >= maxY }

  func intersection(_ other: PixelRect32) -> PixelRect32 {
    let common = PixelRect32(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
    return common.isEmpty ? .empty : common
  }

  /// Returns the smallest rectangle that contains this rectangle and another. An empty rectangle adds
  /// nothing.
  func union(_ other: PixelRect32) -> PixelRect32 {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect32(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// Returns the part of the rectangle inside `rect`, which may be empty or inverted.
  @inline(__always)
  func part(in rect: PixelRect) -> PixelRect {
    PixelRect(
      minX: max(Int(minX), rect.minX), minY: max(Int(minY), rect.minY), maxX: min(Int(maxX), rect.maxX),
      maxY: min(Int(maxY), rect.maxY))
  }
}
