import CartoucheRaster
public import CartoucheScene
import CartoucheText

/// A modal sheet with a list of actions, like UIKit's `UIAlertController` with the style `actionSheet`.
///
///     let sheet = ActionSheet("Confirm Deployment", theme: theme)
///     sheet.addAction("Confirm") { deploy() }
///     sheet.addAction("Cancel", style: .cancel)
///     sheet.present(in: root)
///
///     away ──present──▶ presented ──an action, a tap outside, dismiss──▶ leaving ──▶ away
///
/// The layers behind the sheet are dimmed. Until the sheet has been removed, these layers receive no touches.
/// Each action is a button at least as high as ``Theme/touchTarget(on:)``. The cancel action is a separate
/// button at the bottom. A tap outside the sheet chooses the cancel action. If there is no cancel action,
/// such a tap does nothing.
///
/// A sheet is at most 480 points wide. It is centered horizontally in the host layer, which is the layer
/// given to ``present(in:animated:)``. If the title, the message and the actions do not fit the height of the
/// host layer, the user can scroll them together. The cancel action does not scroll.
///
/// For each presentation of the sheet, at most one action is performed, even if several fingers touch
/// buttons. The sheet begins to disappear before the action's closure is called. A sheet that was dismissed
/// may be presented again.
public final class ActionSheet: Layer, ThemedLayer {
  /// The styles of an action's button in a sheet.
  public enum ActionStyle: UInt8, Hashable, Sendable, CaseIterable {
    /// A button in the theme's tint color.
    case `default`
    /// A button in the theme's destructive color, for an action that cannot be undone.
    case destructive
    /// A separate button at the bottom of the sheet. If several actions are added with this style, only the
    /// first has a separate button. The later actions get the default style.
    case cancel
  }

  /// The theme that determines the colors, fonts and dimensions of the sheet.
  public var theme: Theme { didSet { applyTheme() } }
  /// The title at the top of the sheet. If the string is empty, no title is shown.
  public let title: String
  /// The message below the title of the sheet. If the string is empty, no message is shown.
  public let message: String

  private struct Action {
    let title: String
    let style: ActionStyle
    let perform: (() -> Void)?
  }

  private enum Phase {
    case away, presented, leaving
  }

  private var actions: [Action] = []
  private var phase = Phase.away
  private var completionHandler: (() -> Void)?
  private let dimming = Layer()
  private let panel = Layer()
  private var column = ScrollingColumn([])
  /// The rows of the column, from top to bottom.
  private var rows: [ActionRow] = []
  private var cancelRow: ActionRow?
  /// The title and message above the actions, or nil if both are empty.
  private var header: SheetHeader?
  private static let animationKey = "sheet"

  static var maximumWidth: Scalar { 480 }
  /// The margin around the sheet and between the list and the cancel button, in points.
  static var margin: Scalar { 10 }

  /// Creates a sheet without actions. Add actions, and then call ``present(in:animated:)`` to show the sheet.
  public init(_ title: String = "", message: String = "", theme: Theme) {
    (self.theme, self.title, self.message) = (theme, title, message)
    super.init(frame: .zero)
    autoresizingMask = .fill
    dimming.backgroundColor = theme.dimmingColor
    addSublayer(dimming)
    addSublayer(panel)
    // Take all touches, including those outside of the actions.
    let press = PressGestureRecognizer { press in
      guard press.state == .ended, press.isInside else { return }
      (press.layer as? ActionSheet)?.handleTap(at: press.location)
    }
    addGestureRecognizer(press)
  }

  /// Adds an action to the sheet. The action's button is placed below the buttons of earlier actions. The
  /// cancel action is always at the bottom.
  ///
  /// An action that is added to a presented sheet appears only after the sheet is presented again.
  ///
  /// - Parameters:
  ///   - title: The title of the action's button.
  ///   - style: The style of the action's button.
  ///   - perform: A closure that is called when the user chooses the action. If nil, the sheet only
  ///     disappears.
  public func addAction(_ title: String, style: ActionStyle = .default, _ perform: (() -> Void)? = nil) {
    let isSecond = style == .cancel && actions.contains { $0.style == .cancel }
    actions.append(Action(title: title, style: isSecond ? .default : style, perform: perform))
  }

  /// Whether the sheet is presented.
  ///
  /// If an action is chosen or ``dismiss(animated:completion:)`` is called, the property becomes false at
  /// once. The sheet may then still be visible while it disappears.
  public var isPresented: Bool { phase == .presented && superlayer != nil }

  // MARK: Presenting and dismissing

  /// Shows the sheet over the bounds of a layer.
  ///
  /// If the sheet is already presented, the method does nothing.
  ///
  /// - Parameters:
  ///   - host: The layer that the sheet covers. The sheet becomes the frontmost sublayer of this layer.
  ///   - animated: Whether the sheet slides in from below. If false, the sheet appears at once.
  public func present(in host: Layer, animated: Bool = true) {
    guard !isPresented else { return }
    // A leaving sheet returns from its current position.
    let (fromOffset, fromOpacity) =
      phase == .leaving ? (panel.presentationValue(for: .translationY), dimming.presentationValue(for: .opacity)) : (nil, nil)
    completionHandler = nil
    phase = .presented
    dimming.removeAnimation(forKey: Self.animationKey)
    panel.removeAnimation(forKey: Self.animationKey)
    build()
    host.addSublayer(self)
    // Cover the host's bounds, whatever their origin is.
    (bounds.size, position) = (host.bounds.size, host.bounds.center)
    layoutIfNeeded()
    guard animated, owningStage != nil else { return }
    dimming.add(
      BasicAnimation(.opacity, from: fromOpacity ?? 0, to: 1, duration: 0.25, timingFunction: .easeOut), forKey: Self.animationKey)
    panel.add(
      slide(from: fromOffset ?? .scalar(distance), to: 0, timing: TimingFunction(0.2, 0.9, 0.3, 1)), forKey: Self.animationKey)
  }

