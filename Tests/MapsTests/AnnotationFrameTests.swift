import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Annotation frames")
struct AnnotationFrameTests {
  @Test("C9, M6: markers, pins, clusters, a selected marker and the user's location match the golden frame")
  func sheet() throws {
    let screen = MapScreen(width: 480, height: 240, fonts: standardFonts(), camera: MapCamera(center: .beijing, zoom: 16))
    let map = screen.map
    map.style[layer: "background"] = MapStyle.standard[layer: "background"]
    func makeAnnotation(_ x: Scalar, _ y: Scalar, _ title: String = "") -> PointAnnotation {
      PointAnnotation(coordinate: map.convert(Point(x: x, y: y))!, title: title)
    }
    screen.commit()
    let markers = (0..<6).map { makeAnnotation(40 + Scalar($0 * 60), 60, "\($0)") }
    let pins = (0..<3).map { makeAnnotation(400 + Scalar($0 * 30), 60) }
    let clusters = [2, 12, 345, 6789].enumerated().map { index, count in
      ClusterAnnotation(memberAnnotations: (0..<count).map { _ in makeAnnotation(40 + Scalar(index * 60), 130) })
    }
    let selected = makeAnnotation(60, 210)
    map.viewFor = { annotation in
      if annotation is UserLocation { return nil }
      if pins.contains(where: { $0 === annotation }) {
        let pin = PinAnnotationView(annotation: annotation, reuseIdentifier: nil)
        if annotation === pins[1] { pin.pinTintColor = Color(hex: 0x2f9e44) }
        if annotation === pins[2] { pin.pinTintColor = Color(hex: 0x7b3fb5) }
        return pin
      }
      let view = MarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      switch annotation is ClusterAnnotation ? nil : annotation.title {
      case "1": view.glyphText = "A"
      case "2": (view.glyphText, view.markerTintColor) = ("12", Color(hex: 0x1971c2))
      case "3": view.markerTintColor = Color(hex: 0x2f9e44)
      case "4":
        view.markerTintColor = Color(hex: 0xf08c00)
        view.glyphImage = .drawn(size: PixelSize(width: 24, height: 24)) { list in
          var star = Path()
          for index in 0..<5 {
            let angle = Angle.degrees(144) * index - .degrees(90)
            let point = Point(x: 12 + 11 * Scalar(rounding: angle.cosine), y: 12 + 11 * Scalar(rounding: angle.sine))
            if index == 0 { star.move(to: point) } else { star.addLine(to: point) }
          }
          star.closeSubpath()
          list.fill(star, with: .color(.black))
        }
      case "5": (view.markerTintColor, view.glyphTintColor) = (Color(hex: 0xffe066), .black)
      default: break
      }
      return view
    }
    map.addAnnotations(markers + pins + [selected])
    map.addAnnotations(clusters)
    for (index, cluster) in clusters.enumerated() { cluster.coordinate = makeAnnotation(40 + Scalar(index * 60), 130).coordinate }
    for cluster in clusters { map.annotationDidMove(cluster) }
    map.selectAnnotation(selected, animated: false)
    map.showsUserLocation = true
    map.userLocation.location = map.convert(Point(x: 380, y: 170))
    map.userLocation.accuracy = 70
    map.userLocation.heading = .degrees(60)
    screen.commit()
    (map.view(for: map.userLocation) as? UserLocationView)?.isPulsing = false
    screen.runUntilIdle()
    try expectFrame(screen.image, matches: "annotations")
  }
}
