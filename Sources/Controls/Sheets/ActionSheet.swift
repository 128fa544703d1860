import CartoucheRaster
public import CartoucheScene
import CartoucheText

/// A question with answers, over everything in a layer: UIKit's `UIAlertController` with the style `actionSheet`.
///
///     let sheet = ActionSheet("Confirm Deployment", theme: theme)
///     sheet.addAction("Confirm") { deploy() }
///     sheet.addAction("Cancel", style: .cancel)
///     sheet.present(in: root)
///
///     away ──present──▶ presented ──an action, a tap beside it, dismiss──▶ leaving ──▶ away
///
/// What is behind is dimmed and gets no finger until the sheet is away. Each action is a button at least as high as the theme's touch target; the cancelling one stands apart at the
/// bottom, and a tap beside the sheet is a tap on it; without one that does nothing. Sheets are up to 480 points wide, in the middle of a wider screen.
/// Where there are more actions than there is room, those and the text over them scroll.
///
/// One action is carried out once, however many fingers there are: the sheet begins to leave, and then the action is called. A sheet may be presented again.
public final class ActionSheet: Layer {
  public enum ActionStyle: UInt8, Hashable, Sendable, CaseIterable {
    case `default`
    /// In the theme's destructive colour.
    case destructive
    /// Apart at the bottom; of several, the first is, and the others are like the default.
    case cancel
  }

  public let theme: Theme
  public let title: String
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
  private var whenGone: (() -> Void)?
  private let dimming = Layer()
  private let panel = Layer()
  private var column = ScrollingColumn([])
  private var cancelRow: ActionRow?
  /// The text over the actions; nil without any.
  private var header: SheetHeader?
  private static let key = "sheet"

  static var maximumWidth: Scalar { 480 }
  /// Round the sheet, and between its two parts.
  static var margin: Scalar { 10 }

  public init(_ title: String = "", message: String = "", theme: Theme) {
    (self.theme, self.title, self.message) = (theme, title, message)
    super.init(frame: .zero)
    autoresizingMask = .fill
    dimming.backgroundColor = theme.dimmingColor
    addSublayer(dimming)
    addSublayer(panel)
    // All fingers: those beside the actions too.
    let press = PressGestureRecognizer { press in
      guard press.state == .ended, press.isInside else { return }
      (press.layer as? ActionSheet)?.handleTap(at: press.location)
    }
    addGestureRecognizer(press)
  }

  /// Adds an answer under those that are there; `perform` is called when it is chosen.
  ///
  /// To a sheet that is presented it is added the next time.
  public func addAction(_ title: String, style: ActionStyle = .default, _ perform: (() -> Void)? = nil) {
    let isSecond = style == .cancel && actions.contains { $0.style == .cancel }
    actions.append(Action(title: title, style: isSecond ? .default : style, perform: perform))
  }

  /// Whether it is shown, and not about to go.
  public var isPresented: Bool { phase == .presented && superlayer != nil }

  // MARK: Coming and going

  /// Shows the sheet over all of `host`, sliding in from below if `animated`; one that is shown already stays where it is.
  public func present(in host: Layer, animated: Bool = true) {
    guard !isPresented else { return }
    // One that was leaving comes back from where it is.
    let (shift, dark) =
      phase == .leaving ? (panel.presentationValue(for: .translationY), dimming.presentationValue(for: .opacity)) : (nil, nil)
    whenGone = nil
    phase = .presented
    dimming.removeAnimation(forKey: Self.key)
    panel.removeAnimation(forKey: Self.key)
    build()
    host.addSublayer(self)
    // As large as the host, wherever that one's space begins.
    (bounds.size, position) = (host.bounds.size, host.bounds.center)
    layoutIfNeeded()
    guard animated, owningStage != nil else { return }
    dimming.add(BasicAnimation(.opacity, from: dark ?? 0, to: 1, duration: 0.25, timingFunction: .easeOut), forKey: Self.key)
    panel.add(slide(from: shift ?? .scalar(distance), to: 0, timing: TimingFunction(0.2, 0.9, 0.3, 1)), forKey: Self.key)
  }

