import CartoucheRaster

extension Scalar {
  /// The next whole number up.
  var roundedUp: Scalar { Scalar(ceiling) }
}
