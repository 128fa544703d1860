public import CartoucheScene

/// A description of a layer and of how it follows observable state, like SwiftUI's `UIViewRepresentable`.
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
/// ``updateLayer(_:)`` is called once before the next frame, however many changes there were. Only properties
/// of `@Observable` objects that it reads itself are observed.
public protocol LayerRepresentable {
  associatedtype LayerType: Layer

  /// Makes the layer. Called once; the hosting layer sets its frame.
  func makeLayer() -> LayerType

  /// Updates the layer to the current state.
  func updateLayer(_ layer: LayerType)
}
