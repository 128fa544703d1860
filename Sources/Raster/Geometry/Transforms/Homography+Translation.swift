extension Homography {
  /// The whole number of pixels by which every point is moved; nil for any other map.
  ///
  /// The offset counts as whole where it is after rounding to 1/65536 pixel. It is clamped to ±2^31.
  package var wholePixelTranslation: (x: Int64, y: Int64)? {
    guard isTranslation else { return nil }
    let offset = AffineTransform(normalizing: self)
    let (x, y) = (Scalar(rounding: offset.tx).rawValue, Scalar(rounding: offset.ty).rawValue)
    guard (x | y) & 65535 == 0 else { return nil }
    return ((x >> 16).clamped(from: -(1 << 31), to: 1 << 31), (y >> 16).clamped(from: -(1 << 31), to: 1 << 31))
  }

  /// The offset of ``wholePixelTranslation`` where the map is exactly that translation; nil for 2^20 pixels
  /// or more.
  package var integerTranslation: PixelPoint? {
    guard let (x, y) = wholePixelTranslation, max(x.magnitude, y.magnitude) < 1 << 20 else { return nil }
    let offset = PixelPoint(x: Int(x), y: Int(y))
    return self == .translation(x: Scalar(offset.x), y: Scalar(offset.y)) ? offset : nil
  }
}
