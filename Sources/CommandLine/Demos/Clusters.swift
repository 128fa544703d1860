import ArgumentParser
import Cartouche
import CartoucheInventedTown

// The article is "Apple의 클러스터링 레퍼런스 파헤치기" (2024), on Apple's sample "Decluttering a Map with MapKit Annotation Clustering".

struct ClustersDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clusters", abstract: "Cycles for hire on a map, in clusters where they would lie over one another.",
    discussion: "A tap on a cluster zooms to its cycles. With a FILE (JSON), those in it; else invented ones.")

  @Argument(help: "A file of cycles.", completion: .file(extensions: ["json"]))
  var file: String?

  @OptionGroup var options: CommonOptions

  func run() throws {
    try MainActor.assumeIsolated {
      let center = Coordinate(latitude: 37.779379, longitude: -122.418433)
      let data = try file.map { try CycleData(contentsOfFile: $0) } ?? .invented(around: center)
      let middle = data.region.center
      let town = TownTileSource(try TownGenerator(center: (middle.latitude, middle.longitude)))
      // A map does not hold its delegate.
      var clusters: Clusters?
      try show(options) { clusters = Clusters(on: $0, data: data, town: town) }
      withExtendedLifetime(clusters) {}
    }
  }
}

/// The article's view controller.
@MainActor
final class Clusters: @MainActor MapViewDelegate {
  private let map: MapView

  init(on kiosk: Kiosk, data: CycleData, town: TownTileSource) {
    map = MapView(frame: kiosk.root.bounds, theme: .standard)
    map.autoresizingMask = .fill
    map.sources = [town]
    map.delegate = self
    map.register(CycleView.self, forAnnotationViewWithReuseIdentifier: CycleView.identifier)
    map.register(CycleClusterView.self, forAnnotationViewWithReuseIdentifier: CycleClusterView.identifier)
    map.region = data.region
    map.addAnnotations(data.cycles)
    kiosk.root.addSublayer(map)
  }

  func mapView(_ mapView: MapView, viewFor annotation: any Annotation) -> AnnotationView? {
    switch annotation {
    case is Cycle:
      return mapView.dequeueReusableAnnotationView(withIdentifier: CycleView.identifier, for: annotation)
    case is ClusterAnnotation:
      let view = mapView.dequeueReusableAnnotationView(withIdentifier: CycleClusterView.identifier, for: annotation)
      (view as? CycleClusterView)?.fonts = mapView.theme.fonts
      return view
    default:
      return nil
    }
  }
}
