import CartoucheRaster

extension SVGRecorder {
  /// A vertex of a path with the directions in which the path arrives and leaves.
  private struct Vertex {
    var point: Point
    var incoming: Angle?
    var outgoing: Angle?

    /// The mean of the arriving and the leaving direction, on the side of the smaller turn.
    var direction: Angle {
      guard let incoming, let outgoing else { return incoming ?? outgoing ?? .zero }
      var rotation = (outgoing - incoming).normalized
      if rotation > .degrees(180) { rotation = rotation - .degrees(360) }
      return incoming + rotation / 2
    }
  }

  func hasMarkers(_ index: Int, _ style: Style) -> Bool {
    guard style.markerStart != nil || style.markerMid != nil || style.markerEnd != nil else { return false }
    switch elements.markup[index].tag {
    case .path, .line, .polyline, .polygon: return true
    default:
      // SVG 2 (section 13.7) allows markers on every shape; browsers and resvg draw them on these four.
      if styles.declaresMarkers(index) {
        elements.warn("markers are drawn on path, line, polyline and polygon only; they are not drawn here", index)
      }
      return false
    }
  }

  /// Records the markers at a path's vertices, in the list's space.
  func markers(of path: Path, _ index: Int, _ scope: InheritedState) -> ListFragment {
    fragment { drawMarkers(of: path, index, scope, into: &$0) }
  }

  private func drawMarkers(of path: Path, _ index: Int, _ scope: InheritedState, into list: inout DisplayList) {
    guard elements.spend(path.points.count * 32, index) else { return }
    let vertices = Self.vertices(of: path)
    let style = scope.style
    var scope = scope
    scope.context = ContextElement(index, scope, path, followed: elements.followed)
    let start = elements.target(of: style.markerStart, tag: .marker, property: "marker-start", index)
    let middle = elements.target(of: style.markerMid, tag: .marker, property: "marker-mid", index)
    let end = elements.target(of: style.markerEnd, tag: .marker, property: "marker-end", index)
    for (number, vertex) in vertices.enumerated() where !elements.budget.isExhausted {
      if number == 0, let start { draw(start, at: vertex, isStart: true, scope, into: &list) }
      if number > 0, number < vertices.count - 1, let middle { draw(middle, at: vertex, isStart: false, scope, into: &list) }
      if number == vertices.count - 1, let end { draw(end, at: vertex, isStart: false, scope, into: &list) }
    }
  }

  private func draw(_ marker: Int, at vertex: Vertex, isStart: Bool, _ outer: InheritedState, into list: inout DisplayList) {
    guard elements.budget.markers > 0 else {
      if elements.budget.isFirstReport(of: .markers) {
        elements.warn("there are more than \(SVGLimit.markers) markers; the others are not drawn", marker, .limit)
      }
      return
    }
    guard elements.begin(marker) else { return }
    elements.budget.markers -= 1
    elements.followed.append(marker)
    defer {
      elements.followed.removeLast()
      elements.end()
    }
    let (node, lengthContext) = (elements.markup[marker], outer.lengthContext)
    var scope = outer
    scope.style = styles.ownStyle(of: marker, lengthContext: lengthContext)
    // `display` has no effect on elements that are only referred to (SVG 2, section 13.7.1).
    var rotation = Angle.zero
    switch node["orient"]?.trimmed {
    case "auto": rotation = vertex.direction
    case "auto-start-reverse": rotation = isStart ? vertex.direction + .degrees(180) : vertex.direction
    case let text?:
      if let angle = ValueReader.angle(text) {
        rotation = Angle(degrees: angle)
      } else {
        elements.warn("orient=\"\(text.messageExcerpt)\" is not an angle and is ignored", marker)
      }
    case nil: break
    }
    var placement = AffineTransform.translation(x: Number(rounding: vertex.point.x), y: Number(rounding: vertex.point.y)).rotated(
      by: rotation)
    if styles.word("markerUnits", [marker], allowed: ["strokeWidth", "userSpaceOnUse"]) != "userSpaceOnUse" {
      let width = lengthContext.userUnits(outer.style.strokeWidth, .diagonal)
      placement = placement.scaled(x: width, y: width)
    }
    let size = SVGRect(
      x: 0, y: 0, width: styles.length("markerWidth", marker, .horizontal, lengthContext) ?? 3,
      height: styles.length("markerHeight", marker, .vertical, lengthContext) ?? 3)
    guard !size.isEmpty else { return }
    var content = size
    var fit = AffineTransform.identity
    if let viewBox = styles.viewBox(of: marker) {
      guard let map = styles.preserveAspectRatio([marker]).transform(from: viewBox, to: size) else { return }
      (fit, content) = (map, viewBox)
    }
    (scope.lengthContext.width, scope.lengthContext.height) = (content.width, content.height)
    let reference = fit.apply(
      Point(
        styles.length("refX", marker, .horizontal, scope.lengthContext) ?? 0,
        styles.length("refY", marker, .vertical, scope.lengthContext) ?? 0))
    placement = placement.translated(x: Number(rounding: Scalar.zero - reference.x), y: Number(rounding: Scalar.zero - reference.y))
    let frame = placement.concatenating(outer.transform)
    scope.transform = fit.concatenating(frame)
    layered(marker, scope, into: &list) { list in
      if scope.style.isClippedToViewport {
        clipped(to: size, frame, marker, into: &list) { drawChildren(of: marker, scope, into: &$0) }
      } else {
        drawChildren(of: marker, scope, into: &list)
      }
    }
  }

  private static func vertices(of path: Path) -> [Vertex] {
    var vertices: [Vertex] = []
    var next = 0
    var first = 0  // the subpath's first corner
    func angle(_ from: Point, _ to: Point) -> Angle? {
      from == to ? nil : .arctangent(y: to.y - from.y, x: to.x - from.x)
    }
    for verb in path.verbs {
      let count = verb.pointCount
      let points = path.points[next..<next + count]
      next += count
      if verb == .move {
        first = vertices.count
        vertices.append(Vertex(point: points[points.startIndex]))
        continue
      }
      guard let from = vertices.last?.point else { continue }
      let end = points.last ?? vertices[first].point
      let line = [from] + points.dropLast() + [end]
      let outgoing = line.dropFirst().lazy.compactMap { angle(from, $0) }.first
      let incoming = line.reversed().dropFirst().lazy.compactMap { angle($0, end) }.first
      vertices[vertices.count - 1].outgoing = outgoing
      vertices.append(Vertex(point: end, incoming: incoming))
      if verb == .close {
        // A closed subpath continues as it began.
        vertices[vertices.count - 1].outgoing = vertices[first].outgoing
        vertices[first].incoming = incoming
      }
    }
    return vertices
  }
}
