public import CartoucheRaster
import CartoucheScene

/// How an overlay looks: MapKit's `MKOverlayRenderer`.
///
///     final class PortalRenderer: OverlayRenderer {
///       override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
///         guard let portal = overlay as? Portal, let place = MapPoint(portal.coordinate) else { return }
///         context.draw(portal.picture, in: context.rect(for: MapRect(center: place, mapPoints: 400)))
///       }
///     }
///
/// What is drawn is kept, as pixels, until something asks for it anew, or the map is zoomed or turned. When it is panned what is there moves along, and
/// ``draw(_:zoomScale:in:)`` is asked for what comes into view; where something moves above what stays, it is asked for all of it once, and that is kept as shapes; those of
/// lines, shapes, fog and tiles draw little of what does not touch a part, and are asked for each. Where something is drawn must not depend on what of the map is seen, unless ``needsDisplayOnCameraChange`` says that it does.
open class OverlayRenderer {
  /// What is drawn.
  public final let overlay: any Overlay

  /// How much of the overlay, put together, is laid over the map: 0, nothing, to 1.
  public final var alpha: Scalar = 1 { didSet { layer?.opacity = alpha } }

  /// Where the renderer is in use.
  final weak var layer: OverlayLayer?

  public init(overlay: any Overlay) {
    self.overlay = overlay
  }

  /// Adds what of the overlay lies in `mapRect` to `context`; there is nothing unless a subclass draws something.
  ///
  /// It may be called for the whole of what is seen or for pieces of it, as after a pan for each strip that has come into view, in any order, and more than once where
  /// the world is seen more than once: what it draws at a place must not depend on the piece. It must not change layers.
  ///
  /// - Parameters:
  ///   - mapRect: what is to be drawn, and ``drawingOutset`` beyond it; what is drawn farther out is not shown, or is as another call draws it. With ``needsDisplayOnCameraChange`` what is seen.
  ///   - zoomScale: how large MapKit's map points are on the screen.
  open func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {}

  /// How far beyond ``Overlay/boundingMapRect`` something is drawn, in points of the screen: half a pen.
  open var drawingOutset: Scalar { 0 }

  /// Whether what is drawn depends on what of the map is seen, as a legend in a corner does: then all of it is drawn anew whenever the map moves.
  open var needsDisplayOnCameraChange: Bool { false }

  /// Whether it draws so little of what does not touch a part that it is better asked for each part than kept whole.
  var prefersPartialDrawing: Bool { false }

  /// Draws the overlay anew, and looks where it is.
  public final func setNeedsDisplay() { layer?.reload() }

  /// Draws a part of the overlay anew: the only pixels that are drawn.
  public final func setNeedsDisplay(in mapRect: MapRect) { layer?.reload(in: mapRect) }
}
