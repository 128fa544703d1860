extension Homography {
  /// The offset in whole pixels by which the transform moves every point; nil for any other transform.
  ///
  /// The transform's offset is first rounded to the nearest multiple of 1/65536 pixel. The returned numbers
  /// are clamped to ±2^31.
  package var wholePixelTranslation: (x: Int64, y: Int64)? {
    guard isTranslation else { return nil }
    let offset = AffineTransform(normalizing: self)
    let (x, y) = (Scalar(rounding: offset.tx).rawValue, Scalar(rounding: offset.ty).rawValue)
    guard (x | y) & 65535 == 0 else { return nil }
    return ((x >> 16).clamped(from: -(1 << 31), to: 1 << 31), (y >> 16).clamped(from: -(1 << 31), to: 1 << 31))
  }

  /// The offset of ``wholePixelTranslation`` if the transform is exactly that translation.
  ///
  /// The property is nil for any other transform, and for an offset of 2^20 pixels or more.
  package var integerTranslation: PixelPoint? {
    guard let (x, y) = wholePixelTranslation, max(x.magnitude, y.magnitude) < 1 << 20 else { return nil }
    let offset = PixelPoint(x: Int(x), y: Int(y))
    return self == .translation(x: Scalar(offset.x), y: Scalar(offset.y)) ? offset : nil
  }
}
