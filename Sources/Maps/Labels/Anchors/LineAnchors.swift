import CartoucheRaster

/// Chooses places for the labels of a line: spaced evenly, where the line is straight enough.
///
/// - Source: MapLibre GL, the anchors of line labels. The same streets are then named as in other engines.
struct LineAnchors {
  /// The distance between two labels in pixels.
  var spacing: Double
  /// The length of the label in pixels.
  var labelLength: Double
  /// The greatest sum of bends below a letter's width, in radians; nil if the label has no text.
  var maximumAngle: Double?
  /// The size of the text in pixels.
  var textSize: Double
  /// The width of the tile in pixels.
  var tileWidth: Double
  /// The number of tiles of 512 pixels side by side in the tile.
  var overscaling: Double

  struct Anchor {
    var point: SIMD2<Double>
    var segment: Int
    /// The distance from the line's start.
    var distance: Double
  }

  /// Returns the anchors on a line that is clipped to its tile.
  func anchors(on line: PixelLine) -> [Anchor] {
    guard line.points.count > 1, line.length > 0, spacing > 0 else { return [] }
    var spacing = spacing
    if spacing - labelLength < spacing / 4 { spacing = labelLength + spacing / 4 }
    // A line that comes from the neighboring tile continues that tile's rhythm.
    let offset =
      continues(line)
      ? remainder(spacing / 2 * overscaling, spacing)
      : remainder((labelLength / 2 + textSize * 2) * overscaling, spacing)
    let anchors = anchors(on: line, from: offset, spacing: spacing)
    // A line that is too short for the offset may still have room in its middle.
    guard anchors.isEmpty, !continues(line) else { return anchors }
    return self.anchors(on: line, from: line.length / 2, spacing: line.length)
  }

  /// Returns the anchor in the middle of a line; nil if the label does not fit there.
  func center(of line: PixelLine) -> Anchor? {
    guard line.points.count > 1, line.length > 0 else { return nil }
    return anchor(on: line, at: line.length / 2)
  }

  private func anchors(on line: PixelLine, from offset: Double, spacing: Double) -> [Anchor] {
    // Thousands of labels on one line are a mistake of the style.
    let count = (((line.length - offset) / spacing).rounded(.down) + 1).clamped(from: 0, to: 1000)
    return (0..<Int(count)).compactMap { index in
      let distance = offset + Double(index) * spacing
      guard distance - labelLength / 2 >= 0, distance + labelLength / 2 <= line.length else { return nil }
      return anchor(on: line, at: distance)
    }
  }

  private func anchor(on line: PixelLine, at distance: Double) -> Anchor? {
    let (point, segment) = line.point(at: distance)
    guard point.x >= 0, point.y >= 0, point.x < tileWidth, point.y < tileWidth else { return nil }
    if let maximumAngle,
      !line.isStraight(around: distance, length: labelLength, window: textSize * 0.6, maximumAngle: maximumAngle)
    {
      return nil
    }
    return Anchor(point: point, segment: segment, distance: distance)
  }

  private func continues(_ line: PixelLine) -> Bool { isAtEdge(line.points[0]) }

  private func isAtEdge(_ point: SIMD2<Double>) -> Bool {
    point.x == 0 || point.y == 0 || point.x == tileWidth || point.y == tileWidth
  }

  /// Whether a line ends at the edge of its tile, on either side.
  func touchesEdge(_ line: PixelLine) -> Bool {
    line.points.first.map(isAtEdge) == true || line.points.last.map(isAtEdge) == true
  }

  private func remainder(_ value: Double, _ divisor: Double) -> Double {
    guard divisor > 0 else { return 0 }
    return value - (value / divisor).rounded(.down) * divisor
  }
}
