import Cartouche
import CartoucheInventedTown

/// A scrolling map with ten thousand annotations in an area of 20 km × 20 km.
@MainActor
enum ClusterBenchmark {
  static let count = 10_000
  static let center = Coordinate(latitude: 37.7794, longitude: -122.4184)

  /// Returns the frames of a pan.
  ///
  /// Prints on standard error how long frames without annotations take, and frames with annotations while
  /// zooming.
  static func frames(on kiosk: Kiosk) throws -> any FrameBenchmark {
    let town = TownTileSource(try TownGenerator(center: (center.latitude, center.longitude)))
    let (stage, bareStage) = (kiosk.stage, Stage(size: kiosk.size))
    let (map, bareMap) = (Self.map(of: town, on: stage), Self.map(of: town, on: bareStage))
    // Twice, because the first pass reads the tiles.
    _ = commitDurations(stage, map)
    let plain = commitDurations(stage, map)

    addAnnotations(count, to: map, around: center)
    let first = ContinuousClock().measure { _ = stage.commit() }
    let clustered = commitDurations(stage, map)
    let more = zip(clustered, plain).map { max($0 - $1, .zero) }.max() ?? .zero
    map.camera = MapCamera(center: center, zoom: 12)
    _ = stage.commit()
    let views = map.clusters.count + map.annotations.count { map.view(for: $0) != nil }
    let scrolled = ScrollingMapBenchmark(map, on: stage)
    let (without, with) = ScrollingMapBenchmark.frameDurations(ScrollingMapBenchmark(bareMap, on: bareStage), scrolled)
    printToStandardError(
      "\(views) views on the screen; committing the first frame with \(count) annotations takes \(first.tenths) ms, "
        + "one at another zoom at most \(clustered.max()?.tenths ?? "") ms, \(more.tenths) ms more than without; "
        + "a scrolled frame without annotations takes \(without.hundredths) ms, with them \(with.hundredths)")
    return LayerBenchmark(stage, period: ScrollingMapBenchmark.period) { scrolled.scroll($0) }
  }

  /// Adds annotations in an area of 20 km × 20 km around a place to a map, which clusters all of them.
  static func addAnnotations(_ count: Int, to map: MapView, around center: Coordinate) {
    map.viewFor = { [unowned map] annotation in
      let view =
        map.dequeueReusableAnnotationView(withIdentifier: "marker")
        ?? MarkerAnnotationView(annotation: annotation, reuseIdentifier: "marker")
      (view.clusteringIdentifier, view.displayPriority) = ("all", .defaultHigh)
      return view
    }
    map.addAnnotations(annotations(count, around: center))
  }

  private static func map(of town: TownTileSource, on stage: Stage) -> MapView {
    let map = MapView(frame: stage.root.bounds, theme: .standard)
    (map.sources, map.animatesAnnotations, map.annotationViewLimit) = ([town], false, 400)
    map.camera = MapCamera(center: center, zoom: 12)
    stage.root.addSublayer(map)
    _ = stage.commit()
    return map
  }

  /// Returns how long committing frames at the zooms 8 to 16, in quarters, takes.
  private static func commitDurations(_ stage: Stage, _ map: MapView) -> [Duration] {
    let clock = ContinuousClock()
    defer { map.camera = MapCamera(center: center, zoom: 12) }
    return (0...32).map { step in
      map.camera.zoom = 8 + Scalar(step) / 4
      return clock.measure { _ = stage.commit() }
    }
  }

  /// Half of the annotations are gathered around twenty points, as in real data, the others are spread
  /// evenly.
  private static func annotations(_ count: Int, around center: Coordinate) -> [PointAnnotation] {
    var random = SeededGenerator(6, 10_000)
    let hubs = (0..<20).map { _ in (random.between(-0.09, 0.09), random.between(-0.113, 0.113)) }
    return (0..<count).map { index in
      var (latitude, longitude) = (random.between(-0.09, 0.09), random.between(-0.113, 0.113))
      if index % 2 == 0 {
        let hub = random.pick(hubs)
        (latitude, longitude) = (hub.0 + random.triangular() * 0.008, hub.1 + random.triangular() * 0.01)
      }
      return PointAnnotation(
        coordinate: Coordinate(latitude: center.latitude + latitude, longitude: center.longitude + longitude))
    }
  }
}
