import CartoucheRaster
public import CartoucheScene

/// A keyboard on the screen, which slides in from below.
///
///     away ──present──▶ presented ──dismiss, dismiss key──▶ leaving ──▶ away
///                          └──present for another layer──▶ presented
///
/// A ``TextField`` presents a keyboard by itself. To take text without a text field, present a keyboard for a
/// layer that conforms to ``KeyInput``.
///
/// The keyboard covers the lower part of its host layer, over the whole width. If the keyboard would cover
/// the layer that takes the text, the host's ``Layer/bounds`` are scrolled until that layer is above the
/// keyboard. They are scrolled back when the keyboard leaves. On screens that are too narrow for keys of
/// ``Theme/touchTarget(on:)``, keys are narrower.
public final class Keyboard: Layer, ThemedLayer {
  /// The states of the shift key.
  public enum ShiftState: UInt8, Hashable, Sendable, CaseIterable {
    /// Letters are inserted in lower case.
    case off
    /// The next letter is inserted in upper case.
    case once
    /// All letters are inserted in upper case.
    case locked
  }

  /// The theme that determines the colors, fonts and dimensions of the keyboard.
  public var theme: Theme {
    didSet {
      for key in keys { key.theme = theme }
      backgroundColor = theme.keyboardColor
      adaptHeight()
    }
  }

  /// The keys of the keyboard. A new layout is shown from its first plane.
  public var layout: KeyboardLayout {
    didSet {
      guard layout != oldValue else { return }
      (plane, shiftState) = (0, .off)
      build()
      adaptHeight()
    }
  }

  /// The text on the return key. If the string is empty, the key shows an arrow.
  public var returnKeyTitle = "" { didSet { if returnKeyTitle != oldValue { updateKeys() } } }

  /// The index of the plane that is shown, in ``KeyboardLayout/planes``.
  public private(set) var plane = 0

  /// The state of the shift key.
  public private(set) var shiftState = ShiftState.off

  /// The layer that takes the text; nil while the keyboard is not presented.
  public private(set) weak var input: (any KeyInput)?

  private var keys: [KeyboardKey] = []
  private var isLeaving = false
  /// The distance in points by which the host's bounds are scrolled.
  private var scrollDistance: Scalar = 0
  private static let animationKey = "keyboard"
  private static var padding: Scalar { 4 }

  /// Creates a keyboard. It is not shown until ``present(for:in:animated:)`` is called.
  public init(_ layout: KeyboardLayout = .letters, theme: Theme) {
    (self.layout, self.theme) = (layout, theme)
    super.init(frame: .zero)
    autoresizingMask = [.width, .minYMargin]
    backgroundColor = theme.keyboardColor
    // Take the touches between the keys.
    addGestureRecognizer(PressGestureRecognizer())
    build()
  }

  /// Whether the keyboard is presented. While the keyboard leaves, the property is false.
  public var isPresented: Bool { superlayer != nil && !isLeaving }

  // MARK: Presenting and dismissing

  /// Shows the keyboard at the bottom of `host` for a layer that takes the text.
  ///
  /// If the keyboard is already presented for another layer, ``KeyInput/keyboardDidEnd(_:)`` of that layer is
  /// called.
  ///
  /// - Parameters:
  ///   - input: The layer that takes the text, which is `host` or one of its descendants. The keyboard does
  ///     not retain it.
  ///   - host: The layer that the keyboard covers in part. The keyboard becomes its frontmost sublayer.
  ///   - animated: Whether the keyboard slides in from below. If false, the keyboard appears at once.
  public func present(for input: any KeyInput, in host: Layer, animated: Bool = true) {
    let previous = self.input
    self.input = input
    shiftState = .off
    if plane != 0 {
      plane = 0
      build()
    } else {
      updateKeys()
    }
    if let previous, previous !== input { previous.keyboardDidEnd(self) }
    guard self.input === input else { return }
    let isNew = superlayer !== host
    let startOffset = isLeaving ? presentationValue(for: .translationY) : nil
    isLeaving = false
    removeAnimation(forKey: Self.animationKey)
    if isNew, superlayer != nil { scroll(by: -scrollDistance, animated: false) }
    host.addSublayer(self)
    place(in: host)
    reveal(input, in: host, animated: animated)
    guard animated, owningStage != nil, isNew || startOffset != nil else { return }
    add(slide(from: startOffset ?? .scalar(bounds.height), to: 0, timing: .easeOut), forKey: Self.animationKey)
  }

