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
    let attributes: [(name: String, value: String)]
    /// −1 of the outermost.
    let parent: Int
    let place: SVG.Place
    var children: [Int] = []
    /// What is written between the tags; kept of style sheets only.
    var text = ""

    /// An attribute as it is written; XLink's `href` is called `xlink:href`.
    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The link to another element or file; SVG 2's wins.
    var link: String? { self["href"] ?? self["xlink:href"] }
  }

  /// The first one is the outermost; there is at least that.
  private(set) var nodes: [Node] = []
  /// The first element of each id.
  private(set) var ids: [String: Int] = [:]

  subscript(index: Int) -> Node { nodes[index] }

  /// The element that `#id` names.
  func target(of link: String?) -> Int? {
    guard let link, link.utf8.first == UInt8(ascii: "#") else { return nil }
    return ids[String(link.dropFirst())]
  }

  /// Adds an element as the last child of its parent.
  mutating func append(_ node: Node) -> Int {
    let index = nodes.count
    nodes.append(node)
    if node.parent >= 0 { nodes[node.parent].children.append(index) }
    if let id = node["id"], ids[id] == nil { ids[id] = index }
    return index
  }

  mutating func append(_ text: String, to index: Int) { nodes[index].text += text }
}
