import CartoucheRaster
import CartoucheScene
import CartoucheText

/// A field for one line of text, with an on-screen keyboard, like UIKit's `UITextField`.
///
///     let name = TextField("Name", theme: theme)
///     name.frame = Rect(x: 16, y: 16, width: 240, height: 48)
///     name.addAction(for: .editingChanged) { [unowned name, unowned save] _ in
///       save.isEnabled = !name.text.isEmpty
///     }
///     name.addAction(for: .primaryActionTriggered) { _ in submit() }
///
///     resting ──tap, becomeFirstResponder──▶ editing ──return, hide key, resignFirstResponder──▶ resting
///                                               └──another field becomes the first responder──▶ resting
///
/// A tap begins the editing and puts the cursor where the finger was lifted. Text that is wider than the
/// field is scrolled so that the cursor is visible. While the field rests, such text ends with a `…`.
///
/// The keyboard is shown in the topmost layer above the field. The user ends the editing with the return key,
/// as if the field's delegate in UIKit resigned the first responder there. An application that removes a
/// field and keeps it calls ``resignFirstResponder()`` first.
///
/// Line breaks and control characters in a text become spaces.
public final class TextField: Control {
  /// The times at which a text field shows a button that clears the text. An empty field never shows the
  /// button.
  public enum ClearButtonMode: UInt8, Hashable, Sendable, CaseIterable {
    /// The button is never shown.
    case never
    /// The button is shown while the text is edited.
    case whileEditing
    /// The button is shown whenever there is text.
    case always
  }

  /// The text of the field. Setting the text moves the cursor to the end and sends no event.
  public var text: String {
    get { edited.string }
    set {
      edited.string = newValue
      textDidChange()
    }
  }

  /// The text that an empty field shows in a paler color.
  public var placeholder: String {
    didSet {
      guard placeholder != oldValue else { return }
      placeholderLabel.string = placeholder
      setNeedsLayout()
    }
  }

  /// Whether the field shows a dot in place of each character, for passwords.
  public var isSecureTextEntry = false { didSet { if isSecureTextEntry != oldValue { textDidChange() } } }

  /// The largest number of characters that the text may have; nil for no limit.
  ///
  /// Setting a limit does not shorten the present text.
  public var maximumLength: Int? {
    get { edited.maximumLength }
    set { edited.maximumLength = newValue }
  }

  /// A closure that decides whether the user may change the text. It receives the text after the change.
  ///
  /// Pure digits, for example: `field.shouldChange = { $0.allSatisfy(\.isNumber) }`. If nil, every change is
  /// allowed.
  public var shouldChange: ((String) -> Bool)?

  /// The times at which the field shows a button that clears the text.
  public var clearButtonMode = ClearButtonMode.whileEditing { didSet { setNeedsLayout() } }

  /// The keys of the keyboard that the field presents. The value takes effect when the editing begins.
  public var keyboardLayout = KeyboardLayout.letters

  /// The text on the keyboard's return key. If the string is empty, the key shows an arrow.
  public var returnKeyTitle = ""

  /// Whether the field takes the text of a keyboard.
  public internal(set) var isFirstResponder = false

  var edited = EditedText()
  /// The distance in points by which the text is scrolled to the left.
  private var scrollOffset: Scalar = 0
  private var cachedPositions: CursorPositions?
  weak var keyboard: Keyboard?
  private let textArea = Layer()
  private let label: TextLayer
  private let placeholderLabel: TextLayer
  private let caret = Layer()
  private let clearButton: CloseButton
  private static var inset: Scalar { 12 }
  private static var caretWidth: Scalar { 2 }
  /// An invisible mark after the text, which gives spaces at the end a width.
  private static let endMark = "\u{2060}"

  /// Creates an empty text field at the origin of its superlayer, 240 points wide and as high as a touch
  /// target.
  public init(_ placeholder: String = "", theme: Theme) {
    self.placeholder = placeholder
    (label, placeholderLabel) = (TextLayer(fonts: theme.fonts), TextLayer(fonts: theme.fonts))
    clearButton = CloseButton(theme: theme)
    super.init(frame: Rect(x: 0, y: 0, width: 240, height: theme.touchTarget), theme: theme)
    placeholderLabel.string = placeholder
    textArea.masksToBounds = true
    for layer in [label, placeholderLabel] { (layer.lineLimit, layer.truncationMode) = (1, .end) }
    for layer in [placeholderLabel, label, caret] { textArea.addSublayer(layer) }
    addSublayer(textArea)
    addSublayer(clearButton)
    // Hidden until the first layout, so that it takes no touch at the field's origin.
    clearButton.isHidden = true
    clearButton.addAction(for: .touchUpInside) { [weak self] _ in self?.clear() }
    themeDidChange()
    textDidChange()
  }

