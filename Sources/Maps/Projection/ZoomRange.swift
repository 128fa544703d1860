import CartoucheRaster

// The style specification has no zooms below 0, but MapLibre's maps do, and a layer without limits is shown.
extension Range<Scalar> {
  /// Returns whether something with this range of zooms is shown at a zoom.
  ///
  /// A lower bound of 0 is no limit, and includes all zooms below 0.
  func shows(_ zoom: Scalar) -> Bool {
    zoom < upperBound && (zoom >= lowerBound || lowerBound == 0 && !isEmpty)
  }

  /// Returns whether something with this range of zooms is shown at any zoom for which tiles of a whole zoom
  /// are prepared: up to the next, and for tiles of zoom 0 at all zooms below, too.
  func showsTiles(ofZoom zoom: Int) -> Bool {
    (upperBound > Scalar(zoom) || zoom == 0 && !isEmpty) && lowerBound < Scalar(zoom + 1)
  }
}
