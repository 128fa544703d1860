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
/// The drawing is cached as pixels until the drawing is invalidated or the map is zoomed or rotated. When the
/// map is panned, the cached pixels move with the map. ``draw(_:zoomScale:in:)`` is then called only for the
/// strips of the map that come into view.
///
/// While the map rests, something above the overlay may move, so that pixels of the overlay must be redrawn.
/// In that case the renderer is called once for the whole view, and the drawn shapes are cached. The
/// renderers of lines, shapes, fog and tiles are called for each part instead, because these renderers draw
/// little outside that part.
///
/// The position of a drawing must not depend on the visible part of the map, unless
/// ``needsDisplayOnCameraChange`` is true.
open class OverlayRenderer {
  /// The overlay that the renderer draws.
  public final let overlay: any Overlay

  /// The opacity of the overlay, from 0 (invisible) to 1. The overlay's drawing is composited as a group.
  public final var alpha: Scalar = 1 { didSet { layer?.opacity = alpha } }

  /// The layer that shows the renderer's overlay.
  final weak var layer: OverlayLayer?

  /// Creates a renderer for an overlay.
  public init(overlay: any Overlay) {
    self.overlay = overlay
  }

  /// Draws the part of the overlay within `mapRect` into `context`. The default implementation draws nothing.
  ///
  /// The map may call this method for the whole visible area or for parts of that area, in any order. Such a
  /// part is a strip that a pan brings into view, for example. If the world is visible several times, the
  /// method is called once for each copy of the world. The drawing at a point must not depend on `mapRect`.
  /// The method must not change layers.
  ///
  /// - Parameters:
  ///   - mapRect: The area to draw, extended by ``OverlayRenderer/drawingOutset``. Anything drawn outside
  ///     this area is either hidden, or another call draws the same there. If
  ///     ``OverlayRenderer/needsDisplayOnCameraChange`` is true, this is the whole visible area.
  ///   - zoomScale: The scale between MapKit's map points and points of the screen.
  ///   - context: The context that records the drawing.
  open func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {}

  /// The distance by which the drawing may extend beyond ``Overlay/boundingMapRect``, in points of the
  /// screen. For a stroked outline, for example, this is half the line width.
  open var drawingOutset: Scalar { 0 }

  /// Whether the drawing depends on the visible part of the map, as a legend in a corner does. If true, the
  /// overlay is completely redrawn whenever the map moves.
  open var needsDisplayOnCameraChange: Bool { false }

  /// Whether the renderer draws little outside a requested part. If true, the map calls the renderer for each
  /// part rather than once for the whole view.
  var prefersPartialDrawing: Bool { false }

  /// Marks the whole overlay as needing to be redrawn, and reads its ``Overlay/boundingMapRect`` again.
  public final func setNeedsDisplay() { layer?.reload() }

  /// Marks a part of the overlay as needing to be redrawn. Pixels outside `mapRect` are not redrawn.
  public final func setNeedsDisplay(in mapRect: MapRect) { layer?.reload(in: mapRect) }
}
