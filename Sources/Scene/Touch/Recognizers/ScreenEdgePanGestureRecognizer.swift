import CartoucheRaster

/// A recognizer of pans that start at an edge of the screen.
///
/// The first finger must touch down within ``TouchMetrics/edgeWidth`` of one of ``edges``. The finger must
/// then move away from that edge, straight or at most 45° to one side.
///
/// The pan begins when the finger has moved farther than ``TouchMetrics/edgeSlop``. This distance is half of
/// that for other pans, so that the edge pan begins before the pans of layers at the edge.
///
/// If the first finger touches down elsewhere, the recognizer ignores the finger. In this case, no other
/// gesture waits for the edge pan.
public final class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
  /// The screen edges from which a finger may enter.
  public var edges: ScreenEdges

  /// The edges near which the first finger touched down.
  private var near: ScreenEdges = []

  /// Creates a recognizer for pans that enter from one of `edges`.
  public init(edges: ScreenEdges, action: ((PanGestureRecognizer) -> Void)? = nil) {
    self.edges = edges
    super.init(action: action)
  }

  override func accepts(_ contact: Contact) -> Bool {
    guard touches.isEmpty else { return true }
    let (position, width) = (contact.position, metrics.edgeWidth)
    near = []
    if position.x < screen.minX + width { near.insert(.left) }
    if position.x >= screen.maxX - width { near.insert(.right) }
    if position.y < screen.minY + width { near.insert(.top) }
    if position.y >= screen.maxY - width { near.insert(.bottom) }
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

/// A set of edges of the screen, named as the viewer sees the screen.
public struct ScreenEdges: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// The set as a bit mask, in which each edge is one bit.
  public let rawValue: UInt8

  /// Creates a set from a bit mask, in which each edge is one bit.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The set that contains only the top edge of the screen.
  public static var top: ScreenEdges { ScreenEdges(rawValue: 1) }
  /// The set that contains only the left edge of the screen.
  public static var left: ScreenEdges { ScreenEdges(rawValue: 2) }
  /// The set that contains only the bottom edge of the screen.
  public static var bottom: ScreenEdges { ScreenEdges(rawValue: 4) }
  /// The set that contains only the right edge of the screen.
  public static var right: ScreenEdges { ScreenEdges(rawValue: 8) }
  /// The set of all four edges of the screen.
  public static var all: ScreenEdges { [.top, .left, .bottom, .right] }
}
