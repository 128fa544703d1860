import CartoucheRaster

/// Geometry attributes, such as `width`, that a style sheet may set too.
enum GeometryProperty: String, CaseIterable, Hashable {
  case x, y, width, height, rx, ry, cx, cy, r, d, transform
  case transformOrigin = "transform-origin"
}

/// Properties that are recognized but not supported. A warning names the elements that use such properties.
enum UnsupportedProperty: String, CaseIterable, Hashable {
  case filter, clip, translate, rotate, scale, background
  case transformBox = "transform-box"
  case shapeRendering = "shape-rendering"
  case colorInterpolation = "color-interpolation"
  case maskImage = "mask-image"
  case backgroundColor = "background-color"

  /// Whether the property can be given as an attribute.
  var isAttribute: Bool {
    switch self {
    case .filter, .clip, .transformBox, .shapeRendering, .colorInterpolation: true
    case .translate, .rotate, .scale, .background, .maskImage, .backgroundColor: false
    }
  }

  /// Returns the warning for a value; nil if the value has no effect.
  func warning(for value: String) -> String? {
    let word = value.lowercasedASCII
    if ["none", "auto", "inherit", "initial", "unset", "revert"].contains(word) { return nil }
    let end: String
    switch self {
    case .filter: return "filters are not supported; it is drawn without the filter"
    case .transformBox:
      if word == "view-box" { return nil }
      end = "the view box is used"
    case .shapeRendering:
      guard word == "crispedges" || word == "optimizespeed" else { return nil }
      end = "its edges are antialiased"
    case .colorInterpolation:
      guard word == "linearrgb" else { return nil }
      end = "colors are interpolated in sRGB"
    case .clip: end = "use clip-path"
    case .maskImage: end = "use mask"
    case .translate, .rotate, .scale: end = "use transform"
    case .background, .backgroundColor:
      if Color(css: value)?.alpha == 0 { return nil }
      end = "draw a rectangle behind the drawing"
    }
    return "\(rawValue): \"\(value.messageExcerpt)\" is not supported; \(end)"
  }
}

/// The declarations of a rule or a `style` attribute: the last valid value of each name, as CSS requires.
struct Declarations: Sendable {
  enum Name: Hashable {
    case property(StyleProperty)
    case geometry(GeometryProperty)
    case unsupported(UnsupportedProperty)

    static let byName = Dictionary(
      uniqueKeysWithValues: StyleProperty.allCases.map { ($0.rawValue, Name.property($0)) }
        + GeometryProperty.allCases.map { ($0.rawValue, .geometry($0)) }
        + UnsupportedProperty.allCases.map { ($0.rawValue, .unsupported($0)) })
  }

  struct Entry: Sendable {
    let name: Name
    let value: String
    let isImportant: Bool
  }

  /// The declarations in ascending priority.
  private(set) var entries: [Entry] = []
  /// The declarations with a known name and an invalid value. `at` is the index of the declaration's first
  /// byte.
  private(set) var invalidDeclarations: [(text: String, at: Int)] = []

  static let none = Declarations("")

  init(_ text: String) { self.init(StyleSheetReader.withoutComments(Array(text.utf8))[...]) }

  /// Parses declarations that are separated by semicolons. A semicolon in parentheses or quotes separates
  /// nothing.
  init(_ bytes: ArraySlice<UInt8>) {
    var (start, depth, quote) = (bytes.startIndex, 0, UInt8(0))
    for index in bytes.indices {
      let byte = bytes[index]
      if quote != 0 {
        if byte == quote { quote = 0 }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth = max(depth - 1, 0)
      case UInt8(ascii: ";") where depth == 0:
        add(bytes[start..<index])
        start = index + 1
      default: break
      }
    }
    add(bytes[start...])
  }

  private mutating func add(_ piece: ArraySlice<UInt8>) {
    guard let colon = piece.firstIndex(of: UInt8(ascii: ":")) else { return }
    guard let name = Name.byName[String(decoding: piece[..<colon], as: UTF8.self).trimmed.lowercasedASCII] else { return }
    var value = String(decoding: piece[(colon + 1)...], as: UTF8.self).trimmed
    var isImportant = false
    if let mark = value.utf8.lastIndex(of: UInt8(ascii: "!")),
      String(value[value.utf8.index(after: mark)...]).trimmed.lowercasedASCII == "important"
    {
      value = String(value[..<mark]).trimmed
      isImportant = true
    }
    guard Self.isValid(name, value) else {
      let begin = piece.firstIndex { !ValueReader.isSpace($0) } ?? piece.startIndex
      if invalidDeclarations.count < SVGLimit.warnings {
        invalidDeclarations.append((String(decoding: piece[begin...], as: UTF8.self).trimmed.messageExcerpt, begin))
      }
      return
    }
    if let existing = entries.firstIndex(where: { $0.name == name }) {
      if entries[existing].isImportant && !isImportant { return }
      entries.remove(at: existing)
    }
    entries.append(Entry(name: name, value: value, isImportant: isImportant))
  }

  private static func isValid(_ name: Name, _ value: String) -> Bool {
    switch name {
    case .property(let property):
      var style = Style.initial
      let lengthContext = LengthContext(width: 0, height: 0, rootWidth: 0, rootHeight: 0)
      return style.set(property, to: value, parent: .initial, lengthContext: lengthContext)
    case .geometry(.transform): return AffineTransform(svg: value) != nil
    case .geometry(.d), .geometry(.transformOrigin), .unsupported: return true
    case .geometry: return value == "auto" || ValueReader.length(value) != nil
    }
  }
}
