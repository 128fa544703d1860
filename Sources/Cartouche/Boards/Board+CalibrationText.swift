extension Board {
  /// Returns the text of a board file with another calibration. Everything else stays as it is, with the
  /// comments.
  ///
  /// - Parameters:
  ///   - yaml: The text of the board file.
  ///   - calibration: The new calibration. Its numbers are rounded to six decimals.
  ///   - file: The path of the board file, for error messages.
  /// - Throws: ``BoardError`` if the text is not a valid board file, or if it has a form in which the
  ///   calibration cannot be replaced.
  package static func yaml(
    _ yaml: String, withCalibration calibration: TouchMapping.Calibration, file: String
  ) throws(BoardError) -> String {
    var expected = try Board(name: "", yaml: yaml, file: file)
    let value = calibration.yaml
    expected.calibration = try Board(name: "", yaml: "touch: {calibration: \(value)}", file: file).calibration
    // Texts have forms without end. So the result counts only if it means what it should.
    guard let text = BoardText(yaml)?.settingCalibration(value), let board = try? Board(name: "", yaml: text, file: file),
      board == expected
    else { throw .calibrationNotWritable(file: file, calibration: value) }
    return text
  }
}

extension TouchMapping.Calibration {
  /// The matrix as in a board file, rounded to six decimals.
  package var yaml: String {
    "[" + [a, b, c, d, e, f].map { Self.decimal(Double($0)) }.joined(separator: ", ") + "]"
  }

  private static func decimal(_ number: Double) -> String {
    let millionths = Int64((number * 1_000_000).rounded())
    let digits = String(String(millionths.magnitude % 1_000_000 + 1_000_000).dropFirst())
    let fraction = digits.reversed().drop { $0 == "0" }.reversed()
    let whole = "\(millionths < 0 ? "-" : "")\(millionths.magnitude / 1_000_000)"
    return fraction.isEmpty ? whole : whole + "." + String(fraction)
  }
}

/// The text of a board file, in which offsets count Unicode scalars as libyaml does.
private struct BoardText {
  private var scalars: [Unicode.Scalar]
  private let document: YAMLDocument
  private let byteOrderMark: [Unicode.Scalar]
  private let newline: String

  init?(_ yaml: String) {
    scalars = Array(yaml.unicodeScalars)
    byteOrderMark = scalars.first == "\u{FEFF}" ? ["\u{FEFF}"] : []
    scalars.removeFirst(byteOrderMark.count)
    newline = yaml.contains("\r\n" as Character) ? "\r\n" : "\n"
    guard let document = try? YAMLDocument(Self.string(scalars)) else { return nil }
    self.document = document
  }

  /// Returns the text with a value of `touch: calibration:`.
  func settingCalibration(_ value: String) -> String {
    var text = self
    let root = document.root
    if let touch = root?.mapping?.first(where: { $0.key.scalar == "touch" })?.value {
      text.setCalibration(value, in: touch)
    } else if let root, root.mapping != nil, root.isFlow {
      text.insert("touch: {calibration: \(value)}, ", at: root.start + 1)
    } else {
      let isLineOpen = scalars.last.map { $0 != "\n" } ?? false
      text.insert((isLineOpen ? newline : "") + "touch:\(newline)  calibration: \(value)\(newline)", at: scalars.count)
    }
    return Self.string(byteOrderMark + text.scalars)
  }

  private mutating func setCalibration(_ value: String, in touch: YAMLDocument.Node) {
    let entries = touch.mapping ?? []
    if let (key, old) = entries.first(where: { $0.key.scalar == "calibration" }) {
      if !old.isFlow, let last = old.sequence?.last {
        // A list of lines.
        replace(key.end..<last.end, with: ": \(value)")
      } else {
        replace(old.start..<old.end, with: value)
      }
    } else if touch.isFlow {
      insert("calibration: \(value)" + (entries.isEmpty ? "" : ", "), at: touch.start + 1)
    } else if let (key, last) = entries.last(where: { $0.value.scalar != nil || $0.value.isFlow }) {
      let end = scalars[last.end...].firstIndex { $0 == "\n" || $0 == "\r" } ?? scalars.count
      insert(newline + String(repeating: " ", count: key.column) + "calibration: \(value)", at: end)
    } else if let (key, _) = entries.first {
      insert("calibration: \(value)" + newline + String(repeating: " ", count: key.column), at: key.start)
    }
  }

  private mutating func insert(_ text: String, at offset: Int) {
    replace(offset..<offset, with: text)
  }

  private mutating func replace(_ range: Range<Int>, with text: String) {
    scalars.replaceSubrange(range, with: Array(text.unicodeScalars))
  }

  private static func string(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
