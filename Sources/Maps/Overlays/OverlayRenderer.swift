public import CartoucheRaster
import CartoucheScene

/// An object that draws an overlay: MapKit's `MKOverlayRenderer`. Subclasses override
/// ``draw(_:zoomScale:in:)``.
///
///     final class PortalRenderer: OverlayRenderer {
///       override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
///         guard let portal = overlay as? Portal, let center = MapPoint(portal.coordinate) else { return }
///         context.draw(portal.image, in: context.rect(for: MapRect(center: center, mapPoints: 400)))
///       }
///     }
///
/// The pixels of the drawing are cached until the drawing is invalidated, or the map is zoomed or rotated.
/// While the map is panned, the cached pixels move with the map. During a pan, ``draw(_:zoomScale:in:)`` is
/// called only for the strips of the map that come into view.
///
/// While the map rests, a layer above the overlay may move. The overlay's pixels behind that layer must then
/// be redrawn. In that case, the renderer is called once for the whole view, and its display list is cached.
/// The renderers of lines, shapes, fog and tiles are called for each part to redraw instead. These renderers
/// draw little outside the requested part.
///
/// If ``needsDisplayOnCameraChange`` is false, the position of a drawing on the map must not depend on the
/// visible part of the map.
open class OverlayRenderer {
  /// The overlay that the renderer draws.
  public final let overlay: any Overlay

  /// The opacity of the overlay, from 0 (invisible) to 1 (opaque). The opacity applies to the overlay's
  /// drawing as a group, not to each shape.
  public final var alpha: Scalar = 1 { didSet { layer?.opacity = alpha } }

  /// The layer that shows the renderer's overlay.
  final weak var layer: OverlayLayer?

  /// Creates a renderer for an overlay.
  public init(overlay: any Overlay) {
    self.overlay = overlay
  }

  /// Draws the part of the overlay within `mapRect` into `context`. The default implementation draws nothing.
  ///
  /// The map may call this method for the whole visible area, or for parts of that area in any order. An
  /// example of a part is a strip of the map that a pan brings into view. If several copies of the world are
  /// visible, the method is called once for each copy. The pixels at a place of the map must not depend on
  /// `mapRect`. The method must not change layers.
  ///
  /// - Parameters:
  ///   - mapRect: The area of the map to draw, extended by ``OverlayRenderer/drawingOutset``. The method may
  ///     also draw outside this area. That part of the drawing is hidden, or is the same as in another call.
  ///     If ``OverlayRenderer/needsDisplayOnCameraChange`` is true, `mapRect` is the whole visible area.
  ///   - zoomScale: The ratio between lengths in MapKit's map points and lengths in points of the screen.
  ///   - context: The context that records the drawing.
  open func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {}

  /// The distance by which the drawing may extend beyond ``Overlay/boundingMapRect`` on each side, in points
  /// of the screen. For a stroked outline, for example, the distance is half the line width. The default
  /// implementation returns 0.
  open var drawingOutset: Scalar { 0 }

  /// Whether the drawing depends on the visible part of the map. An example is a legend that stays in a
  /// corner of the view. If true, the whole overlay is redrawn whenever the map moves. The default
  /// implementation returns false.
  open var needsDisplayOnCameraChange: Bool { false }

  /// Whether the renderer draws little outside a requested part. If true, the map calls the renderer for each
  /// part rather than once for the whole view.
  var prefersPartialDrawing: Bool { false }

  /// Marks the whole overlay as needing to be redrawn. The map also reads the overlay's
  /// ``Overlay/boundingMapRect`` again.
  public final func setNeedsDisplay() { layer?.reload() }

  /// Marks the part of the overlay in `mapRect` as needing to be redrawn. Pixels outside `mapRect` are not
  /// redrawn because of this call.
  public final func setNeedsDisplay(in mapRect: MapRect) { layer?.reload(in: mapRect) }
}
