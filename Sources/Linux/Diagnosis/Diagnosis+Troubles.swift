internal import CartoucheRaster
internal import Glibc

// Errors of opening devices, as troubles with the commands that mend them.
extension Diagnosis {
  /// Returns the trouble of a display that cannot be opened.
  func trouble(of error: DisplayOpeningError) -> Trouble {
    switch error {
    case .notFound(let path):
      return Trouble(
        fact: "\(path): there is no such device.", advice: "Name one of these in the board file (display: device:):",
        command: path.hasPrefix("/dev/fb") ? "ls -l /dev/fb*" : "ls -l /dev/dri /dev/dri/by-path")
    case .noCard(let folder):
      return Trouble(
        fact: "\(folder): there is no graphics card with connectors.",
        advice: "Load the drivers of the devices that are there; the kernel's log says why one does not work:",
        command: "\(survey.user.sudo)udevadm trigger --action=add; \(survey.user.sudo)dmesg | grep -i -e drm -e gpu")
    case .permissionDenied(let path, _):
      return permissionTrouble(path, survey.access(to: path), usualGroup: "video")
    case .anotherMaster(let path, _):
      return masterTrouble(path)
    case .noConnectedConnector(let connectors):
      let list = connectors.map { "\($0.card) \($0.name) is \($0.status.rawValue)" }.joined(separator: ", ")
      guard let first = connectors.first else { break }
      if let odd = connectors.first(where: { $0.status == .connected }) {
        return Trouble(
          fact: "\(odd.card) \(odd.name): a screen is connected, but it tells no mode, or the card has no free CRTC for it.",
          advice: "A cable or an adapter may be faulty. Let the kernel read the screen's modes again:",
          command: "echo detect | \(survey.user.sudo)tee /sys/class/drm/\(Folders.name(of: odd.card))-\(odd.name)/status")
      }
      return Trouble(
        fact: "No screen is connected: \(list).",
        advice: "Plug a screen in. If one is plugged in already, make the kernel use it:",
        command: "echo on | \(survey.user.sudo)tee /sys/class/drm/\(Folders.name(of: first.card))-\(first.name)/status")
    case .noSuchConnector(let name, let connectors):
      let list = connectors.map(\.name).joined(separator: ", ")
      return Trouble(
        fact: "There is no connector \(name); the connectors are \(list).",
        advice: "Name one of these in the board file (display: connector:):", command: "ls /sys/class/drm")
    case .noSuchMode(let path, let connector, let wanted, let available):
      var sizes: [String] = []
      for size in available where !sizes.contains("\(size.width)x\(size.height)") { sizes.append("\(size.width)x\(size.height)") }
      return Trouble(
        fact: "\(path): \(connector) has no mode of \(wanted.width)x\(wanted.height); it has \(sizes.joined(separator: ", ")).",
        advice: "Choose one of these sizes, here or in the board file (display: mode:):",
        command: "cartouche demo town --size \(sizes.first ?? "WxH")")
    case .unsupportedFormat(let path, let format, let layout, let available):
      let other = available?.name ?? (format == .rgb565 ? "xrgb8888" : "rgb565")
      return Trouble(
        fact: "\(path): the display does not take \(format.name)\(layout.map { "; it has \($0)" } ?? "").",
        advice: "Choose another format, here or in the board file (display: format:):",
        command: "cartouche demo town --format \(other)")
    case .notADisplay(let path, let reason) where path.hasPrefix("/dev/fb"):
      return Trouble(
        fact: "\(path): \(reason).", advice: "Set another depth:", command: "\(survey.user.sudo)fbset -fb \(path) -depth 32")
    case .notADisplay(let path, let reason):
      return Trouble(
        fact: "\(path): \(reason).", advice: "Name another card in the board file (display: device:):",
        command: "ls -l /dev/dri /dev/dri/by-path")
    case .failed(let path, let call, let number):
      return failure(path, call, number)
    case .refusedMode, .unsupportedSize, .outOfMemory, .noDesktop, .noDisplay: break
    }
    return Trouble(fact: "\(error)", advice: "The kernel's log may say more:", command: "\(survey.user.sudo)dmesg | tail -n 30")
  }

