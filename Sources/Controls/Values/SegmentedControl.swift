public import CartoucheRaster
import CartoucheScene

/// A control with segments of which a finger selects one, like UIKit's `UISegmentedControl`.
///
///     let mode = SegmentedControl(["Map", "List"], theme: theme)
///     mode.selectedSegmentIndex = 0
///     mode.addAction(for: .valueChanged) { [unowned mode] _ in
///       list.isHidden = mode.selectedSegmentIndex == 0
///     }
///
/// The segment under the finger is selected when the finger is lifted. The finger may slide sideways to
/// another segment before. If it is lifted beyond the margin around the control, nothing is selected. All
/// segments have the same width. Where an index is out of range, nothing happens.
public final class SegmentedControl: Control, SelfSizingLayer {
  /// The index of the selected segment; nil if no segment is selected.
  ///
  /// The property stands for UIKit's `selectedSegmentIndex`, which is −1 in place of nil. An index that is
  /// out of range counts as nil. A new value is shown without animation.
  public var selectedSegmentIndex: Int? {
    get { selection }
    set { select(newValue, animated: false) }
  }

  /// Whether segments do not stay selected. In the actions for ``Control/Event/valueChanged``,
  /// ``selectedSegmentIndex`` is then the tapped segment. Afterwards, it is nil.
  public var isMomentary = false { didSet { if isMomentary { select(nil, animated: false) } } }

  /// The color of the plate under the selected segment. If nil, the theme determines the color.
  public var selectedSegmentTintColor: Color? { didSet { if selectedSegmentTintColor != oldValue { updateAppearance() } } }

  /// The number of segments.
  public var numberOfSegments: Int { segments.count }

  private var segments: [Segment] = []
  private var selection: Int?
  private var pressedIndex: Int?
  private let track = Layer()
  private let plate = Layer()

  private static var inset: Scalar { 3 }

  /// Creates a control with a segment for each title, just large enough for the titles.
  public init(_ titles: [String] = [], theme: Theme) {
    super.init(frame: .zero, theme: theme)
    plate.shadow = Shadow(color: .black, opacity: 0.2, offset: Size(width: 0, height: 1), radius: 2)
    addSublayer(track)
    addSublayer(plate)
    addHorizontalDrag { pan in (pan.layer as? SegmentedControl)?.followFinger() }
    for title in titles { insertSegment(withTitle: title, at: .max) }
    sizeToFit()
  }

  // MARK: Segments

  /// Inserts a segment with a title. The index is clamped to the valid range.
  public func insertSegment(withTitle title: String, at index: Int) {
    insert(Segment(title: title, image: nil, theme: theme), at: index)
  }

  /// Inserts a segment with an image. The index is clamped to the valid range.
  ///
  /// Each pixel of the image is one point wide. A template image has the theme's text color.
  public func insertSegment(with image: Image, at index: Int) {
    insert(Segment(title: "", image: image, theme: theme), at: index)
  }

  private func insert(_ segment: Segment, at index: Int) {
    // Actions of the canceled press may change the segments, so this comes first.
    cancelTracking()
    let index = index.clamped(from: 0, to: segments.count)
    segments.insert(segment, at: index)
    addSublayer(segment)
    if let selection, selection >= index { self.selection = selection + 1 }
    updateContent()
  }

  /// Removes a segment. If it was selected, no segment is selected afterwards.
  public func removeSegment(at index: Int) {
    cancelTracking()
    guard segments.indices.contains(index) else { return }
    segments.remove(at: index).removeFromSuperlayer()
    if let selection, selection >= index { self.selection = selection == index ? nil : selection - 1 }
    updateContent()
  }

  /// Removes all segments.
  public func removeAllSegments() {
    cancelTracking()
    while !segments.isEmpty { removeSegment(at: segments.count - 1) }
  }

  /// Sets the title of a segment, which is shown if the segment has no image.
  public func setTitle(_ title: String, forSegmentAt index: Int) {
    guard segments.indices.contains(index) else { return }
    segments[index].title = title
    segments[index].setNeedsLayout()
  }

  /// Returns the title of a segment; nil if there is no segment with this index.
  public func titleForSegment(at index: Int) -> String? {
    segments.indices.contains(index) ? segments[index].title : nil
  }

  /// Sets the image of a segment, which is shown in place of the title. If nil, the title is shown.
  public func setImage(_ image: Image?, forSegmentAt index: Int) {
    guard segments.indices.contains(index) else { return }
    segments[index].image = image
    segments[index].setNeedsLayout()
    updateAppearance()
  }

  /// Returns the image of a segment; nil if there is none.
  public func imageForSegment(at index: Int) -> Image? {
    segments.indices.contains(index) ? segments[index].image : nil
  }

