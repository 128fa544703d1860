import CartoucheRaster

/// The elements that are known; everything else is skipped with what is in it.
enum Tag: String {
  case svg, g, a, defs, use, symbol, `switch`, style
  case path, rect, circle, ellipse, line, polyline, polygon, image
  case linearGradient, radialGradient, stop, pattern, clipPath, mask, marker

  /// Whether it stands for an outline.
  var isShape: Bool {
    switch self {
    case .path, .rect, .circle, .ellipse, .line, .polyline, .polygon: true
    default: false
    }
  }

  var isGradient: Bool { self == .linearGradient || self == .radialGradient }
}

/// A file's elements as they stand in each other, numbered as they come.
struct Markup: Sendable {
  struct Node: Sendable {
    let tag: Tag?
    /// The local name.
    let name: String
    fileprivate(set) var attributes: [(name: String, value: String)]
    /// −1 of the outermost.
    let parent: Int
    let location: SVGLocation
    /// The words of `class`.
    let classes: [String]
    /// Steps of work for each time that it is looked at: an attribute may be long, and be read again.
    let cost: Int
    /// Whether no other element of its parent stands before it.
    fileprivate(set) var isFirst = true
    /// Those of them that are known.
    fileprivate(set) var children: [Int] = []
    /// Those of SVG that would draw something elsewhere, or change it, and are not supported.
    fileprivate(set) var unsupported: [Int] = []
    fileprivate var hasChildren = false

    init(tag: Tag?, name: String, attributes: [(name: String, value: String)], parent: Int, location: SVGLocation) {
      (self.tag, self.name, self.attributes, self.parent, self.location) = (tag, name, attributes, parent, location)
      classes = attributes.first { $0.name == "class" }?.value.words ?? []
      cost = attributes.reduce(16) { sum, attribute in
        // These are read once, or charged by themselves.
        switch attribute.name {
        case "id", "class", "style", "d", "points", "transform": sum + 4
        case "href", "xlink:href": sum + 4 + (attribute.value.hasPrefix("data:") ? 0 : attribute.value.utf8.count)
        default: sum + 4 + attribute.value.utf8.count
        }
      }
    }

    /// An attribute as it is written; XLink's `href` is called `xlink:href`.
    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The link to another element or file; SVG 2's wins.
    var link: String? { (self["href"] ?? self["xlink:href"])?.trimmed }
  }

  /// What is written in a style sheet, and where that begins.
  struct Sheet: Sendable {
    let index: Int
    let location: SVGLocation
    var text: String
  }

  /// The first one is the outermost; there is at least that.
  private(set) var nodes: [Node] = []
  /// The first element of each id.
  private(set) var ids: [String: Int] = [:]
  private(set) var sheets: [Sheet] = []

  subscript(index: Int) -> Node { nodes[index] }

  var attributeBytes: Int { nodes.reduce(0) { $0 + $1.attributes.reduce(0) { $0 + $1.value.utf8.count } } }

  /// The element that `#id` names.
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
      } else if !node.name.isEmpty, !Self.silent.contains(node.name) {
        nodes[node.parent].unsupported.append(index)
      }
    }
    if let id = node["id"], ids[id] == nil { ids[id] = index }
    return index
  }

  /// Leaves of an element's `data:` address what stands before the data.
  mutating func removeEmbeddedData(of index: Int) {
    for (place, attribute) in nodes[index].attributes.enumerated()
    where attribute.name == "href" || attribute.name == "xlink:href" {
      let start = attribute.value.utf8.prefix(while: { $0 != UInt8(ascii: ",") })
      nodes[index].attributes[place].value = String(Substring(start))
    }
  }

  /// Adds text to the style sheet `index`.
  mutating func append(_ text: String, to index: Int, at place: SVGLocation) {
    if sheets.last?.index == index {
      sheets[sheets.count - 1].text += text
    } else {
      sheets.append(Sheet(index: index, location: place, text: text))
    }
  }

  /// Those of SVG that draw nothing where they stand; who refers to one of them is told of it.
  private static let silent: Set = [
    "title", "desc", "metadata", "view", "filter", "font", "font-face", "color-profile", "cursor", "solidcolor", "solidColor",
    "hatch", "meshgradient", "meshGradient",
  ]
}
