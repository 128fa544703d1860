public import CartoucheScene

/// A layer described by what it is made of and by how it follows a state: SwiftUI's `UIViewRepresentable`.
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
/// ``updateLayer(_:)`` is called once for any number of changes, before the next frame, and only for what it has itself read of `@Observable` objects; nothing
/// else of the description is looked at again.
public protocol LayerRepresentable {
  associatedtype LayerType: Layer

  /// Makes the layer, once. Its frame is the host's to set.
  func makeLayer() -> LayerType

  /// Brings the layer to what the state is now.
  func updateLayer(_ layer: LayerType)
}
