internal import CartoucheRaster
internal import Glibc

/// The output that ``DRMDisplay`` would open, found by the facts of a survey.
struct CardSearch {
  /// The card, the connector and the mode; nil if no output can be opened.
  private(set) var picture: String?
  /// The reasons why no output can be opened, the decisive one first.
  private(set) var failures: [DisplayOpeningError] = []

  init(_ survey: DeviceSurvey, _ request: DisplayRequest) {
    let path = request.path.flatMap { $0.hasPrefix("/dev/fb") ? nil : $0 }
    let cards = survey.cards.filter { path == nil || $0.path == path }
    var states: [DisplayConnector] = []
    search: for card in cards {
      if card.access.isDenied, survey.seat?.opensDevices == true {
        picture = "on \(card.path), which the seat daemon opens"
        failures = []
        return
      }
      if card.access.errno != 0 {
        failures.append(card.access.error(path: card.path))
        continue
      }
      guard card.hasScreens else {
        if path != nil { failures.append(.notADisplay(path: card.path, reason: "it has no screens")) }
        continue
      }
      for connector in card.connectors {
        states.append(DisplayConnector(card: card.path, name: connector.name, status: connector.status))
        guard connector.status == .connected, !connector.modes.isEmpty,
          request.connector == nil || request.connector == connector.name
        else { continue }
        guard let mode = Self.mode(of: connector, request) else {
          let available = connector.modes.map(\.size)
          let wanted = request.size ?? PixelSize(width: 0, height: 0)
          failures = [.noSuchMode(path: card.path, connector: connector.name, wanted: wanted, available: available)]
          return
        }
        if card.hasOtherMaster {
          failures.append(.anotherMaster(path: card.path, processes: card.holders.map(\.process)))
          continue search
        }
        guard let format = Self.format(of: card, request) else {
          let format = request.format ?? .xrgb8888
          failures = [.unsupportedFormat(path: card.path, format: format, layout: card.formats.joined(separator: ", "))]
          return
        }
        picture = "on \(card.path) \(connector.name), \(mode.description), format \(format)"
        let others = request.connector == nil ? Self.mirrors(beside: connector.name, of: card) : []
        if !others.isEmpty { picture! += ", mirrored on \(others.joined(separator: ", "))" }
        failures = []
        return
      }
    }
    guard failures.isEmpty else { return }
    if cards.isEmpty, let path {
      failures = [.notFound(path: path)]
    } else if !cards.contains(where: \.hasScreens) {
      failures = [.noCard(folder: "/dev/dri")]
    } else if let name = request.connector, !states.contains(where: { $0.name == name }) {
      failures = [.noSuchConnector(name, states)]
    } else {
      failures = [.noConnectedConnector(states.filter { request.connector == nil || $0.name == request.connector })]
    }
  }

  /// Returns the names of the connectors that show the same frames as the connector `name`.
  private static func mirrors(beside name: String, of card: DeviceSurvey.Card) -> [String] {
    let connected = card.connectors.filter { $0.status == .connected && !$0.modes.isEmpty && $0.name != name }
    return connected.prefix(3).map(\.name)
  }

  /// Returns the mode that ``DRMOutput`` chooses.
  private static func mode(of connector: DeviceSurvey.Connector, _ request: DisplayRequest) -> DeviceSurvey.Mode? {
    let modes = connector.modes
    guard let size = request.size else { return modes.first(where: \.isPreferred) ?? modes.first }
    let fitting = modes.filter { $0.size == size }
    let progressive = fitting.filter { !$0.isInterlaced }
    let candidates = progressive.isEmpty ? fitting : progressive
    if let rate = request.refreshMillihertz {
      return candidates.min { abs($0.refreshMillihertz - rate) < abs($1.refreshMillihertz - rate) }
    }
    return candidates.first(where: \.isPreferred) ?? candidates.max { $0.refreshMillihertz < $1.refreshMillihertz }
  }

  /// Returns the name of the format that the card takes; nil if it takes none that is wanted.
  private static func format(of card: DeviceSurvey.Card, _ request: DisplayRequest) -> String? {
    let wanted = request.format.map { [$0] } ?? [.xrgb8888, .rgb565]
    let names = wanted.map { name(of: $0) }
    return card.formats.isEmpty ? names.first : names.first(where: card.formats.contains)
  }

  private static func name(of format: PixelFormat) -> String {
    switch format {
    case .xrgb8888: "XR24"
    case .rgb565: "RG16"
    case .argb8888: "AR24"
    case .xbgr8888: "XB24"
    case .rgb888: "RG24"
    case .bgr565: "BG16"
    case .rgbx8888: "RX24"
    case .bgrx8888: "BX24"
    case .bgr888: "BG24"
    case .xrgb1555: "XR15"
    case .xbgr1555: "XB15"
    case .rgbx5551: "RX15"
    case .xrgb2101010: "XR30"
    }
  }
}

/// The node that ``FramebufferDisplay`` would open, found by the facts of a survey.
struct FramebufferSearch {
  /// The node and its layout; nil if it cannot be opened.
  private(set) var picture: String?
  private(set) var failures: [DisplayOpeningError] = []

  init(_ survey: DeviceSurvey, _ request: DisplayRequest) {
    let path = request.path.flatMap { $0.hasPrefix("/dev/dri") ? nil : $0 } ?? "/dev/fb0"
    guard let node = survey.framebuffers.first(where: { $0.path == path }) else {
      failures = [.notFound(path: path)]
      return
    }
    if node.access.errno != 0 {
      failures = [node.access.error(path: path)]
    } else if node.format == nil {
      failures = [.notADisplay(path: path, reason: FramebufferLayout.refusal(of: node.layout))]
    } else if let format = request.format, format != node.format {
      failures = [.unsupportedFormat(path: path, format: format, layout: node.layout, available: node.format)]
    } else if let size = request.size, size != node.size {
      failures = [.noSuchMode(path: path, connector: "the framebuffer", wanted: size, available: [node.size])]
    } else {
      picture = "on \(path), \(node.layout)"
    }
  }
}

extension DeviceSurvey.Access {
  /// Whether the permissions do not allow this process to open the node.
  var isDenied: Bool { errno == EACCES || errno == EPERM }

  /// Returns the error of opening the node as a display.
  fileprivate func error(path: String) -> DisplayOpeningError {
    switch errno {
    case ENOENT, ENODEV, ENXIO, ENOTDIR: .notFound(path: path)
    case EACCES, EPERM: .permissionDenied(path: path, group: group)
    default: .failed(path: path, call: "open", errno: errno)
    }
  }
}

extension DeviceSurvey.Mode: CustomStringConvertible {
  /// The size and the rate, such as `1920x1080 at 59.94 Hz`.
  package var description: String {
    var rate = "\(refreshMillihertz / 1000)"
    let thousandths = refreshMillihertz % 1000
    if thousandths != 0 {
      var digits = String(String(1000 + thousandths).dropFirst())
      while digits.hasSuffix("0") { digits.removeLast() }
      rate += "." + digits
    }
    return "\(size.width)x\(size.height)\(isInterlaced ? " interlaced" : "") at \(rate) Hz"
  }
}