  /// Returns the trouble of a touch device that cannot be opened.
  func trouble(of error: TouchOpeningError) -> Trouble {
    let log = "\(survey.user.sudo)dmesg | grep -i -e touch -e input"
    switch error {
    case .permissionDenied(let path, _):
      return permissionTrouble(path, survey.access(to: path), usualGroup: "input")
    case .notFound(let path):
      return Trouble(
        fact: "\(path): there is no such input device.", advice: "Plug it in, or name another in the board file (touch: device:):",
        command: "ls -l /dev/input /dev/input/by-path")
    case .noTouchscreen(let folder, let found) where found.isEmpty:
      return Trouble(
        fact: "\(folder): there is no input device.", advice: "Plug a touch panel in, or load the driver of event devices:",
        command: "\(survey.user.sudo)modprobe evdev; \(log)")
    case .noTouchscreen(let folder, _):
      return Trouble(
        fact: "\(folder): none of the input devices is a touchscreen.",
        advice: "Plug a touch panel in. The kernel's log says whether a driver found it:", command: log)
    case .noSuchDevice(let name, let found):
      let list = found.map { "\"\($0)\"" }.joined(separator: ", ")
      return Trouble(
        fact: "There is no input device named \"\(name)\"; there are \(found.isEmpty ? "none" : list).",
        advice: "Plug it in, or name one of these in the board file (touch: device:):", command: "grep Name /proc/bus/input/devices"
      )
    case .noMatchingDevice(let filters, let found):
      let list = found.isEmpty ? "none" : found.joined(separator: ", ")
      return Trouble(
        fact: "No input device is \(filters.map(\.description).joined(separator: " or ")); there are \(list).",
        advice: "Plug it in, or name one of these in the board file (touch: device:):",
        command: "grep -A 1 ^I: /proc/bus/input/devices")
    case .unsupported(let path, let why):
      return Trouble(
        fact: "\(path): \(why)", advice: "Name another device in the board file (touch: device:). See what this one reports:",
        command: "\(survey.user.sudo)evtest \(path)")
    case .failed(let path, let call, let number):
      return failure(path, call, number)
    }
  }

  private func failure(_ path: String, _ call: String, _ number: Int32) -> Trouble {
    Trouble(
      fact: "\(path): \(call) failed (\(message(ofError: number))).", advice: "The kernel's log may say why:",
      command: "\(survey.user.sudo)dmesg | tail -n 30")
  }

  private func masterTrouble(_ path: String) -> Trouble {
    let holders = survey.cards.first { $0.path == path }?.holders ?? []
    // These open devices for the program that shows something.
    let brokers = ["systemd-logind", "seatd"]
    guard let holder = holders.first(where: { !brokers.contains($0.process.name) }) ?? holders.first else {
      return Trouble(
        fact: "\(path): another program owns the screen.", advice: "Find it, and stop it:",
        command: "\(survey.user.sudo)fuser -v \(path)")
    }
    let stop = holder.service.map { "systemctl stop \($0)" } ?? "kill \(holder.process.id)"
    return Trouble(
      fact: "\(path): \(holder.process.name), pid \(holder.process.id), owns the screen.", advice: "Stop it:",
      command: survey.user.sudo + stop)
  }

  /// Returns the trouble of a node that the user may not open.
  ///
  /// - Parameter group: The group that such nodes usually have.
  private func permissionTrouble(_ path: String, _ access: DeviceSurvey.Access, usualGroup: String) -> Trouble {
    let user = survey.user
    guard let group = access.group else {
      return Trouble(
        fact: "\(path): permission denied; only root may open it.", advice: "Give it to the group \(usualGroup):",
        command: "\(user.sudo)chgrp \(usualGroup) \(path); \(user.sudo)chmod g+rw \(path)")
    }
    guard access.isForGroup else {
      return Trouble(
        fact: "\(path): permission denied, also for the group \(group).", advice: "Let the group open it:",
        command: "\(user.sudo)chmod g+rw \(path)")
    }
    if user.groups.contains(group) {
      return Trouble(
        fact: "\(path): permission denied, although \(user.name) is in the group \(group).",
        advice: "A container or a security module refuses it; the kernel's log may say which:",
        command: "\(user.sudo)dmesg | tail -n 30")
    }
    if user.memberships.contains(group) {
      return Trouble(
        fact: "\(path): permission denied; \(user.name) joined the group \(group) after the login.",
        advice: "Log in again, or use the group in this shell:", command: "newgrp \(group)")
    }
    return Trouble(
      fact: "\(path): permission denied; the group \(group) may open it, and \(user.name) is not in it.",
      advice: "Join the group, then log in again:", command: "\(user.sudo)usermod -aG \(group) \(user.name)")
  }
}

extension DeviceSurvey {
  fileprivate func access(to path: String) -> Access {
    cards.first { $0.path == path }?.access ?? framebuffers.first { $0.path == path }?.access
      ?? inputs.first { $0.path == path }?.access ?? Access()
  }
}
