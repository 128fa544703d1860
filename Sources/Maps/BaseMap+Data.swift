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

  /// Redraws the map after a change of GeoJSON data.
  func observeData() {
    let current = sources.list.compactMap { entry -> GeoJSONSource? in
      if case .geoJSON(let source) = entry.source.content { source } else { nil }
    }
    for (source, number) in observed where !current.contains(where: { $0 === source }) { source.removeObserver(number) }
    observed = current.map { source in
      if let known = observed.first(where: { $0.source === source }) { return known }
      let box = MapReference(map)
      return (source, source.addObserver { box.dataDidChange() })
    }
  }
}
