import CartoucheRaster

/// Recognizes a finger that comes in from an edge of the screen.
///
/// A pan whose first finger goes down within ``TouchMetrics/edgeWidth`` of one of ``edges``, and goes inwards more than along it. It begins after half the slop of other pans,
/// so that it comes before those of the layers at the edge; fingers that go down elsewhere are none of its business, so nobody waits for it.
public final class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
  public var edges: ScreenEdges

  /// The edges at which the first finger went down.
  private var near: ScreenEdges = []

  /// - Parameter edges: at which a finger may come in; several may be.
  public init(edges: ScreenEdges, action: ((PanGestureRecognizer) -> Void)? = nil) {
    self.edges = edges
    super.init(action: action)
  }

  override func accepts(_ contact: Contact) -> Bool {
    guard touches.isEmpty else { return true }
    let (place, width) = (contact.position, metrics.edgeWidth)
    near = []
    if place.x < screen.minX + width { near.insert(.left) }
    if place.x >= screen.maxX - width { near.insert(.right) }
    if place.y < screen.minY + width { near.insert(.top) }
    if place.y >= screen.maxY - width { near.insert(.bottom) }
    near.formIntersection(edges)
    return !near.isEmpty
  }

  override func decision(for offset: Point) -> Decision {
    guard !offset.isWithin(metrics.edgeSlop) else { return .undecided }
    let isInward =
      (near.contains(.left) && offset.x >= offset.y.magnitude) || (near.contains(.right) && -offset.x >= offset.y.magnitude)
      || (near.contains(.top) && offset.y >= offset.x.magnitude) || (near.contains(.bottom) && -offset.y >= offset.x.magnitude)
    return isInward ? .begins : .fails
  }
}

/// Edges of a screen, as it is seen.
public struct ScreenEdges: OptionSet, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static var top: ScreenEdges { ScreenEdges(rawValue: 1) }
  public static var left: ScreenEdges { ScreenEdges(rawValue: 2) }
  public static var bottom: ScreenEdges { ScreenEdges(rawValue: 4) }
  public static var right: ScreenEdges { ScreenEdges(rawValue: 8) }
  public static var all: ScreenEdges { [.top, .left, .bottom, .right] }
}
