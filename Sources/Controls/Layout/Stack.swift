public import CartoucheRaster
public import CartoucheScene
import CartoucheText

/// A layer that arranges its sublayers in a row or a column, like UIKit's `UIStackView`.
///
///     let bar = Stack(.horizontal, [title, Spacer(), save], spacing: 12)
///     bar.layoutMargins = EdgeInsets(top: 8, left: 16, bottom: 8, right: 16)
///     bar.frame = Rect(x: 0, y: 0, width: 480, height: 64)
///
///     │margin│ title │spacing│◀──── Spacer ────▶│spacing│ save │margin│
///
/// All sublayers are arranged, in the order of ``Layer/sublayers``. Hidden sublayers take no room. A
/// ``SelfSizingLayer``, such as a text, a button or another stack, gets the size that it needs. Any other
/// layer has a fixed size: the size that it has when it is arranged for the first time.
///
/// If there is more room than the sublayers need, the flexible ones share it: see
/// ``setFlexibility(_:for:)``. Without flexible sublayers, the room at the end stays empty. If there is too
/// little room, sublayers shrink in the order of ``setCompressionResistance(_:for:)``. Fixed sizes never
/// shrink.
///
/// The stack is laid out again when a sublayer is added, removed, hidden or shown, and when a text in it
/// changes. After other changes, such as a new fixed size, call ``Layer/setNeedsLayout()``.
open class Stack: Layer, SelfSizingLayer {
  /// The directions in which a stack arranges its sublayers.
  public enum Axis: UInt8, Hashable, Sendable, CaseIterable {
    /// A row from left to right.
    case horizontal
    /// A column from top to bottom.
    case vertical
  }

  /// The positions of sublayers across the axis of a stack.
  public enum Alignment: UInt8, Hashable, Sendable, CaseIterable {
    /// The sublayers are as large as the stack across its axis.
    case fill
    /// The sublayers lie at the top of a row, or at the left edge of a column.
    case leading
    /// The sublayers are centered.
    case center
    /// The sublayers lie at the bottom of a row, or at the right edge of a column.
    case trailing
  }

  /// The rules by which sublayers share the length of a stack.
  public enum Distribution: UInt8, Hashable, Sendable, CaseIterable {
    /// Each sublayer has the length that it needs. Flexible sublayers share the remaining room.
    case fill
    /// All sublayers have the same length.
    case fillEqually
    /// The sublayers fill the stack in proportion to the lengths that they need.
    case fillProportionally
    /// The sublayers have the lengths that they need, and the distances between them are equal.
    case equalSpacing
    /// The sublayers have the lengths that they need, and the distances between their centers are equal.
    case equalCentering
  }

  /// The direction in which the sublayers are arranged.
  public final var axis: Axis { didSet { if axis != oldValue { invalidateIntrinsicContentSize() } } }

  /// The distance between adjacent sublayers, in points. With the distributions
  /// ``Distribution/equalSpacing`` and ``Distribution/equalCentering``, it is the smallest distance.
  public final var spacing: Scalar { didSet { if spacing != oldValue { invalidateIntrinsicContentSize() } } }

  /// The positions of the sublayers across the axis.
  public final var alignment: Alignment { didSet { if alignment != oldValue { invalidateIntrinsicContentSize() } } }

