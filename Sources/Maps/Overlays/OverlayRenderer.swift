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
/// During a pan, the cached pixels move with the map. ``draw(_:zoomScale:in:)`` is then called only for the
/// strips of the map that come into view.
///
/// If a layer above the overlay moves, the overlay's pixels behind that layer are redrawn. For this, the map
/// calls the renderer once for the whole view and caches the resulting display list. The built-in renderers
/// of lines, shapes, fog and tiles are an exception. The map calls them again for each part of the view that
/// must be redrawn.
///
/// If ``needsDisplayOnCameraChange`` is false, the drawing must not depend on the visible part of the map.
open class OverlayRenderer {
  /// The overlay that the renderer draws.
  public final let overlay: any Overlay

  /// The opacity of the overlay, from 0 (invisible) to 1 (opaque). The opacity applies to the overlay's
  /// drawing as a whole, not to each shape.
  public final var alpha: Scalar = 1 { didSet { layer?.setAlpha(alpha) } }

  /// The layer that shows the renderer's overlay.
  final weak var layer: OverlayLayer?

  /// Creates a renderer for an overlay.
  public init(overlay: any Overlay) {
    self.overlay = overlay
  }

  /// Draws the part of the overlay within `mapRect` into `context`. Subclasses override this method. The
  /// default implementation draws nothing.
  ///
  /// The map may call this method for the whole visible area, or for parts of that area in any order. An
  /// example of a part is a strip that a pan brings into view. It may also call it for parts around the
  /// visible area, and for another zoom, that a motion will reach. If several copies of the world are
  /// visible, the method is called once for each copy.
  ///
  /// The drawing at a place of the map must be the same for every `mapRect` that contains the place. The
  /// method must not change layers.
  ///
  /// - Parameters:
  ///   - mapRect: The area of the map to draw, extended by ``OverlayRenderer/drawingOutset``. The method may
  ///     also draw outside this area. If ``OverlayRenderer/needsDisplayOnCameraChange`` is true, `mapRect` is
  ///     the whole visible area.
  ///   - zoomScale: The scale of the map, which converts between MapKit's map points and screen points.
  ///   - context: The context that records the drawing.
  open func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {}

  /// The distance by which the drawing may extend beyond ``Overlay/boundingMapRect`` on each side, in screen
  /// points. For an outline with round joins and round caps, this is half the line width. Mitered corners and
  /// square caps extend farther. The default implementation returns 0.
  open var drawingOutset: Scalar { 0 }

  /// Whether the drawing depends on the visible part of the map. An example is a legend in a corner of the
  /// view. If true, the whole overlay is redrawn whenever the map moves. The default implementation returns
  /// false.
  open var needsDisplayOnCameraChange: Bool { false }

  /// Whether the renderer draws little outside a requested part. If true, the map calls the renderer for each
  /// part rather than once for the whole view.
  var prefersPartialDrawing: Bool { false }

  /// Whether an image of the area around the view can be drawn while the view is drawn, too. A renderer that
  /// keeps what it computed for one of them would compute it for each in turn. One that loads what it draws
  /// would load more, and change the image each time something arrives.
  var suitsImages: Bool { true }

  /// Reports that the renderer cannot draw its overlay, because the overlay is of another kind.
  final func reportUnsuitableOverlay() {
    report(.unsuitableRenderer(renderer: "\(type(of: self))", overlay: "\(type(of: overlay))"))
  }

  /// Adds an error in the overlay to those of its map.
  final func report(_ error: OverlayError) { layer?.onError?(error) }

  /// Requests that the whole overlay is redrawn. The map also reads ``Overlay/boundingMapRect`` again.
  public final func setNeedsDisplay() { layer?.reload() }

  /// Requests that the part of the overlay in `mapRect` is redrawn.
  public final func setNeedsDisplay(in mapRect: MapRect) { layer?.reload(in: mapRect) }
}

/// An error that a renderer finds in its overlay.
enum OverlayError {
  /// The overlay is of a kind that the renderer does not draw.
  case unsuitableRenderer(renderer: String, overlay: String)
  /// A tile of the overlay is broken.
  case tile(TileError)
}
