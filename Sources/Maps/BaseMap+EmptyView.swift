import CartoucheScene

extension BaseMap {
  /// Reports a view that shows nothing because all data is elsewhere.
  func reportEmptyView(_ view: MapTransform, _ style: CompiledStyle) {
    guard !hasReportedEmptyView else { return }
    let visible = view.visibleMapBounds
    var nearest: (file: String, area: MapRect)?
    for (index, entry) in style.sources.list.enumerated() where style.isUsed[index] {
      guard case .tiles(let tiles) = entry.source.content, let area = tiles.bounds, !area.isEmpty else { return }
      let bounds = InclusiveMapRect(area)
      for copy in -1...1 where bounds.translated(x: Int64(copy) * MapPoint.worldSize).intersects(visible) { return }
      nearest = nearest ?? (tiles.name, area)
    }
    guard let nearest, let dataCenter = Coordinate(nearest.area.center) else { return }
    hasReportedEmptyView = true
    report(.outsideData(file: nearest.file, center: view.camera.center, dataCenter: dataCenter))
  }
}
