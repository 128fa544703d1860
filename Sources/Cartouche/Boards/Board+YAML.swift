extension Board {
  /// Creates a board from the YAML text of a board file. A board file describes a machine's display, touch
  /// panel, memory and threads.
  ///
  /// - Parameters:
  ///   - name: The name of the new board.
  ///   - yaml: The text of the board file.
  ///   - file: The path of the board file, for error messages. The file at this path is not read.
  /// - Throws: ``BoardError`` if the text is not a valid board file. The error contains the number of the
  ///   invalid line.
  public init(name: String, yaml: String, file: String) throws(BoardError) {
    self.init(name: name)
    guard let top = try Section(yaml: yaml, file: file) else { return }
    try top.allow(["description", "display", "touch", "desk", "memory", "threads"])
    summary = try top.text("description") ?? ""
    threads =
      try top.value("threads", "auto or a whole number from 1 to 64") { text in
        text == "auto" ? .some(nil) : whole(text, in: 1...64).map { .some($0) }
      } ?? nil

    if let section = try top.section("display") {
      try section.allow([
        "kind", "connector", "device", "mode", "format", "rotation", "buffers", "atomic", "millimetres", "blank-after",
      ])
      display = try section.value("kind", DisplayKind.allCases.map(\.rawValue).joined(separator: ", "), DisplayKind.init) ?? .auto
      connector = try section.text("connector")
      displayDevice = try section.value("device", "the path of a node, as /dev/dri/card0 or /dev/fb0") { text in
        text.hasPrefix("/") ? text : nil
      }
      mode =
        try section.value("mode", "auto, WxH or WxH@Hz, each side from 1 to \(PreferredDisplayMode.maximumSide), as 800x480@60") {
          text in
          text == "auto" ? .some(nil) : PreferredDisplayMode(text).flatMap { $0.isSupported ? .some($0) : nil }
        } ?? nil
      format = try section.value("format", PixelFormat.allCases.map(\.name).joined(separator: ", "), PixelFormat.init(name:))
      let degrees = try section.value("rotation", "auto, 0, 90, 180 or 270, clockwise") { text in
        text == "auto" || Rotation.allCases.contains(where: { String($0.rawValue) == text }) ? text : nil
      }
      if let given = Rotation.allCases.first(where: { String($0.rawValue) == degrees }) {
        (rotation, usesPanelOrientation) = (given, false)
      }
      let sides = "the panel's width and height in millimeters, whole numbers from 10 to 9999, as 154x86"
      panelSize = try section.value("millimetres", sides) { text in
        guard let size = PixelSize(text: text), (10...9999).contains(size.width), (10...9999).contains(size.height) else {
          return nil
        }
        return Size(width: Scalar(size.width), height: Scalar(size.height))
      }
      blankDelay =
        try section.value("blank-after", "never, or a time from 1 s to 24 h, as 30 s, 10 min or 2 h") { text in
          text == "never" ? .some(nil) : seconds(text).map { .some($0) }
        } ?? nil
      usesAtomicModeSetting = try section.value("atomic", "true or false") { ["true": true, "false": false][$0] } ?? true
      buffers = try section.value("buffers", "a whole number from 1 to 3") { whole($0, in: 1...3) } ?? 2
    }
    if let section = try top.section("touch") {
      try section.allow(["device", "screens", "swap-axes", "mirror", "calibration", "palm-size", "palm-pressure"])
      touch =
        try section.texts("device", "auto, none, a node, an id as 0eef:0001, a name, or a list of nodes, ids and names") {
          TouchChoice(texts: $0)
        } ?? .automatic
      for (connector, text) in try section.section("screens")?.namedTexts("a node, an id as 0eef:0001, or a name") ?? [] {
        touchScreens[connector] = TouchDeviceFilter(text: text)
      }
      swapsTouchAxes = try section.value("swap-axes", "true or false") { ["true": true, "false": false][$0] } ?? false
      mirroredTouchAxes =
        try section.value("mirror", "none, x, y or xy") { text in
          text == "none" ? [] : ["x": [.x], "y": [.y], "xy": [.x, .y]][text]
        } ?? []
      calibration =
        try section.list("calibration", "six numbers, the first two rows of libinput's matrix, as [1, 0, 0, 0, 1, 0]") {
          TouchMapping.Calibration(texts: $0)
        } ?? .identity
      let rawUnits = "a whole number from 1 to 65535, in the panel's own units"
      palms.size = try section.value("palm-size", rawUnits) { whole($0, in: 1...65535).map(Int32.init) }
      palms.pressure = try section.value("palm-pressure", rawUnits) { whole($0, in: 1...65535).map(Int32.init) }
    }
    if let section = try top.section("desk") {
      try section.allow(["mouse", "keyboard"])
      mouse = try section.value("mouse", MouseUse.allCases.map(\.rawValue).joined(separator: ", "), MouseUse.init) ?? .auto
      keyboard =
        try section.value("keyboard", KeyboardUse.allCases.map(\.rawValue).joined(separator: ", "), KeyboardUse.init) ?? .auto
    }
    if let section = try top.section("memory") {
      try section.allow(["tiles", "glyphs", "picture"])
      let allowed = "a size from 1 MiB to 64 GiB, as 64 MiB"
      tileMemory = try section.value("tiles", allowed, bytes) ?? tileMemory
      glyphMemory = try section.value("glyphs", allowed, bytes) ?? glyphMemory
      imageMemory = try section.value("picture", allowed, bytes) ?? imageMemory
    }
  }
}

