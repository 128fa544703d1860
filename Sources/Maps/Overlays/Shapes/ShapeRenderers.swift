public import CartoucheRaster

/// A renderer that strokes a ``MapPolyline``: MapKit's `MKPolylineRenderer`.
open class PolylineRenderer: OverlayPathRenderer {
  /// The position at which the stroke starts, as a fraction of the line's length on the map, from 0 to 1.
  public final var strokeStart: Scalar = 0 { didSet { if strokeStart != oldValue { setNeedsDisplay() } } }

  /// The position at which the stroke ends, as a fraction of the line's length on the map, from 0 to 1. If
  /// the value is equal to ``strokeStart`` or smaller, nothing is drawn.
  public final var strokeEnd: Scalar = 1 { didSet { if strokeEnd != oldValue { setNeedsDisplay() } } }

  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let line = overlay as? MapPolyline else { return reportUnsuitableOverlay() }
    stroke([line.geometry], from: strokeStart, to: strokeEnd, in: &context)
  }
}

/// A renderer that fills and strokes a ``MapPolygon`` with its holes: MapKit's `MKPolygonRenderer`.
open class PolygonRenderer: OverlayPathRenderer {
  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let polygon = overlay as? MapPolygon else { return reportUnsuitableOverlay() }
    fillAndStroke(polygon.rings, in: &context)
  }
}

/// A renderer that strokes the lines of a ``MultiPolyline``: MapKit's `MKMultiPolylineRenderer`.
open class MultiPolylineRenderer: OverlayPathRenderer {
  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let lines = overlay as? MultiPolyline else { return reportUnsuitableOverlay() }
    stroke(lines.lines, in: &context)
  }
}

/// A renderer that fills and strokes the polygons of a ``MultiPolygon`` with their holes: MapKit's
/// `MKMultiPolygonRenderer`.
open class MultiPolygonRenderer: OverlayPathRenderer {
  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let polygons = overlay as? MultiPolygon else { return reportUnsuitableOverlay() }
    fillAndStroke(polygons.rings, in: &context)
  }
}

/// A renderer that fills and strokes a ``MapCircle``: MapKit's `MKCircleRenderer`.
open class CircleRenderer: OverlayPathRenderer {
  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let circle = overlay as? MapCircle else { return reportUnsuitableOverlay() }
    guard circle.units > 0 else { return }
    var path = Path()
    path.addCircle(center: context.viewPoint(for: circle.center), radius: zoomScale.points(forUnits: circle.units))
    if let fillColor, isFilled { context.list.fill(path, with: .color(fillColor)) }
    if let strokeColor, isStroked { context.list.stroke(path, style: strokeStyle, with: .color(strokeColor)) }
  }
}

/// A renderer that strokes a ``MapPolyline`` with a color gradient along the line: MapKit's
/// `MKGradientPolylineRenderer`.
open class GradientPolylineRenderer: PolylineRenderer {
  /// The gradient's stops, in ascending order of their locations. The location of a stop is a fraction of the
  /// line's length on the map, from 0 to 1.
  public private(set) var stops: [GradientStop] = []

  /// Sets the colors of the gradient along the line.
  ///
  /// - Parameters:
  ///   - colors: The colors of the gradient's stops.
  ///   - locations: The location of each color, as a fraction of the line's length on the map. The locations
  ///     may be in any order, and are clamped to 0…1. If the number of locations differs from the number of
  ///     colors, the colors are spaced evenly along the line.
  public func setColors(_ colors: [Color], locations: [Scalar] = []) {
    let hasLocations = locations.count == colors.count
    let last = max(colors.count - 1, 1)
    stops = colors.enumerated().map { index, color in
      GradientStop(location: hasLocations ? locations[index].clamped(from: 0, to: 1) : Scalar(index) / last, color: color)
    }
    stops = stops.enumerated().sorted { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }.map(\.element)
    strokeColor = colors.first
    setNeedsDisplay()
  }

  /// Draws the line in short segments, each in one color of the gradient. The segments are clipped to the
  /// outline of the stroked line.
  ///
  /// Between two stops, there is a segment for each distinct color, up to 255 segments. If all stops have the
  /// same alpha, the segments are drawn opaque, in a group with that alpha.
  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let line = (overlay as? MapPolyline)?.geometry else { return reportUnsuitableOverlay() }
    guard let first = stops.first, let last = stops.last, lineWidth > 0 else { return }
    var linePathBuilder = context.linePathBuilder
    defer { context.addDependence(of: linePathBuilder) }
    let step = context.transform.camera.tileZoom
    let (start, end) = (strokeStart.clamped(from: 0, to: 1), strokeEnd.clamped(from: 0, to: 1))
    guard start < end else { return }
    // The outline's dashes begin where the line is cut, far beyond the view.
    if !lineDashPattern.isEmpty { context.dependsOnClipExtent = true }
    var path = Path()
    linePathBuilder.stroke(line, lengthRange(line, start, end, step: step), into: &path)
    let outline = path.stroked(style: strokeStyle)
    guard !outline.isEmpty else { return }
    let isEven = stops.allSatisfy { $0.color.alpha == first.color.alpha }
    let group = isEven && first.color.alpha < 255 ? context.list.open(.beginGroup, opacity: first.color.alpha) : -1
    let clip = context.list.open(.beginClip(outline, .nonZero))
    let pen = StrokeStyle(width: lineWidth + 2, cap: .round, join: .round)
    func strokeSegment(_ color: Color, _ from: Scalar, _ to: Scalar, _ context: inout MapContext) {
      let (from, to) = (max(from, start), min(to, end))
      guard from < to else { return }
      var segment = Path()
      linePathBuilder.stroke(line, lengthRange(line, from, to, step: step), into: &segment)
      if !segment.isEmpty { context.list.stroke(segment, style: pen, with: .color(isEven ? color.withAlpha(1) : color)) }
    }
    strokeSegment(first.color, 0, first.location, &context)
    for (a, b) in zip(stops, stops.dropFirst()) where b.location > a.location {
      let shades = max(a.color.distance(to: b.color), 1)
      for shade in 0..<shades {
        let color = a.color.mixed(with: b.color, 2 * shade + 1, of: 2 * shades)
        strokeSegment(
          color, a.location + (b.location - a.location) * shade / shades,
          a.location + (b.location - a.location) * (shade + 1) / shades, &context)
      }
    }
    strokeSegment(last.color, last.location, 1, &context)
    context.list.closeClip(clip)
    if group >= 0 { context.list.close(group, .endGroup) }
  }
}

extension Color {
  /// Returns the largest difference between corresponding components of two colors.
  func distance(to other: Color) -> Int {
    func difference(_ a: UInt8, _ b: UInt8) -> Int { abs(Int(a) - Int(b)) }
    return max(
      difference(red, other.red), difference(green, other.green), difference(blue, other.blue), difference(alpha, other.alpha))
  }

  /// Returns the color at `part` / `whole` of the way from this color to `other`. Each component is
  /// interpolated separately.
  func mixed(with other: Color, _ part: Int, of whole: Int) -> Color {
    func lerp(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(clamping: (Int(a) * (whole - part) + Int(b) * part + whole / 2) / max(whole, 1))
    }
    return Color(
      red: lerp(red, other.red), green: lerp(green, other.green), blue: lerp(blue, other.blue), alpha: lerp(alpha, other.alpha))
  }
}
