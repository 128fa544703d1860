package import Cartouche

/// A marker for a cycle, in the color of its kind and with its number of wheels.
final class CycleView: MarkerAnnotationView {
  static let identifier = "cycle"

  override func prepareForDisplay() {
    super.prepareForDisplay()
    guard let cycle = annotation as? RentalCycleAnnotation else { return }
    clusteringIdentifier = cycle.kind == .unicycle ? "unicycle" : "cycle"
    displayPriority = cycle.kind == .unicycle ? .defaultLow : .defaultHigh
    markerTintColor = cycle.kind.color
    glyphText = "\(cycle.kind.rawValue + 1)"
  }
}

/// A badge for a cluster of cycles: a plain disc if there is a unicycle among them, else a pie of the
/// tricycles' share.
package final class CycleClusterView: AnnotationView {
  package static let identifier = "cycles"
  /// The fonts of the number.
  package var fonts: FontCollection?

  package required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    collisionMode = .circle
    // As markers stand above their coordinates too.
    centerOffset = Point(x: 0, y: -10)
  }

  package override func prepareForDisplay() {
    super.prepareForDisplay()
    guard let cluster = annotation as? ClusterAnnotation else { return }
    let kinds = cluster.memberAnnotations.compactMap { ($0 as? RentalCycleAnnotation)?.kind }
    let hasUnicycle = kinds.contains(.unicycle)
    clusteringIdentifier = hasUnicycle ? "unicycle" : "cycle"
    displayPriority = hasUnicycle ? .defaultLow : .defaultHigh
    badge =
      hasUnicycle
      ? CycleBadge(fraction: 0, whole: kinds.count, wholeColor: RentalCycleAnnotation.Kind.unicycle.color)
      : CycleBadge(
        fraction: kinds.count { $0 == .tricycle }, whole: kinds.count, fractionColor: RentalCycleAnnotation.Kind.tricycle.color,
        wholeColor: RentalCycleAnnotation.Kind.bicycle.color)
  }

  private var badge: CycleBadge? {
    didSet {
      guard badge != oldValue, let badge, let fonts else { return }
      image = badge.image(fonts: fonts)
    }
  }
}

/// A disc of 40 points with a pie chart, a white hole, and the total number in the hole.
package struct CycleBadge: Hashable {
  var fraction: Int
  var whole: Int
  var fractionColor: Color?
  var wholeColor: Color

  package init(fraction: Int, whole: Int, fractionColor: Color? = nil, wholeColor: Color) {
    (self.fraction, self.whole, self.fractionColor, self.wholeColor) = (fraction, whole, fractionColor, wholeColor)
  }

  /// Draws the badge; the image is empty for no cycles.
  package func image(fonts: FontCollection) -> Image {
    .drawn(size: PixelSize(width: 40, height: 40)) { list in
      guard whole > 0 else { return }
      list.fill(Path(ellipseIn: Rect(x: 0, y: 0, width: 40, height: 40)), with: .color(wholeColor))
      if let fractionColor, fraction > 0 { list.fill(pie, with: .color(fractionColor)) }
      list.fill(Path(ellipseIn: Rect(x: 8, y: 8, width: 24, height: 24)), with: .color(.white))
      let number = TextLayer("\(whole)", fonts: fonts)
      (number.font, number.fontSize) = (.system(.bold), 20)
      // Shrinks numbers of three and more digits to fit the hole.
      let width = number.preferredFrameSize().width
      if width > 22 { number.fontSize = max(20 * 22 / width, 5) }
      let size = number.preferredFrameSize()
      number.bounds = Rect(origin: .zero, size: size)
      number.draw(into: &list, transform: .translation(x: 20 - size.width / 2, y: 20 - size.height / 2), opacity: 255)
    }
  }

  /// The sector for `fraction` of `whole`, clockwise from three o'clock.
  private var pie: Path {
    if fraction >= whole { return Path(ellipseIn: Rect(x: 0, y: 0, width: 40, height: 40)) }
    let middle = Point(x: 20, y: 20)
    var path = Path()
    path.move(to: middle)
    path.addArc(center: middle, radius: 20, startAngle: .zero, endAngle: .degrees(360) * fraction / whole, direction: .clockwise)
    path.closeSubpath()
    return path
  }
}

extension RentalCycleAnnotation.Kind {
  var color: Color {
    switch self {
    case .unicycle: Color(hex: 0xd9480f)
    case .bicycle: Color(hex: 0x1864ab)
    case .tricycle: Color(hex: 0x74b816)
    }
  }
}
