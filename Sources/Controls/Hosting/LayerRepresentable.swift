public import CartoucheScene

/// A type that makes a layer and updates that layer from observable state, like SwiftUI's
/// `UIViewRepresentable`.
///
///     @Observable final class MapState { var center: Coordinate? }
///
///     struct Map: LayerRepresentable {
///       var state: MapState
///       func makeLayer() -> MapView { MapView(frame: .zero, theme: .standard) }
///       func updateLayer(_ map: MapView) {
///         guard let center = state.center else { return }
///         map.setCenter(center, animated: true)
///         state.center = nil
///       }
///     }
///
///     kiosk.root.addSublayer(HostingLayer(Map(state: state), frame: kiosk.root.bounds))
///
/// The observed state consists of the properties of `@Observable` objects that ``updateLayer(_:)`` reads.
/// After any number of changes of this state, ``updateLayer(_:)`` is called once, before the next frame.
public protocol LayerRepresentable {
  /// The class of the layer that ``makeLayer()`` returns.
  associatedtype LayerType: Layer

  /// Returns a new layer for the hosting layer to show.
  ///
  /// Each hosting layer calls the method once and then sets the frame of the returned layer.
  func makeLayer() -> LayerType

  /// Updates a layer to the current state. `layer` is the layer that ``makeLayer()`` returned.
  func updateLayer(_ layer: LayerType)
}
