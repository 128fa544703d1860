internal import CartoucheRaster
internal import CartoucheScene

// The report of `cartouche doctor`.
extension Diagnosis {
  /// Whether a picture can be shown.
  package var canShowPicture: Bool { picture != nil }

  /// The facts, the conclusions and the troubles as lines of text, without a newline at the end.
  ///
  /// - Parameter board: The name of the board, for the first line.
  package func report(board: String) -> String {
    let user = "\(survey.user.name), in the groups \(survey.user.groups.joined(separator: ", "))"
    var lines = section("Board", [board])
    lines += section("Graphics cards", survey.cards.flatMap { card in self.lines(of: card) })
    lines += section("Framebuffers", survey.framebuffers.map { node in line(of: node) })
    lines += section("Input devices", survey.inputs.map { input in line(of: input) })
    lines += section("Console", [line(of: survey.console)] + (survey.seat.map { [line(of: $0)] } ?? []))
    lines += section("User", [user])
    lines += section("Result", result)
    if !troubles.isEmpty { lines.append(troubles.count == 1 ? "1 trouble" : "\(troubles.count) troubles") }
    for (index, trouble) in troubles.enumerated() {
      lines += ["  \(index + 1). \(trouble.fact)", "     \(trouble.advice)", "       \(trouble.command)"]
    }
    return lines.joined(separator: "\n")
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    [title] + (lines.isEmpty ? ["none"] : lines).map { "  " + $0 }
  }

  private var result: [String] {
    var lines = [picture.map { "A picture can be shown \($0)." } ?? "No picture can be shown."]
    switch (touch, touchPaths) {
    case (nil, _): lines.append("The board has no touch panel.")
    case (_, []) where !desk.isDisjoint(with: [.mouse, .tablet]): lines.append("A mouse or a tablet takes the place of touches.")
    case (_, []) where survey.seat?.opensDevices == true && survey.inputs.contains(where: \.access.isDenied):
      lines.append("Touches are read from the devices that the seat daemon opens.")
    case (_, []): lines.append("No touches are read.")
    case (_, let paths): lines.append("Touches are read from \(paths.joined(separator: ", ")).")
    }
    return lines
  }

  private func lines(of card: DeviceSurvey.Card) -> [String] {
    if card.access.errno != 0 { return ["\(card.path): \(refusal(card.access))"] }
    let driver = card.driver.map { ", driver \($0)" } ?? ""
    guard card.hasScreens else { return ["\(card.path)\(driver), without connectors"] }
    let owner =
      card.hasOtherMaster
      ? ", owned by " + (card.holders.isEmpty ? "another program" : list(card.holders))
      : ", owned by no other program"
    var lines = ["\(card.path)\(driver)\(owner)"]
    for connector in card.connectors {
      lines.append("  \(connector.name) is \(connector.status.rawValue)\(modes(of: connector))")
    }
    if !card.formats.isEmpty { lines.append("  formats \(card.formats.joined(separator: ", "))") }
    return lines
  }

  private func modes(of connector: DeviceSurvey.Connector) -> String {
    var names: [String] = []
    for mode in connector.modes {
      let name = "\(mode)\(mode.isPreferred ? " (preferred)" : "")"
      if !names.contains(name) { names.append(name) }
    }
    guard !names.isEmpty else { return "" }
    let others = names.count > 6 ? " and \(names.count - 6) others" : ""
    return ": " + names.prefix(6).joined(separator: ", ") + others
  }

  private func line(of node: DeviceSurvey.Framebuffer) -> String {
    if node.access.errno != 0 { return "\(node.path): \(refusal(node.access))" }
    let used = node.holders.isEmpty ? "" : ", used by " + list(node.holders)
    return "\(node.path), \(node.name), \(node.layout)\(used)"
  }

  private func line(of input: DeviceSurvey.Input) -> String {
    guard let description = input.description else { return "\(input.path): \(refusal(input.access))" }
    let name = "\(input.path) \"\(description.name)\""
    let kind = DeskDeviceKind(description).intersection(desk)
    if !kind.isEmpty, !touchPaths.contains(input.path) { return "\(name): read; \(kind.description)" }
    guard let capabilities = try? TouchCapabilities(description), let rank = TouchDeviceRank(description) else {
      return "\(name): not read; \(reason(description))"
    }
    if touchPaths.contains(input.path) { return "\(name): read; \(text(of: rank, capabilities))" }
    if touch == nil { return "\(name): not read; the board has no touch panel" }
    return "\(name): not read; \(text(of: rank, capabilities)), but another device is chosen"
  }

  /// Returns the reason why a device is not a touch panel.
  private func reason(_ description: DeviceDescription) -> String {
    do throws(UnsupportedTouchDevice) {
      _ = try TouchCapabilities(description)
      return "a touchpad, which moves a pointer"
    } catch {
      return error.fact
    }
  }

  private func text(of rank: TouchDeviceRank, _ capabilities: TouchCapabilities) -> String {
    let kind =
      switch rank {
      case .touchscreen, .singleTouchscreen: "a touchscreen"
      case .likelyTouchscreen: "probably a touchscreen"
      case .tablet: "a tablet"
      }
    let fingers =
      switch capabilities.reporting {
      case .slots(let count): "\(count) fingers"
      case .single: "one finger"
      case .anonymous: "fingers without ids"
      }
    let (x, y) = (capabilities.x, capabilities.y)
    return "\(kind), \(fingers), x \(x.minimum)…\(x.maximum), y \(y.minimum)…\(y.maximum)"
  }

  private func line(of console: DeviceSurvey.Console?) -> String {
    guard let console else { return "the kernel has no virtual terminals" }
    let front = "\(console.path) is in front"
    if console.access.errno != 0 { return "\(front): \(refusal(console.access))" }
    let mode = console.mode == .text ? "text mode" : "graphics mode"
    let keyboard = console.keyboard == .on ? "keyboard on" : "keyboard off"
    let switching = console.isSwitchedByProgram ? "a program" : "the kernel"
    let used = console.holders.isEmpty ? "" : ", used by " + list(console.holders)
    return "\(front), \(mode), \(keyboard), switched by \(switching)\(used)"
  }

  private func line(of daemon: DeviceSurvey.SeatDaemon) -> String {
    if daemon.access.errno != 0 { return "\(daemon.path): a seat daemon; \(refusal(daemon.access))" }
    return daemon.hasLibrary
      ? "\(daemon.path): a seat daemon opens the devices, and switches the console"
      : "\(daemon.path): a seat daemon, which is not used without libseat.so.1 (Debian's libseat1)"
  }

  private func refusal(_ access: DeviceSurvey.Access) -> String {
    if access.isDenied { return "permission denied; its group is \(access.group ?? "root's")" }
    return message(ofError: access.errno)
  }

  private func list(_ holders: [DeviceSurvey.Holder]) -> String {
    holders.map { "\($0.process.name), pid \($0.process.id)" }.joined(separator: "; ")
  }
}