extension Board.TouchChoice {
  /// Creates a choice from the text of a board file, or from its list of texts.
  fileprivate init?(texts: [String]) {
    switch texts {
    case ["auto"]: self = .automatic
    case ["none"]: self = .none
    default:
      guard !texts.isEmpty, !texts.contains(where: { ["", "auto", "none"].contains($0) }) else { return nil }
      self = .devices(texts.map { TouchDeviceFilter(text: $0) })
    }
  }
}

extension TouchMapping.Calibration {
  fileprivate init?(texts: [String]) {
    let numbers = texts.compactMap { text in
      Double(text).flatMap { abs($0) <= 1024 ? Number(rawValue: Int64(($0 * 4_294_967_296).rounded())) : nil }
    }
    guard texts.count == 6, numbers.count == 6 else { return nil }
    self.init(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
  }
}

/// Returns the whole number in `text` if it is in `range`.
private func whole(_ text: String, in range: ClosedRange<Int>) -> Int? {
  Int(text).flatMap { range.contains($0) ? $0 : nil }
}

/// Returns the number of bytes of a size written as `64 MiB` or `2 GiB`.
///
/// - Returns: nil if the text has another form or the size is over 64 GiB.
private func bytes(_ text: String) -> Int? {
  let parts = text.split(separator: " ")
  guard parts.count == 2, let shift = ["MiB": 20, "GiB": 30][parts[1]], let count = whole(String(parts[0]), in: 1...1 << 16) else {
    return nil
  }
  let bytes = count << shift  // ≤ 2^46
  return bytes <= 64 << 30 ? bytes : nil
}

/// Returns the duration of a text such as `30 s`, `10 min` or `2 h`.
///
/// - Returns: nil if the text has another form, or the duration is not from 1 s to 24 h.
private func seconds(_ text: String) -> Seconds? {
  let parts = text.split(separator: " ")
  guard parts.count == 2, let unit = ["s": 1, "min": 60, "h": 3600][parts[1]], let count = whole(String(parts[0]), in: 1...86_400),
    count * unit <= 86_400
  else { return nil }
  return Seconds(count * unit)
}

/// One YAML mapping of a board file. Its errors contain the line of the wrong key or value.
private struct Section {
  let file: String
  /// The path of the section's key with a dot after it, such as `display.`. At the top of the file the prefix
  /// is empty.
  let prefix: String
  private let entries: [(key: YAMLDocument.Node, value: YAMLDocument.Node)]