  /// Hides the sheet, and then removes the sheet from its superlayer. No action of the sheet is performed.
  ///
  /// - Parameters:
  ///   - animated: Whether the sheet slides down. If false, the sheet disappears at once.
  ///   - completion: A closure that is called after the removal. If the sheet is presented again before the
  ///     removal, the closure is not called.
  public func dismiss(animated: Bool = true, completion: (() -> Void)? = nil) {
    guard phase == .presented else { return }
    phase = .leaving
    completionHandler = completion
    panel.cancelPresses()
    guard animated, owningStage != nil, phase == .leaving else { return finishDismissal() }
    let fromOpacity = dimming.presentationValue(for: .opacity) ?? 1
    dimming.add(
      BasicAnimation(.opacity, from: fromOpacity, to: 0, duration: 0.25, timingFunction: .easeIn), forKey: Self.animationKey)
    panel.add(
      slide(from: panel.presentationValue(for: .translationY) ?? 0, to: .scalar(distance), timing: .easeIn),
      forKey: Self.animationKey
    ) { [weak self] _ in self?.finishDismissal() }
  }

  private func finishDismissal() {
    guard phase == .leaving else { return }
    phase = .away
    let handler = completionHandler
    completionHandler = nil
    dimming.removeAnimation(forKey: Self.animationKey)
    removeFromSuperlayer()
    handler?()
  }

  /// The distance in points by which the panel must move down to leave the sheet's bounds.
  private var distance: Scalar { max(bounds.maxY - panel.frame.minY, 0) }

  private func slide(from: AnimatableValue, to: AnimatableValue, timing: TimingFunction) -> BasicAnimation {
    BasicAnimation(.translationY, from: from, to: to, duration: 0.25, timingFunction: timing)
  }

  private func choose(_ action: Action) {
    guard phase == .presented else { return }
    dismiss(animated: true)
    action.perform?()
  }

  private func handleTap(at location: Point) {
    var root: Layer = self
    while let next = root.superlayer { root = next }
    guard let point = root.convert(location, to: panel), !panel.bounds.contains(point) else { return }
    if let cancel = actions.first(where: { $0.style == .cancel }) { choose(cancel) }
  }

  // MARK: Content

  /// Builds the rows of the panel from the actions.
  private func build() {
    for layer in panel.sublayers { layer.removeFromSuperlayer() }
    header = title.isEmpty && message.isEmpty ? nil : SheetHeader(title, message: message, theme: theme)
    rows = []
    cancelRow = nil
    for action in actions {
      let isFirst = action.style == .cancel || (rows.isEmpty && header == nil)
      let row = ActionRow(action.title, style: action.style, isFirst: isFirst, theme: theme)
      row.addAction(for: .touchUpInside) { [weak self] _ in self?.choose(action) }
      if action.style == .cancel { cancelRow = row } else { rows.append(row) }
    }
    column = ScrollingColumn((header.map { [$0] } ?? []) + rows)
    panel.addSublayer(column)
    if let cancelRow { panel.addSublayer(cancelRow) }
    applyTheme()
  }

  /// Applies the theme to the sheet and its rows. Presses of the rows continue.
  private func applyTheme() {
    dimming.backgroundColor = theme.dimmingColor
    header?.apply(theme)
    for row in rows + (cancelRow.map { [$0] } ?? []) {
      row.theme = theme
      row.frame.size.height = rowHeight
    }
    for layer in [column, cancelRow] {
      layer?.cornerRadius = theme.cornerRadius
      layer?.backgroundColor = theme.surfaceColor
    }
    setNeedsLayout()
  }

  private var rowHeight: Scalar { max(theme.touchTarget(on: self), 54).roundedUp }

  public override func layoutSublayers() {
    dimming.frame = bounds
    let margin = min(Self.margin, max(bounds.width, 0) / 16)
    let width = (bounds.width - margin * 2).clamped(from: 0, to: Self.maximumWidth)
    header?.fit(width: width)
    // Only on a screen is the height of a touch target known.
    for row in rows where row.frame.height != rowHeight { row.frame.size.height = rowHeight }
    let cancelHeight = cancelRow.map { _ in rowHeight + margin } ?? 0
    let availableHeight = max(bounds.height - margin * 3 - cancelHeight, 0)
    let height = min(column.contentHeight, availableHeight)
    panel.frame = Rect(
      x: bounds.minX + Scalar(((bounds.width - width) / 2).rounded), y: bounds.maxY - margin - cancelHeight - height, width: width,
      height: height + cancelHeight)
    column.frame = Rect(x: 0, y: 0, width: width, height: height)
    cancelRow?.frame = Rect(x: 0, y: height + margin, width: width, height: rowHeight)
    column.setNeedsLayout()
  }
}
