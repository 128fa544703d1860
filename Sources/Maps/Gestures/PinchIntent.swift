import CartoucheRaster

/// Decides whether two fingers mean to zoom, to rotate, or both.
///
/// Fingers that pinch also turn a little, and the reverse. What begins first raises the threshold of the
/// other. Past its threshold, a zoom or rotation counts from there, so that nothing jumps.
///
/// - Source: MapLibre GL JS asks for 25 pixels of arc, which is 14° of fingers 200 pixels apart, and Mapbox's
///   Android gestures ask for 15.3°. Unwanted turns of a pinch are up to 8°, so these angles are between.
struct PinchIntent {
  /// The zoom levels at which the zoom began; nil before.
  private var zoomOrigin: Scalar?
  /// The rotation of the fingers at which the map began to rotate; nil before.
  private var turnOrigin: Angle?

  /// The rotation of fingers that rotate the map, if they do not zoom it.
  private static let turnThreshold = Angle.degrees(10.5)
  /// The rotation of fingers that rotate a map that they zoom.
  private static let turnThresholdWhileZooming = Angle.degrees(12)
  /// The levels by which fingers zoom a map that they rotate: a change of their distance by 15 %.
  private static let zoomThresholdWhileTurning: Scalar = 0.2

  /// Whether the fingers rotate the map.
  var turns: Bool { turnOrigin != nil }

  /// Returns the levels by which the map is zoomed, for those of the fingers; nil before it zooms.
  mutating func zooms(for levels: Scalar) -> Scalar? {
    if zoomOrigin == nil {
      let threshold = turnOrigin == nil ? 0 : Self.zoomThresholdWhileTurning
      guard levels.magnitude >= threshold else { return nil }
      zoomOrigin = levels < 0 ? -threshold : threshold
    }
    return zoomOrigin.map { levels - $0 }
  }

  /// Returns the angle by which the map is turned, for that of the fingers; nil before it rotates.
  mutating func turn(for angle: Angle) -> Angle? {
    if turnOrigin == nil {
      let threshold = zoomOrigin == nil ? Self.turnThreshold : Self.turnThresholdWhileZooming
      guard angle.magnitude >= threshold else { return nil }
      turnOrigin = angle < .zero ? -threshold : threshold
    }
    return turnOrigin.map { angle - $0 }
  }

  mutating func endZoom() { zoomOrigin = nil }

  mutating func endTurn() { turnOrigin = nil }
}