  /// Sets whether a finger can select a segment.
  public func setEnabled(_ isEnabled: Bool, forSegmentAt index: Int) {
    guard segments.indices.contains(index) else { return }
    segments[index].isEnabled = isEnabled
    updateAppearance()
  }

  /// Returns whether a finger can select a segment; false if there is no segment with this index.
  public func isEnabledForSegment(at index: Int) -> Bool {
    segments.indices.contains(index) && segments[index].isEnabled
  }

  /// Selects a segment. No event is sent.
  ///
  /// - Parameter animated: Whether the plate slides from the selected segment to the new one.
  public func select(_ index: Int?, animated: Bool) {
    let newValue = index.flatMap { segments.indices.contains($0) ? $0 : nil }
    guard newValue != selection else { return }
    // The plate appears and disappears without a slide.
    let slides = animated && newValue != nil && selection != nil
    selection = newValue
    updateAppearance()
    performChanges(animated: slides) { layOut() }
  }

  /// Returns the size that the control needs for its segments, at most `size`, in points.
  public func sizeThatFits(_ size: Size) -> Size {
    let sizes = segments.map { $0.preferredSize(in: theme) }
    let width = sizes.reduce(0) { max($0, $1.width) } * segments.count + Self.inset * 2
    let height = max(sizes.reduce(0) { max($0, $1.height) } + 12, 38)
    return Size(width: min(width, max(size.width, 0)), height: min(height, max(size.height, 0)))
  }

  // MARK: Touches

  /// The index of the enabled segment under the pressing finger.
  private var indexUnderFinger: Int? {
    guard let finger = pressLocation, !segments.isEmpty, bounds.width > 0 else { return nil }
    let index = ((finger.x - bounds.minX) * segments.count / bounds.width).floor.clamped(from: 0, to: segments.count - 1)
    return segments[index].isEnabled ? index : nil
  }

  override func pressDidChange(_ event: Event) {
    switch event {
    case .touchDown, .touchDragEnter:
      pressedIndex = indexUnderFinger
    case .touchUpInside:
      pressedIndex = nil
      if let index = indexUnderFinger { choose(index) }
    default:
      pressedIndex = nil
    }
    updateAppearance()
  }

  private func followFinger() {
    guard isTouchInside, indexUnderFinger != pressedIndex else { return }
    pressedIndex = indexUnderFinger
    updateAppearance()
  }

  private func choose(_ index: Int) {
    guard index != selection else { return }
    select(index, animated: !isMomentary)
    sendActions(for: .valueChanged)
    if isMomentary { select(nil, animated: false) }
  }

  override var minimumTouchSize: Size {
    let size = super.minimumTouchSize
    return Size(width: size.width * max(segments.count, 1), height: size.height)
  }

  // MARK: Appearance

  private func updateContent() {
    updateAppearance()
    setNeedsLayout()
  }

  public override func themeDidChange() {
    super.themeDidChange()
    for segment in segments { segment.setNeedsLayout() }
  }

  public override func updateAppearance() {
    let trackColor = isEnabled ? theme.trackColor : theme.disabled(theme.trackColor)
    track.backgroundColor = trackColor
    let color = selectedSegmentTintColor ?? (theme.isDark ? trackColor.mixed(with: theme.textColor, 0.3) : theme.surfaceColor)
    plate.backgroundColor = isEnabled ? color : trackColor.mixed(with: color, 0.5)
    plate.isHidden = selection == nil || isMomentary
    for (index, segment) in segments.enumerated() {
      segment.update(
        theme, isSelected: index == selection && !isMomentary, isPressed: index == pressedIndex && index != selection,
        isEnabled: isEnabled)
    }
  }

  private func frame(ofSegmentAt index: Int) -> Rect {
    let (width, count) = (max(bounds.width - Self.inset * 2, 0), max(segments.count, 1))
    func edge(_ index: Int) -> Scalar { Scalar((width * index / count).rounded) }
    return Rect(
      x: bounds.minX + Self.inset + edge(index), y: bounds.minY + Self.inset, width: edge(index + 1) - edge(index),
      height: max(bounds.height - Self.inset * 2, 0))
  }

  private func layOut() {
    track.frame = Rect(origin: bounds.origin, size: Size(width: max(bounds.width, 0), height: max(bounds.height, 0)))
    track.cornerRadius = theme.cornerRadius * 3 / 4
    for (index, segment) in segments.enumerated() { segment.frame = frame(ofSegmentAt: index) }
    guard let selection else { return }
    plate.frame = frame(ofSegmentAt: selection)
    plate.cornerRadius = max(track.cornerRadius - Self.inset, 0)
  }

  public override func layoutSublayers() { layOut() }
}
