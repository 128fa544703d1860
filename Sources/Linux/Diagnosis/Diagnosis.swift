/// Conclusions from the facts about a machine: where a picture is shown, what touches are read from, and the
/// troubles with the commands that mend them.
///
/// The conclusions follow the same rules as ``OpenedDisplay`` and ``TouchDevices``.
package struct Diagnosis: Hashable, Sendable {
  /// A fault, and the command that mends it.
  package struct Trouble: Hashable, Sendable {
    /// The fault as a sentence, which names the object.
    package var fact: String
    /// What the command does, or what else helps.
    package var advice: String
    /// A command to type, or the first step to find the cause.
    package var command: String
  }

  package let survey: DeviceSurvey
  /// Where a picture can be shown; nil if none can.
  package private(set) var picture: String?
  /// The paths of the input devices that touches are read from.
  package private(set) var touchPaths: [String] = []
  package private(set) var troubles: [Trouble] = []
  /// The filters that select touch devices; nil if the board has no touch.
  let touch: [TouchDeviceFilter]?
  /// The kinds of devices that are read beside the touch panel.
  private(set) var desk: DeskDeviceKind = []

  /// When mice and tablets are read.
  package enum PointerUse: Hashable, Sendable {
    case always, withoutTouchscreen, never
  }

  /// Draws conclusions for the display and the input devices that a board asks for.
  ///
  /// - Parameters:
  ///   - touch: The touch devices that are wanted; nil if none are.
  ///   - pointers: When mice and tablets are read.
  ///   - readsKeyboards: Whether keyboards are read.
  package init(
    _ survey: DeviceSurvey, display: DisplayRequest, touch: [TouchDeviceFilter]?, pointers: PointerUse = .never,
    readsKeyboards: Bool = false
  ) {
    (self.survey, self.touch) = (survey, touch)
    examineDisplay(display)
    examineTouch(touch, readsTablets: pointers == .never)
    let readsPointers = pointers == .always || (pointers == .withoutTouchscreen && touchPaths.isEmpty)
    desk = (readsPointers ? [.mouse, .tablet] : DeskDeviceKind()).union(readsKeyboards ? .keyboard : [])
    examineConsole()
  }

  // MARK: Displays

  private mutating func examineDisplay(_ request: DisplayRequest) {
    let drm = CardSearch(survey, request)
    let framebuffer = FramebufferSearch(survey, request)
    var failures: [DisplayOpeningError] = []
    switch request.kind {
    case .headless: picture = "in memory only, as the board says"
    case .drm: (picture, failures) = (drm.picture, drm.failures)
    case .fbdev: (picture, failures) = (framebuffer.picture, framebuffer.failures)
    case nil:
      let choice = try? DisplayChoice.automatic(drm: drm.failures.first) {
        failures = framebuffer.failures
        return framebuffer.failures.first
      }
      // A missing framebuffer is no fault of its own: the driver that is missing would make one.
      if case .notFound? = failures.first { failures = [] }
      failures = drm.failures + failures
      if let choice { picture = choice.kind == .drm ? drm.picture : framebuffer.picture }
    }
    troubles += failures.map { trouble(of: $0) }
  }

  // MARK: Touch

  private mutating func examineTouch(_ filters: [TouchDeviceFilter]?, readsTablets: Bool) {
    guard let filters else { return }
    let found = survey.inputs.compactMap { input in
      input.description.map { TouchDevice.Found(path: input.path, description: $0) }
    }
    for case .path(let path) in filters {
      let target = Folders.resolved(path) ?? path
      if let input = survey.inputs.first(where: { $0.path == path || $0.path == target }) {
        read([input])
      } else {
        troubles.append(trouble(of: TouchOpeningError.notFound(path: path)))
      }
    }
    let others = filters.filter { if case .path = $0 { false } else { true } }
    guard filters.isEmpty || !others.isEmpty else { return }
    let allowed = readsTablets || !filters.isEmpty ? found : found.filter { TouchDeviceRank($0.description) != .tablet }
    let selected = TouchDevice.selection(matching: others, among: allowed)
    read(survey.inputs.filter { input in selected.contains { $0.path == input.path } && !touchPaths.contains(input.path) })
    // A mouse does instead.
    guard selected.isEmpty, readsTablets || !survey.inputs.contains(where: \.isPointer) else { return }
    if survey.seat?.opensDevices == true, survey.inputs.contains(where: \.access.isDenied) { return }
    let denied = survey.inputs.first { $0.access.isDenied }.map {
      TouchOpeningError.permissionDenied(path: $0.path, group: $0.access.group)
    }
    troubles.append(trouble(of: TouchDevice.failure(matching: filters, found: found, denied: denied, in: "/dev/input")))
  }

  /// Notes the devices that touches are read from, or why one cannot be read.
  private mutating func read(_ inputs: [DeviceSurvey.Input]) {
    for input in inputs {
      guard let description = input.description else {
        if input.access.isDenied, survey.seat?.opensDevices == true { continue }
        let error: TouchOpeningError =
          input.access.isDenied
          ? .permissionDenied(path: input.path, group: input.access.group)
          : .failed(path: input.path, call: "open", errno: input.access.errno)
        troubles.append(trouble(of: error))
        continue
      }
      do throws(UnsupportedTouchDevice) {
        _ = try TouchCapabilities(description)
        touchPaths.append(input.path)
      } catch {
        troubles.append(trouble(of: TouchOpeningError.unsupported(path: input.path, error)))
      }
    }
  }

  // MARK: The console

  private mutating func examineConsole() {
    guard let console = survey.console else { return }
    let restore = "\(survey.user.sudo)cartouche restore-console \(console.path)"
    if console.access.isDenied, survey.seat?.opensDevices == true { return }
    if console.access.isDenied {
      troubles.append(
        Trouble(
          fact: "\(console.path): \(survey.user.name) may not take the console, so typed keys reach the shell behind the picture.",
          advice: "Start the program as root, from a login on that console, or as a service that owns it:",
          command: "sudo systemd-run --uid=\(survey.user.name) -p TTYPath=\(console.path) -p StandardInput=tty cartouche demo town")
      )
    } else if console.mode == .graphics, console.holders.isEmpty, !survey.isScreenHeld {
      troubles.append(
        Trouble(
          fact: "\(console.path): the console was left in graphics mode by a program that is gone, so its text is invisible.",
          advice: "Restore it:", command: restore))
    } else if console.mode == .text, console.keyboard == .off {
      troubles.append(
        Trouble(fact: "\(console.path): the keyboard of the console was left off.", advice: "Restore it:", command: restore))
    }
  }
}

extension DeviceSurvey {
  /// Whether a program shows something on a card or a framebuffer.
  fileprivate var isScreenHeld: Bool { cards.contains(where: \.hasOtherMaster) || framebuffers.contains { !$0.holders.isEmpty } }
}

extension DeviceSurvey.Input {
  fileprivate var isPointer: Bool { description.map { !DeskDeviceKind($0).isDisjoint(with: [.mouse, .tablet]) } ?? false }
}

extension DeviceSurvey.User {
  /// The beginning of a command that only root may call.
  var sudo: String { id == 0 ? "" : "sudo " }
}