  /// Hides the keyboard and then removes it from its superlayer. The host is scrolled back.
  ///
  /// - Parameter animated: Whether the keyboard slides down. If false, the keyboard disappears at once.
  public func dismiss(animated: Bool = true) {
    guard isPresented else { return }
    input = nil
    cancelPresses()
    scroll(by: -scrollDistance, animated: animated)
    isLeaving = true
    guard animated, owningStage != nil else { return finishDismissal() }
    add(
      slide(from: presentationValue(for: .translationY) ?? 0, to: .scalar(bounds.height), timing: .easeIn),
      forKey: Self.animationKey
    ) { [weak self] _ in self?.finishDismissal() }
  }

  private func finishDismissal() {
    guard isLeaving else { return }
    isLeaving = false
    removeAnimation(forKey: Self.animationKey)
    removeFromSuperlayer()
  }

  private func slide(from: AnimatableValue, to: AnimatableValue, timing: TimingFunction) -> BasicAnimation {
    BasicAnimation(.translationY, from: from, to: to, duration: 0.25, timingFunction: timing)
  }

  private func place(in host: Layer) {
    let rows = Scalar(max(layout.planes.map(\.count).max() ?? 0, 1))
    // At most six tenths of the host, so that the text stays visible on a low screen.
    let wanted = max(theme.touchTarget(on: self), 40).roundedUp * rows + Self.padding * 2
    let height = min(wanted, Scalar((host.bounds.height * 0.6).floor))
    frame = Rect(x: host.bounds.minX, y: host.bounds.maxY - height, width: host.bounds.width, height: height)
  }

  /// Adapts the height of a presented keyboard to a change of the theme, the layout or the host's size.
  private func adaptHeight() {
    guard isPresented, let host = superlayer, let input else { return }
    place(in: host)
    reveal(input, in: host, animated: false)
  }

  /// Scrolls the host until the input's bounds are above the keyboard.
  private func reveal(_ input: any KeyInput, in host: Layer, animated: Bool) {
    let corners = [input.bounds.origin, Point(x: input.bounds.maxX, y: input.bounds.maxY)].compactMap {
      input.convert($0, to: host)
    }
    guard input !== host, let top = corners.map(\.y).min(), let bottom = corners.map(\.y).max() else { return }
    let margin: Scalar = 12
    let hidden = bottom + margin - frame.minY
    // The upper edge of a high layer stays visible, and the host is never scrolled further than needed.
    let limit = top - margin - host.bounds.minY
    scroll(by: max(min(hidden, limit), -scrollDistance), animated: animated)
  }

  private func scroll(by distance: Scalar, animated: Bool) {
    guard distance != 0, let host = superlayer else { return }
    let start = host.presentationValue(for: .boundsOrigin) ?? .point(host.bounds.origin)
    host.bounds.origin.y += distance
    position.y += distance
    scrollDistance += distance
    host.removeAnimation(forKey: Self.animationKey)
    guard animated, owningStage != nil else { return }
    host.add(
      BasicAnimation(.boundsOrigin, from: start, to: .point(host.bounds.origin), duration: 0.25, timingFunction: .easeOut),
      forKey: Self.animationKey)
  }

  // MARK: Keys

  private var rows: [[KeyboardLayout.Key]] { layout.planes.indices.contains(plane) ? layout.planes[plane] : [] }

