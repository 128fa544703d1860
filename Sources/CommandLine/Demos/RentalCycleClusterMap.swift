import Cartouche

/// A map of rental cycles in clusters, which it provides views for.
///
/// Modeled on Apple's sample code "Decluttering a map with MapKit annotation clustering".
@MainActor
final class RentalCycleClusterMap: @MainActor MapViewDelegate {
  private let map: MapView

  init(on kiosk: Kiosk, data: RentalCycleData, town: TownTileSource) {
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
    case is RentalCycleAnnotation:
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
