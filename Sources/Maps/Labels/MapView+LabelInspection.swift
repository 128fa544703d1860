package import CartoucheRaster

extension MapView {
  /// Whether the boxes and circles are drawn by which labels avoid each other.
  package var showsCollisions: Bool {
    get { labels.showsShapes }
    set { labels.showsShapes = newValue }
  }

  /// The labels that the map shows, in the order of drawing.
  package func listedLabels() -> [ListedLabel] { baseMap.isReplaced ? [] : labels.listed() }

  /// How often workers placed labels, and how long it took.
  package var labelStatistics: LabelStatistics { labels.statistics }

  /// The number of times that labels were recorded for drawing with the present fonts. Each drawing
  /// of labels of an earlier style, which fade out, is counted too.
  package var labelRecordingCount: Int { labels.storage.recordingCount }

  /// The number of pairs of labels of the block around the view that overlap by more than a point, though
  /// they may not, if ``showsCollisions``.
  package func labelOverlapCount() -> Int { labels.overlapCount() }

  /// The corner of the block of cells for which labels were placed, on the map's grid of whole points.
  package var labelBlock: PixelPoint? { labels.block }
}