  /// Replaces the keys by those of the shown plane.
  private func build() {
    for key in keys { key.removeFromSuperlayer() }
    keys = rows.joined().filter { $0.action != .space }.map { key in
      let layer = KeyboardKey(key, kind: Self.kind(of: key.action), theme: theme)
      if key.action == .delete {
        layer.onRepeat = { [weak self] in self?.input?.deleteBackward() }
      } else {
        layer.addAction(for: .touchUpInside) { [weak self] _ in self?.perform(key.action) }
      }
      addSublayer(layer)
      return layer
    }
    updateKeys()
    setNeedsLayout()
  }

  private static func kind(of action: KeyboardLayout.Action) -> KeyboardKey.Kind {
    switch action {
    case .insert: .character
    case .return: .prominent
    case .shift, .delete, .showPlane, .dismiss, .space: .function
    }
  }

  /// Updates the titles and symbols of the keys.
  private func updateKeys() {
    for layer in keys {
      let title = layer.key.title
      switch layer.key.action {
      case .insert(" ") where title.isEmpty: layer.symbol = .spaceBar
      case .insert(let text): layer.title = shifted(title.isEmpty ? text : title)
      case .shift:
        layer.symbol = shiftState == .off ? .shift : shiftState == .once ? .shiftOnce : .shiftLocked
        layer.isSelected = shiftState != .off
      case .delete: layer.symbol = .delete
      case .return:
        layer.symbol = .return
        layer.title = !title.isEmpty ? title : returnKeyTitle.isEmpty ? nil : returnKeyTitle
      case .dismiss: layer.symbol = .dismiss
      case .showPlane, .space: layer.title = title
      }
      if !title.isEmpty, layer.title == nil { layer.title = title }
    }
  }

  private func shifted(_ text: String) -> String {
    // Not "SS" for "ß": a key inserts one letter.
    shiftState == .off || text.uppercased().count != text.count ? text : text.uppercased()
  }

  private func perform(_ action: KeyboardLayout.Action) {
    guard isPresented else { return }
    guard let input, input.isOnStage else { return end() }
    switch action {
    case .insert(let text):
      input.insertText(shifted(text))
      if shiftState == .once { changeShift(to: .off) }
    case .shift: changeShift(to: shiftState == .off ? .once : shiftState == .once ? .locked : .off)
    case .delete: input.deleteBackward()
    case .showPlane(let index):
      guard layout.planes.indices.contains(index), index != plane else { return }
      plane = index
      build()
    case .return: input.keyboardDidReturn(self)
    case .dismiss: end()
    case .space: break
    }
  }

  /// Hides the keyboard, and tells the layer that took the text.
  func end() {
    let input = input
    dismiss()
    input?.keyboardDidEnd(self)
  }

  private func changeShift(to state: ShiftState) {
    shiftState = state
    updateKeys()
  }

  public override func layoutSublayers() {
    adaptHeight()
    let rows = rows
    // Keys have a positive width, whatever the layout says.
    func width(_ key: KeyboardLayout.Key) -> Scalar { key.width.clamped(from: 0.1, to: 1000) }
    let units = rows.map { $0.reduce(0) { $0 + width($1) } }
    guard let widest = units.max(), widest > 0, !bounds.isEmpty else { return }
    let area = bounds.insetBy(dx: min(Self.padding, bounds.width / 16), dy: min(Self.padding, bounds.height / 16))
    var next = keys.makeIterator()
    for (index, row) in rows.enumerated() {
      let (top, bottom) = (edge(area.minY, area.height, index, rows.count), edge(area.minY, area.height, index + 1, rows.count))
      var x = area.minX + (widest - units[index]) * area.width / widest / 2
      for key in row {
        let end = x + width(key) * area.width / widest
        defer { x = end }
        guard key.action != .space, let layer = next.next() else { continue }
        layer.frame = Rect(x: Scalar(x.rounded), y: top, width: Scalar(end.rounded) - Scalar(x.rounded), height: bottom - top)
      }
    }
  }

  /// Returns the whole coordinate of the edge between two rows.
  private func edge(_ start: Scalar, _ length: Scalar, _ index: Int, _ count: Int) -> Scalar {
    Scalar((start + length * index / count).rounded)
  }
}
