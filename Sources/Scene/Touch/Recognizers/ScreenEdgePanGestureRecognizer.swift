import CartoucheRaster

/// Recognizes a pan by a finger that enters from an edge of the screen.
///
/// The first finger must touch down within ``TouchMetrics/edgeWidth`` of one of ``edges``. The finger must
/// then move away from that edge at least as far as along the edge. The pan begins when the finger has moved
/// farther than ``TouchMetrics/edgeSlop``, which is half the slop of other pans. An edge pan therefore begins
/// before the pans of layers at the edge. The recognizer does not receive a first finger elsewhere, so that
/// no gesture waits for the edge pan.
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

  /// The top edge.
  public static var top: ScreenEdges { ScreenEdges(rawValue: 1) }
  /// The left edge.
  public static var left: ScreenEdges { ScreenEdges(rawValue: 2) }
  /// The bottom edge.
  public static var bottom: ScreenEdges { ScreenEdges(rawValue: 4) }
  /// The right edge.
  public static var right: ScreenEdges { ScreenEdges(rawValue: 8) }
  /// All four edges.
  public static var all: ScreenEdges { [.top, .left, .bottom, .right] }
}
