import CartoucheRaster

/// The known SVG elements. An unknown element is skipped with its content.
enum Tag: String {
  case svg, g, a, defs, use, symbol, `switch`, style
  case path, rect, circle, ellipse, line, polyline, polygon, image
  case linearGradient, radialGradient, stop, pattern, clipPath, mask, marker

  /// Whether the element has an outline of its own.
  var isShape: Bool {
    switch self {
    case .path, .rect, .circle, .ellipse, .line, .polyline, .polygon: true
    default: false
    }
  }

  var isGradient: Bool { self == .linearGradient || self == .radialGradient }
}

/// The element tree of a file, with elements numbered in document order.
struct Markup: Sendable {
  struct Node: Sendable {
    let tag: Tag?
    /// The local name.
    let name: String
    fileprivate(set) var attributes: [(name: String, value: String)]
    /// The index of the parent element, or −1 for the outermost element.
    let parent: Int
    let location: SVGLocation
    /// The words of the `class` attribute.
    let classes: [String]
    /// The steps of work for each visit of the element. An attribute may be long and is read again at each
    /// visit.
    let cost: Int
    /// Whether the element is its parent's first child.
    fileprivate(set) var isFirst = true
    /// The known children.
    fileprivate(set) var children: [Int] = []
    /// The unsupported SVG children that would draw something or change the drawing.
    fileprivate(set) var unsupported: [Int] = []
    fileprivate var hasChildren = false

    init(tag: Tag?, name: String, attributes: [(name: String, value: String)], parent: Int, location: SVGLocation) {
      (self.tag, self.name, self.attributes, self.parent, self.location) = (tag, name, attributes, parent, location)
      classes = attributes.first { $0.name == "class" }?.value.words ?? []
      cost = attributes.reduce(16) { sum, attribute in
        // These are read once, or their cost is counted where they are read.
        switch attribute.name {
        case "id", "class", "style", "d", "points", "transform": sum + 4
        case "href", "xlink:href": sum + 4 + (attribute.value.hasPrefix("data:") ? 0 : attribute.value.utf8.count)
        default: sum + 4 + attribute.value.utf8.count
        }
      }
    }

    /// Returns an attribute as written. XLink's `href` has the name `xlink:href`.
    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The link to another element or file. `href` has priority over `xlink:href`.
    var link: String? { (self["href"] ?? self["xlink:href"])?.trimmed }
  }

  /// The text of a style sheet and the location where it begins.
  struct Sheet: Sendable {
    let index: Int
    let location: SVGLocation
    var text: String
  }

  /// All elements of the file. The first is the outermost element.
  private(set) var nodes: [Node] = []
  /// The first element with each id.
  private(set) var ids: [String: Int] = [:]
  private(set) var sheets: [Sheet] = []

  subscript(index: Int) -> Node { nodes[index] }

  var attributeBytes: Int { nodes.reduce(0) { $0 + $1.attributes.reduce(0) { $0 + $1.value.utf8.count } } }

  /// Returns the element that `#id` refers to.
  func target(of link: String?) -> Int? {
    guard let link, link.utf8.first == UInt8(ascii: "#") else { return nil }
    return ids[String(link.dropFirst())]
  }

  /// Adds an element as the last child of its parent.
  mutating func append(_ node: Node) -> Int {
    let index = nodes.count
    nodes.append(node)
    if node.parent >= 0 {
      nodes[index].isFirst = !nodes[node.parent].hasChildren
      nodes[node.parent].hasChildren = true
      if node.tag != nil {
        nodes[node.parent].children.append(index)
      } else if !node.name.isEmpty, !Self.undrawn.contains(node.name) {
        nodes[node.parent].unsupported.append(index)
      }
    }
    if let id = node["id"], ids[id] == nil { ids[id] = index }
    return index
  }

  /// Removes the data from an element's `data:` URL. The part of the URL before the data stays.
  mutating func removeEmbeddedData(of index: Int) {
    for (position, attribute) in nodes[index].attributes.enumerated()
    where attribute.name == "href" || attribute.name == "xlink:href" {
      let start = attribute.value.utf8.prefix(while: { $0 != UInt8(ascii: ",") })
      nodes[index].attributes[position].value = String(Substring(start))
    }
  }

  /// Adds text to the style sheet of element `index`.
  mutating func append(_ text: String, to index: Int, at location: SVGLocation) {
    if sheets.last?.index == index {
      sheets[sheets.count - 1].text += text
    } else {
      sheets.append(Sheet(index: index, location: location, text: text))
    }
  }

  /// The names of SVG elements that draw nothing themselves. References to such elements are reported.
  private static let undrawn: Set = [
    "title", "desc", "metadata", "view", "filter", "font", "font-face", "color-profile", "cursor", "solidcolor", "solidColor",
    "hatch", "meshgradient", "meshGradient",
  ]
}
