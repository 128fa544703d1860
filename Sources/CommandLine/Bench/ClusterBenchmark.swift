import Cartouche
import CartoucheInventedTown

/// Ten thousand annotations over 20 km × 20 km, and a map that is carried under them.
@MainActor
enum ClusterBenchmark {
  static let count = 10_000
  static let center = Coordinate(latitude: 37.7794, longitude: -122.4184)

  /// Frames of a pan; what they cost without annotations, and what zooming costs with them, is told on standard error.
  static func frames(on kiosk: Kiosk) throws -> any FrameBenchmark {
    let town = TownTileSource(try TownGenerator(center: (center.latitude, center.longitude)))
    let (stage, bareStage) = (kiosk.stage, Stage(size: kiosk.size))
    let (map, bareMap) = (Self.map(of: town, on: stage), Self.map(of: town, on: bareStage))
    // Twice: the first time tiles are read.
    _ = zoomed(stage, map)
    let plain = zoomed(stage, map)

    map.viewFor = { [unowned map] annotation in
      let view =
        map.dequeueReusableAnnotationView(withIdentifier: "marker")
        ?? MarkerAnnotationView(annotation: annotation, reuseIdentifier: "marker")
      (view.clusteringIdentifier, view.displayPriority) = ("all", .defaultHigh)
      return view
    }
    map.addAnnotations(annotations())
    let first = ContinuousClock().measure { _ = stage.commit() }
    let clustered = zoomed(stage, map)
    let more = zip(clustered, plain).map { max($0 - $1, .zero) }.max() ?? .zero
    map.camera = MapCamera(center: center, zoom: 12)
    _ = stage.commit()
    let views = map.clusters.count + map.annotations.count { map.view(for: $0) != nil }
    let carried = ScrolledMap(map, on: stage)
    let (without, with) = ScrolledMap.frames(ScrolledMap(bareMap, on: bareStage), carried)
    printToStandardError(
      "\(views) views on the screen; the first frame with \(count) annotations takes \(first.tenths) ms to settle, "
        + "one at another zoom \(clustered.max()?.tenths ?? "") ms at most, \(more.tenths) ms more than without; "
        + "carried without annotations a frame takes \(without.hundredths) ms, with them \(with.hundredths)")
    return LayerBenchmark(stage, period: ScrolledMap.period) { carried.scroll($0) }
  }

  private static func map(of town: TownTileSource, on stage: Stage) -> MapView {
    let map = MapView(frame: stage.root.bounds, theme: .standard)
    (map.sources, map.animatesAnnotations, map.annotationViewLimit) = ([town], false, 400)
    map.camera = MapCamera(center: center, zoom: 12)
    stage.root.addSublayer(map)
    _ = stage.commit()
    return map
  }

  /// How long frames take to settle from zoom 8 to 16, in quarters.
  private static func zoomed(_ stage: Stage, _ map: MapView) -> [Duration] {
    let clock = ContinuousClock()
    defer { map.camera = MapCamera(center: center, zoom: 12) }
    return (0...32).map { step in
      map.camera.zoom = 8 + Scalar(step) / 4
      return clock.measure { _ = stage.commit() }
    }
  }

  /// Half of them round twenty places, as real ones are, the others anywhere.
  private static func annotations() -> [PointAnnotation] {
    var random = SeededGenerator(6, 10_000)
    let places = (0..<20).map { _ in (random.between(-0.09, 0.09), random.between(-0.113, 0.113)) }
    return (0..<count).map { index in
      var (down, right) = (random.between(-0.09, 0.09), random.between(-0.113, 0.113))
      if index % 2 == 0 {
        let place = random.pick(places)
        (down, right) = (place.0 + random.triangular() * 0.008, place.1 + random.triangular() * 0.01)
      }
      return PointAnnotation(coordinate: Coordinate(latitude: center.latitude + down, longitude: center.longitude + right))
    }
  }
}
