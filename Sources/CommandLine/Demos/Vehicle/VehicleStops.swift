import Cartouche
import CartoucheInventedTown

/// The list of stops: each with the distance to it, or with a check mark once the vehicle has passed it.
final class VehicleStops: ListDataSource {
  let annotations = TownDrive.standard.stops.map {
    PointAnnotation(coordinate: TownDrive.standard.coordinate(at: $0.distance), title: $0.name)
  }
  private let stops = TownDrive.standard.stops
  private var driven = 0.0

  /// Returns a distance in meters as a rounded number with a unit.
  static func text(_ meters: Double) -> String {
    let (tens, hundreds) = (Int((meters / 10).rounded()), Int((meters / 100).rounded()))
    return tens < 100 ? "\(tens * 10) m" : "\(hundreds / 10).\(hundreds % 10) km"
  }

  /// Shows the distances from a vehicle that has driven the given meters, and scrolls to the next stop.
  func show(driven: Double, in list: List) {
    let (last, next) = (stops.count { $0.distance <= self.driven }, stops.count { $0.distance <= driven })
    let isAnimated = self.driven > 0
    self.driven = driven
    for row in list.visibleRows { if let path = list.indexPath(for: row) { update(row, path.row) } }
    guard next != last, !list.isDragging else { return }
    list.scrollToRow(at: List.IndexPath(row: next - 1, section: 0), at: .top, animated: isAnimated)
  }

  private func update(_ row: ListRow, _ index: Int) {
    guard let row = row as? LabelRow else { return }
    let rest = stops[index].distance - driven
    (row.title, row.value, row.accessory) = (stops[index].name, rest > 0 ? Self.text(rest) : "", rest > 0 ? .none : .checkmark)
  }

  func list(_ list: List, numberOfRowsInSection section: Int) -> Int { stops.count }
  func list(_ list: List, titleForHeaderInSection section: Int) -> String? { "Line 7, \(stops.count) stops" }
  func list(_ list: List, rowAt indexPath: List.IndexPath) -> ListRow {
    let row = list.dequeueReusableRow(withIdentifier: "stop")
    update(row, indexPath.row)
    return row
  }
}

/// An arrow on a white disc that points in the direction of travel.
final class VehicleView: AnnotationView {
  private let arrow = ShapeLayer(frame: Rect(x: 0, y: 0, width: 40, height: 40))

  /// The direction of travel clockwise from north.
  var heading = Angle.zero { didSet { arrow.transform = Transform3D.identity.rotated(by: heading, axis: .z) } }

  required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    bounds = Rect(x: 0, y: 0, width: 40, height: 40)
    (backgroundColor, cornerRadius, zPriority, collisionMode) = (.white, 20, 1000, .none)
    shadow = Shadow(color: .black, opacity: 0.4, offset: Size(width: 0, height: 1), radius: 4)
    (arrow.path, arrow.fillColor) = (.lines([(20, 6), (30, 31), (20, 26), (10, 31), (20, 6)]), Color(hex: 0x0b57b8))
    addSublayer(arrow)
  }
}

extension Path {
  static func lines(_ corners: [(Scalar, Scalar)]) -> Path {
    var path = Path()
    for (index, corner) in corners.enumerated() {
      let point = Point(x: corner.0, y: corner.1)
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    return path
  }
}

extension TownDrive.Maneuver {
  private static let images = allCases.map { $0.draw() }
  /// A template image of an arrow.
  var image: Image { Self.images[rawValue] }

  private func draw() -> Image {
    let lines: [[(Scalar, Scalar)]] =
      switch self {
      case .left: [[(52, 58), (52, 26), (12, 26)], [(26, 12), (12, 26), (26, 40)]]
      case .right: [[(12, 58), (12, 26), (52, 26)], [(38, 12), (52, 26), (38, 40)]]
      case .arrive: [[(18, 60), (18, 8), (52, 8), (44, 20), (52, 32), (18, 32)]]
      }
    return Image.drawn(size: PixelSize(width: 64, height: 64)) { list in
      for line in lines {
        list.stroke(.lines(line), style: StrokeStyle(width: 8, cap: .round, join: .round), with: .color(.black))
      }
    }.withRenderingMode(.alwaysTemplate)
  }
}
