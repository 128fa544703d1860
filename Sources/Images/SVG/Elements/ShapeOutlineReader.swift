import CartoucheRaster

/// Reads the outlines of shape elements.
final class ShapeOutlineReader {
  private let elements: SVGTraversal
  private let styles: StyleResolver
  private var cache: [Int: Path] = [:]

  init(_ elements: SVGTraversal, styles: StyleResolver) { (self.elements, self.styles) = (elements, styles) }

  /// Returns the outline of a shape element in its user space. If there is nothing to draw, the function
  /// returns nil.
  func outline(of index: Int, _ lengthContext: LengthContext) -> Path? {
    if let cached = cache[index] { return cached.isEmpty ? nil : cached }
    var path = Path()
    func value(_ name: String, _ axis: LengthAxis) -> Number { styles.length(name, index, axis, lengthContext) ?? 0 }
    switch elements.markup[index].tag {
    case .path: path = pathData(index)
    case .polyline: path = corners(index, isClosed: false)
    case .polygon: path = corners(index, isClosed: true)
    case .line:
      path.move(to: Point(value("x1", .horizontal), value("y1", .vertical)))
      path.addLine(to: Point(value("x2", .horizontal), value("y2", .vertical)))
    case .circle:
      let radius = value("r", .diagonal)
      addEllipse(to: &path, (value("cx", .horizontal), value("cy", .vertical)), (radius, radius))
    case .ellipse:
      let radii = self.radii(index, lengthContext)
      addEllipse(to: &path, (value("cx", .horizontal), value("cy", .vertical)), (radii.x ?? 0, radii.y ?? 0))
    case .rect: path = rectangle(index, lengthContext)
    default: return nil
    }
    // These outlines do not depend on the viewport or the font size.
    switch elements.markup[index].tag {
    case .path, .polyline, .polygon: cache[index] = path
    default: break
    }
    return path.isEmpty ? nil : path
  }

  private func pathData(_ index: Int) -> Path {
    var text = elements.markup[index]["d"]
    if let value = styles.attribute("", .d, index) {
      // The value is path("…").
      let quoted = value.utf8.split { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
      text = quoted.count > 1 ? String(Substring(quoted[1])) : nil
    }
    guard let text, elements.spend(text.utf8.count, index), text.trimmed != "none" else { return Path() }
    let (path, error) = Path.parsing(text)
    if let error { elements.warn("its path data are invalid from character \(error + 1) on and are drawn up to there", index) }
    return path
  }

  private func corners(_ index: Int, isClosed: Bool) -> Path {
    var path = Path()
    let text = elements.markup[index]["points"] ?? ""
    let (numbers, isComplete) = elements.spend(text.utf8.count, index) ? ValueReader.numbers(text) : ([], true)
    if !isComplete || numbers.count % 2 != 0 {
      elements.warn("its points are not all pairs of numbers; the valid ones are drawn", index)
    }
    guard numbers.count >= 4 else { return path }
    for corner in 0..<numbers.count / 2 {
      let point = Point(numbers[corner * 2], numbers[corner * 2 + 1])
      if corner == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    if isClosed { path.closeSubpath() }
    return path
  }

  private func addEllipse(to path: inout Path, _ center: (x: Number, y: Number), _ radii: (x: Number, y: Number)) {
    guard radii.x > 0, radii.y > 0 else { return }
    path.addEllipse(
      in: SVGRect(x: center.x - radii.x, y: center.y - radii.y, width: radii.x * 2, height: radii.y * 2).rect)
  }

  /// Returns `rx` and `ry`. If one radius is missing or negative, the result for it is the other radius.
  private func radii(_ index: Int, _ lengthContext: LengthContext) -> (x: Number?, y: Number?) {
    let x = styles.length("rx", index, .horizontal, lengthContext).flatMap { $0 < 0 ? nil : $0 }
    let y = styles.length("ry", index, .vertical, lengthContext).flatMap { $0 < 0 ? nil : $0 }
    return (x ?? y, y ?? x)
  }

  private func rectangle(_ index: Int, _ lengthContext: LengthContext) -> Path {
    var path = Path()
    let box = SVGRect(
      x: styles.length("x", index, .horizontal, lengthContext) ?? 0, y: styles.length("y", index, .vertical, lengthContext) ?? 0,
      width: styles.length("width", index, .horizontal, lengthContext) ?? 0,
      height: styles.length("height", index, .vertical, lengthContext) ?? 0
    )
    guard !box.isEmpty else { return path }
    let radii = self.radii(index, lengthContext)
    let size = Size(
      width: Scalar(rounding: min(radii.x ?? 0, box.width / 2)), height: Scalar(rounding: min(radii.y ?? 0, box.height / 2)))
    let rect = box.rect
    guard size.width > 0, size.height > 0 else {
      path.addRect(rect)
      return path
    }
    let (left, right) = (rect.minX + size.width, rect.maxX - size.width)
    let (top, bottom) = (rect.minY + size.height, rect.maxY - size.height)
    path.move(to: Point(x: left, y: rect.minY))
    for (x, y, from) in [(right, top, 270), (right, bottom, 0), (left, bottom, 90), (left, top, 180)] {
      let start = Angle.degrees(Number(from))
      path.addArc(
        center: Point(x: x, y: y), radii: size, startAngle: start, endAngle: start + .degrees(90), direction: .clockwise)
    }
    path.closeSubpath()
    return path
  }
}