  deinit {
    // Nobody else takes the keyboard's text.
    if isFirstResponder { keyboard?.dismiss() }
  }

  // MARK: Appearance

  public override func themeDidChange() {
    for layer in [label, placeholderLabel] { layer.use(theme.font, size: theme.fontSize, color: layer.foregroundColor, of: theme) }
    clearButton.theme = theme
    cornerRadius = theme.cornerRadius
    cachedPositions = nil
    super.themeDidChange()
  }

  public override func updateAppearance() {
    backgroundColor = isEnabled ? theme.surfaceColor : theme.backgroundColor.mixed(with: theme.textColor, 0.05)
    border = Border(width: isFirstResponder ? 2 : 1, color: isFirstResponder ? theme.tintColor : theme.separatorColor)
    label.foregroundColor = isEnabled ? theme.textColor : theme.secondaryTextColor.withAlpha(0.55)
    placeholderLabel.foregroundColor = theme.secondaryTextColor.withAlpha(isEnabled ? 0.8 : 0.45)
    caret.backgroundColor = theme.tintColor
    if !isEnabled { resignFirstResponder() }
  }

  /// The text as the field shows it.
  private var shownText: String {
    isSecureTextEntry ? String(repeating: "•", count: edited.characters.count) : edited.string
  }

  /// Updates the layers after a change of the text or of the cursor.
  func textDidChange() {
    label.string = shownText + Self.endMark
    cachedPositions = nil
    setNeedsLayout()
  }

  /// The places where the cursor may stand, in points from the text's left end.
  private var cursorPositions: CursorPositions {
    if let cachedPositions { return cachedPositions }
    let style = TextStyle(font: label.font, fontSize: label.fontSize)
    var paragraph = ParagraphStyle()
    (paragraph.isWrapped, paragraph.lineLimit) = (false, 1)
    let layout = TextLayout(label.string, style: style, paragraph: paragraph, fonts: label.fonts)
    let positions = CursorPositions(Array(shownText), layout: layout)
    cachedPositions = positions
    return positions
  }

  // MARK: Layout

  public override func layoutSublayers() {
    let showsClear =
      isEnabled && !edited.characters.isEmpty && clearButtonMode != .never && (isFirstResponder || clearButtonMode == .always)
    clearButton.isHidden = !showsClear
    let inset = min(Self.inset, max(bounds.width, 0) / 8)
    let button = max(min(clearButton.bounds.width, bounds.height - 8), 0)
    clearButton.frame = Rect(
      x: bounds.maxX - inset / 2 - button, y: bounds.midY - button / 2, width: button, height: button)
    let right = showsClear ? clearButton.frame.minX - 4 : bounds.maxX - inset
    textArea.frame = Rect(
      x: bounds.minX + inset, y: bounds.minY, width: max(right - bounds.minX - inset, 0), height: max(bounds.height, 0))
    let area = textArea.bounds
    let positions = cursorPositions
    let width = (positions.positions.max() ?? 0).roundedUp + Self.caretWidth
    let cursor = positions.positions[min(edited.cursor, positions.positions.count - 1)]
    if isFirstResponder {
      // The least scrolling that shows the cursor, and no empty space on the right of long text.
      scrollOffset = min(max(scrollOffset, cursor + Self.caretWidth - area.width), cursor)
      scrollOffset = scrollOffset.clamped(from: 0, to: max(width - area.width, 0))
    } else {
      scrollOffset = 0
    }
    let height = label.preferredFrameSize().height.roundedUp
    let top = Scalar(((area.height - height) / 2).rounded)
    label.frame = Rect(
      x: -Scalar(scrollOffset.rounded), y: top, width: isFirstResponder ? max(width, area.width) : area.width, height: height)
    placeholderLabel.isHidden = !edited.characters.isEmpty
    placeholderLabel.frame = Rect(x: 0, y: top, width: area.width, height: height)
    caret.isHidden = !isFirstResponder
    caret.frame = Rect(
      x: Scalar((cursor - scrollOffset).rounded), y: top + 1, width: Self.caretWidth, height: max(height - 2, 0))
    caret.cornerRadius = Self.caretWidth / 2
  }

  // MARK: Touches

  /// The number of characters before the cursor. Values outside of the text are clamped.
  public var cursorOffset: Int {
    get { edited.cursor }
    set {
      edited.moveCursor(to: newValue)
      setNeedsLayout()
    }
  }

  override func pressDidChange(_ event: Control.Event) {
    guard event == .touchUpInside, isEnabled else { return }
    layoutIfNeeded()
    let location = pressLocation.map { $0.x - textArea.frame.minX + scrollOffset }
    guard becomeFirstResponder(), let location else { return }
    cursorOffset = cursorPositions.nearest(to: location)
  }

  private func clear() {
    guard isEnabled, shouldChange?("") ?? true else { return }
    text = ""
    sendActions(for: .editingChanged)
  }
}