  /// Parses the entire file.
  ///
  /// - Returns: nil if the file is empty.
  init?(yaml: String, file: String) throws(BoardError) {
    let root: YAMLDocument.Node?
    do throws(YAMLError) {
      root = try YAMLDocument(yaml).root
    } catch {
      throw .malformed(file: file, line: error.line, reason: error.reason)
    }
    // A file of comments alone has an empty scalar.
    guard let root, root.scalar != "" else { return nil }
    guard let mapping = root.mapping else {
      throw .malformed(file: file, line: root.line, reason: "it is not a list of `key: value`")
    }
    try self.init(file: file, prefix: "", entries: mapping)
  }

  private init(file: String, prefix: String, entries: [(key: YAMLDocument.Node, value: YAMLDocument.Node)]) throws(BoardError) {
    self.file = file
    self.prefix = prefix
    self.entries = entries
    var keys: Set<String> = []
    for (key, _) in entries {
      guard let text = key.scalar, !keys.insert(text).inserted else { continue }
      throw .malformed(file: file, line: key.line, reason: "the key \"\(text)\" appears twice")
    }
  }

  /// Checks that the section has no keys except `keys`.
  ///
  /// - Throws: ``BoardError/unknownKey(file:line:key:allowed:)`` for the first key that is not in `keys`.
  func allow(_ keys: [String]) throws(BoardError) {
    for (key, _) in entries where !keys.contains(key.scalar ?? "") {
      throw .unknownKey(file: file, line: key.line, key: prefix + (key.scalar ?? "?"), allowed: keys)
    }
  }

  /// Returns the text of a key; nil if the key is missing.
  func text(_ key: String) throws(BoardError) -> String? {
    try value(key, "text") { $0.isEmpty ? nil : $0 }
  }

  /// Returns the parsed value of a key; nil if the key is missing.
  ///
  /// - Parameter allowed: A description of the allowed values, for the error.
  func value<Value>(_ key: String, _ allowed: String, _ parse: (String) -> Value?) throws(BoardError) -> Value? {
    guard let node = node(key) else { return nil }
    guard let text = node.scalar, let value = parse(text) else { throw invalid(node, key, allowed) }
    return value
  }

  /// Returns the parsed list of a key; nil if the key is missing.
  func list<Value>(_ key: String, _ allowed: String, _ parse: ([String]) -> Value?) throws(BoardError) -> Value? {
    guard let node = node(key) else { return nil }
    guard let items = node.sequence, let value = parse(items.map { $0.scalar ?? "" }) else { throw invalid(node, key, allowed) }
    return value
  }

  /// Returns the parsed value of a key that has a text or a list of texts; nil if the key is missing.
  func texts<Value>(_ key: String, _ allowed: String, _ parse: ([String]) -> Value?) throws(BoardError) -> Value? {
    guard let node = node(key), node.scalar != nil else { return try list(key, allowed, parse) }
    return try value(key, allowed) { parse([$0]) }
  }

  /// Returns the keys, which may be any names, with their texts.
  func namedTexts(_ allowed: String) throws(BoardError) -> [(name: String, text: String)] {
    var result: [(name: String, text: String)] = []
    for (key, node) in entries {
      let name = key.scalar ?? ""
      guard !name.isEmpty, let text = node.scalar, !text.isEmpty else { throw invalid(node, name, allowed) }
      result.append((name, text))
    }
    return result
  }

  /// Returns the mapping of a key; nil if the key is missing.
  func section(_ key: String) throws(BoardError) -> Section? {
    guard let node = node(key) else { return nil }
    guard let inner = node.mapping else { throw invalid(node, key, "a list of `key: value`, each on its own line and indented") }
    return try Section(file: file, prefix: prefix + key + ".", entries: inner)
  }

  private func node(_ key: String) -> YAMLDocument.Node? { entries.first { $0.key.scalar == key }?.value }

  private func invalid(_ node: YAMLDocument.Node, _ key: String, _ allowed: String) -> BoardError {
    let value =
      node.scalar ?? node.sequence.map { "[" + $0.map { $0.scalar ?? "…" }.joined(separator: ", ") + "]" } ?? "{…}"
    return .invalidValue(file: file, line: node.line, key: prefix + key, value: value, allowed: allowed)
  }
}
