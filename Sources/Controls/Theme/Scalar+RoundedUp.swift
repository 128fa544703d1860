import CartoucheRaster

extension Scalar {
  /// The value rounded up to a whole number.
  var roundedUp: Scalar { Scalar(ceiling) }
}