  /// Takes the sheet away, sliding down if `animated`; no action is called.
  ///
  /// - Parameter completion: called when it is away; not if it is presented again before.
  public func dismiss(animated: Bool = true, completion: (() -> Void)? = nil) {
    guard phase == .presented else { return }
    phase = .leaving
    whenGone = completion
    panel.cancelPresses()
    guard animated, owningStage != nil, phase == .leaving else { return leave() }
    let dark = dimming.presentationValue(for: .opacity) ?? 1
    dimming.add(BasicAnimation(.opacity, from: dark, to: 0, duration: 0.25, timingFunction: .easeIn), forKey: Self.key)
    panel.add(
      slide(from: panel.presentationValue(for: .translationY) ?? 0, to: .scalar(distance), timing: .easeIn), forKey: Self.key
    ) { [weak self] _ in self?.leave() }
  }

  private func leave() {
    guard phase == .leaving else { return }
    phase = .away
    let told = whenGone
    whenGone = nil
    dimming.removeAnimation(forKey: Self.key)
    removeFromSuperlayer()
    told?()
  }

  /// How far down the panel is out of sight.
  private var distance: Scalar { max(bounds.maxY - panel.frame.minY, 0) }

  private func slide(from: AnimatableValue, to: AnimatableValue, timing: TimingFunction) -> BasicAnimation {
    BasicAnimation(.translationY, from: from, to: to, duration: 0.25, timingFunction: timing)
  }

  private func choose(_ action: Action) {
    guard phase == .presented else { return }
    dismiss(animated: true)
    action.perform?()
  }

  private func handleTap(at place: Point) {
    var top: Layer = self
    while let next = top.superlayer { top = next }
    guard let point = top.convert(place, to: panel), !panel.bounds.contains(point) else { return }
    if let cancel = actions.first(where: { $0.style == .cancel }) { choose(cancel) }
  }

  // MARK: What is in it

  /// Makes the rows anew from what there is to choose.
  private func build() {
    for layer in panel.sublayers { layer.removeFromSuperlayer() }
    header = title.isEmpty && message.isEmpty ? nil : SheetHeader(title, message: message, theme: theme)
    var rows: [ActionRow] = []
    cancelRow = nil
    for action in actions {
      let isFirst = action.style == .cancel || (rows.isEmpty && header == nil)
      let row = ActionRow(action.title, style: action.style, isFirst: isFirst, theme: theme)
      row.frame.size.height = rowHeight
      row.addAction(for: .touchUpInside) { [weak self] _ in self?.choose(action) }
      if action.style == .cancel { cancelRow = row } else { rows.append(row) }
    }
    column = ScrollingColumn((header.map { [$0] } ?? []) + rows)
    for layer in [column, cancelRow] {
      guard let layer else { continue }
      layer.cornerRadius = theme.cornerRadius
      layer.backgroundColor = theme.surfaceColor
      panel.addSublayer(layer)
    }
    setNeedsLayout()
  }

  private var rowHeight: Scalar { max(theme.touchTarget(on: self), 54).roundedUp }

  public override func layoutSublayers() {
    dimming.frame = bounds
    let margin = min(Self.margin, max(bounds.width, 0) / 16)
    let width = (bounds.width - margin * 2).clamped(from: 0, to: Self.maximumWidth)
    header?.fit(width: width)
    let cancelHeight = cancelRow.map { _ in rowHeight + margin } ?? 0
    let room = max(bounds.height - margin * 3 - cancelHeight, 0)
    let height = min(column.contentHeight, room)
    panel.frame = Rect(
      x: bounds.minX + Scalar(((bounds.width - width) / 2).rounded), y: bounds.maxY - margin - cancelHeight - height, width: width,
      height: height + cancelHeight)
    column.frame = Rect(x: 0, y: 0, width: width, height: height)
    cancelRow?.frame = Rect(x: 0, y: height + margin, width: width, height: rowHeight)
    column.setNeedsLayout()
  }
}