  /// The rule by which the sublayers share the stack's length.
  public final var distribution = Distribution.fill {
    didSet { if distribution != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The distances from the stack's safe area to the sublayers, in points.
  public final var layoutMargins = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0) {
    didSet { if layoutMargins != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The distances from the stack's edges to its safe area, in points.
  ///
  /// Outside the safe area, the screen's edge or other layers may cover the stack. The stack's background
  /// extends to its edges.
  public final var safeAreaInsets = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0) {
    didSet { if safeAreaInsets != oldValue { invalidateIntrinsicContentSize() } }
  }

  private var attributes = StackAttributes()
  private var isArranging = false

  /// Creates a stack of size zero with the given sublayers.
  ///
  /// To give the stack the size that the sublayers need, call ``SelfSizingLayer/sizeToFit()``.
  public init(_ axis: Axis, _ sublayers: [Layer] = [], spacing: Scalar = 0, alignment: Alignment = .fill) {
    (self.axis, self.spacing, self.alignment) = (axis, spacing, alignment)
    super.init(frame: .zero)
    for layer in sublayers { addSublayer(layer) }
  }

  // MARK: Sublayers

  /// Sets the share of a sublayer in the room that the other sublayers leave.
  ///
  /// A sublayer with twice the flexibility of another gets twice the room. At 0, the sublayer keeps the
  /// length that it needs. Until this method is called, the flexibility is 1 for a ``Spacer`` and 0 for other
  /// layers.
  public final func setFlexibility(_ flexibility: Scalar, for layer: Layer) {
    attributes[layer].flexibility = flexibility
    invalidateIntrinsicContentSize()
  }

  /// Sets the rank of a sublayer among those that shrink if there is too little room.
  ///
  /// Sublayers of the lowest rank shrink first, in proportion to their lengths. Until this method is called,
  /// the rank is 0 for flexible layers, 1 for texts and 2 for other self-sizing layers.
  public final func setCompressionResistance(_ rank: Scalar, for layer: Layer) {
    attributes[layer].compressionResistance = rank
    invalidateIntrinsicContentSize()
  }

  /// Sets the distance between a sublayer and the next one, in points. If nil, the distance is ``spacing``.
  public final func setCustomSpacing(_ spacing: Scalar?, after layer: Layer) {
    attributes[layer].spacing = spacing
    invalidateIntrinsicContentSize()
  }

  /// Returns the distance between a sublayer and the next one if it is not ``spacing``; otherwise nil.
  public final func customSpacing(after layer: Layer) -> Scalar? { attributes[layer].spacing }

  open override func invalidateIntrinsicContentSize() {
    guard !isArranging else { return }
    setNeedsLayout()
    super.invalidateIntrinsicContentSize()
  }

  // MARK: Layout

  /// Returns the size that the sublayers, the spacing and the margins need, in points.
  ///
  /// The result is never wider or higher than `size`, which is the available size in points.
  open func sizeThatFits(_ size: Size) -> Size {
    let (available, insets) = (Size(width: max(size.width, 0), height: max(size.height, 0)), insets)
    let inner = available.inset(by: insets)
    let layers = sublayers.filter { !$0.isHidden && !$0.isTransient }
    let arrangement = arrangement(of: layers, in: inner)
    let length = min(arrangement.neededLength, axis.length(of: inner))
    let breadths = zip(layers, arrangement.spans(in: length)).map {
      axis.breadth(of: neededSize(of: $0, length: $1.length, in: inner))
    }
    let content = axis.size(length: length, breadth: min(breadths.max() ?? 0, axis.breadth(of: inner)))
    return Size(
      width: min((content.width + insets.left + insets.right).roundedUp, available.width),
      height: min((content.height + insets.top + insets.bottom).roundedUp, available.height))
  }

  open override func layoutSublayers() {
    isArranging = true
    defer { isArranging = false }
    let layers = sublayers.filter { !$0.isHidden && !$0.isTransient }
    attributes.removeAll(except: sublayers)
    let inner = bounds.size.inset(by: insets)
    let origin = Point(x: bounds.minX + insets.left, y: bounds.minY + insets.top)
    for (layer, span) in zip(layers, arrangement(of: layers, in: inner).spans(in: axis.length(of: inner))) {
      let needed = alignment == .fill ? inner : neededSize(of: layer, length: span.length, in: inner)
      let breadth = max(min(axis.breadth(of: needed), axis.breadth(of: inner)), 0)
      let room = axis.breadth(of: inner) - breadth
      let offset: Scalar =
        switch alignment {
        case .fill, .leading: 0
        case .center: Scalar((room / 2).rounded)
        case .trailing: room
        }
      let start = axis.size(length: span.start, breadth: offset)
      let size = axis.size(length: span.length, breadth: breadth)
      layer.frame = Rect(x: origin.x + start.width, y: origin.y + start.height, width: size.width, height: size.height)
      attributes.recordAssignedSize(of: layer)
    }
  }

  private var insets: EdgeInsets {
    EdgeInsets(
      top: layoutMargins.top + safeAreaInsets.top, left: layoutMargins.left + safeAreaInsets.left,
      bottom: layoutMargins.bottom + safeAreaInsets.bottom, right: layoutMargins.right + safeAreaInsets.right)
  }

  private func arrangement(of layers: [Layer], in inner: Size) -> StackArrangement {
    let items = layers.map { layer in
      let attribute = attributes[layer]
      let length = axis.length(of: neededSize(of: layer, in: inner))
      let flexibility = max(attribute.flexibility ?? (layer is Spacer ? 1 : 0), 0)
      let canShrink = flexibility > 0 || layer is any SelfSizingLayer
      return StackArrangement.Item(
        length: length, flexibility: flexibility, minimumLength: canShrink && !(layer is Spacer) ? 0 : length,
        compressionResistance: attribute.compressionResistance
          ?? (flexibility > 0 ? 0 : layer is TextLayer || layer is Label ? 1 : 2),
        spacing: attribute.spacing ?? spacing)
    }
    return StackArrangement(items: items, distribution: distribution)
  }

  /// Returns the size that a sublayer needs.
  ///
  /// - Parameter length: The sublayer's length along the axis; nil if it is not known yet.
  private func neededSize(of layer: Layer, length: Scalar? = nil, in inner: Size) -> Size {
    if layer is Spacer, length != nil { return .zero }
    guard let layer = layer as? any SelfSizingLayer else { return attributes.fixedSize(of: layer) }
    let breadth = axis.breadth(of: inner)
    return layer.sizeThatFits(axis.size(length: length ?? .max, breadth: breadth))
  }
}

extension Stack.Axis {
  fileprivate func length(of size: Size) -> Scalar { self == .horizontal ? size.width : size.height }
  fileprivate func breadth(of size: Size) -> Scalar { self == .horizontal ? size.height : size.width }
  fileprivate func size(length: Scalar, breadth: Scalar) -> Size {
    self == .horizontal ? Size(width: length, height: breadth) : Size(width: breadth, height: length)
  }
}

extension Size {
  /// Returns the size without the insets, at least zero.
  func inset(by insets: EdgeInsets) -> Size {
    Size(width: max(width - insets.left - insets.right, 0), height: max(height - insets.top - insets.bottom, 0))
  }
}
