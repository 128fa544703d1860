public import CartoucheRaster
import CartoucheScene

/// An object that draws an overlay: MapKit's `MKOverlayRenderer`.
///
///     final class PortalRenderer: OverlayRenderer {
///       override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
///         guard let portal = overlay as? Portal, let center = MapPoint(portal.coordinate) else { return }
///         context.draw(portal.image, in: context.rect(for: MapRect(center: center, mapPoints: 400)))
///       }
///     }
///
/// The drawing is cached as pixels until it is invalidated, or the map is zoomed or rotated. When the map is
/// panned, cached pixels move along, and ``draw(_:zoomScale:in:)`` is called for the strips that come into
/// view.
///
/// When something above a resting overlay moves, its renderer is called once for the whole view, and the
/// shapes are cached. Renderers of lines, shapes, fog and tiles are called for each part instead, because
/// they draw little outside it.
///
/// The position of a drawing must not depend on the part of the map that is visible, unless
/// ``needsDisplayOnCameraChange`` is true.
open class OverlayRenderer {
  /// The overlay that is drawn.
  public final let overlay: any Overlay

  /// The opacity of the overlay, composited as a group, from 0 (invisible) to 1.
  public final var alpha: Scalar = 1 { didSet { layer?.opacity = alpha } }

  /// The layer that uses the renderer.
  final weak var layer: OverlayLayer?

  /// Creates the renderer of an overlay.
  public init(overlay: any Overlay) {
    self.overlay = overlay
  }

  /// Draws the part of the overlay within `mapRect` into `context`. The default draws nothing.
  ///
  /// It may be called for the whole visible area or for parts of it, such as the strips that a pan brings
  /// into view, in any order; where the world is visible more than once, it is called once for each copy. Its
  /// drawing at a point must not depend on the part. It must not change layers.
  ///
  /// - Parameters:
  ///   - mapRect: The area to draw, including ``OverlayRenderer/drawingOutset``. Anything drawn outside it is
  ///     either not shown or drawn equally by another call. With
  ///     ``OverlayRenderer/needsDisplayOnCameraChange`` it is the visible area.
  ///   - zoomScale: The size of MapKit's map points on the screen.
  open func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {}

  /// The distance beyond ``Overlay/boundingMapRect`` in which something is drawn, in points of the screen:
  /// half a line width.
  open var drawingOutset: Scalar { 0 }

  /// Whether the drawing depends on the visible part of the map, as a legend in a corner does. It is then
  /// redrawn completely whenever the map moves.
  open var needsDisplayOnCameraChange: Bool { false }

  /// Whether the renderer draws little outside a part, so that it should be called for each part rather than
  /// once for the whole view.
  var prefersPartialDrawing: Bool { false }

  /// Redraws the overlay, and reads its ``Overlay/boundingMapRect`` again.
  public final func setNeedsDisplay() { layer?.reload() }

  /// Redraws a part of the overlay; no other pixels are redrawn.
  public final func setNeedsDisplay(in mapRect: MapRect) { layer?.reload(in: mapRect) }
}
