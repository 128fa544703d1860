public import CartoucheRaster

/// Draws a ``MapPolyline``.
open class PolylineRenderer: OverlayPathRenderer {
  /// Where on the line, 0 its beginning and 1 its end by its length on the map, the stroke begins.
  public final var strokeStart: Scalar = 0 { didSet { if strokeStart != oldValue { setNeedsDisplay() } } }

  /// Where on the line the stroke ends; nothing is stroked that does not end behind its beginning.
  public final var strokeEnd: Scalar = 1 { didSet { if strokeEnd != oldValue { setNeedsDisplay() } } }

  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let line = overlay as? MapPolyline else { return }
    stroke([line.geometry], from: strokeStart, to: strokeEnd, in: &context)
  }
}

/// Draws a ``MapPolygon``, its holes left out.
open class PolygonRenderer: OverlayPathRenderer {
  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let polygon = overlay as? MapPolygon else { return }
    fill(polygon.rings, in: &context)
    stroke(polygon.rings, in: &context)
  }
}

/// Draws a ``MapCircle``.
open class CircleRenderer: OverlayPathRenderer {
  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let circle = overlay as? MapCircle, circle.units > 0 else { return }
    var path = Path()
    path.addCircle(center: context.viewPoint(for: circle.center), radius: zoomScale.points(forUnits: circle.units))
    if let fillColor, hasFill { context.list.fill(path, with: .color(fillColor)) }
    if let strokeColor, hasStroke { context.list.stroke(path, style: strokeStyle, with: .color(strokeColor)) }
  }
}

/// Draws a ``MapPolyline`` in colours that change along it.
open class GradientPolylineRenderer: PolylineRenderer {
  /// Where the colours stand, 0 the line's beginning and 1 its end by its length on the map.
  public private(set) var stops: [GradientStop] = []

  /// - Parameter locations: one for each colour, in any order; without, or where their number is another, the colours stand evenly.
  public func setColors(_ colors: [Color], locations: [Scalar] = []) {
    let isPlaced = locations.count == colors.count
    let last = max(colors.count - 1, 1)
    stops = colors.enumerated().map { index, color in
      GradientStop(location: isPlaced ? min(max(locations[index], 0), 1) : Scalar(index) / last, color: color)
    }
    stops = stops.enumerated().sorted { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }.map(\.element)
    strokeColor = colors.first
    setNeedsDisplay()
  }

  /// The line's outline is a clip, and in it the line is laid down in pieces of one colour each, as many as there are shades: no
  /// more than 255 between two stops. Where all colours are equally translucent they are laid down opaque, and the whole made translucent.
  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let line = (overlay as? MapPolyline)?.geometry, let first = stops.first, let last = stops.last, lineWidth > 0 else {
      return
    }
    let linePathBuilder = context.linePathBuilder
    let step = context.transform.camera.tileZoom
    let (start, end) = (min(max(strokeStart, 0), 1), min(max(strokeEnd, 0), 1))
    guard start < end else { return }
    var path = Path()
    linePathBuilder.stroke(line, lengthRange(line, start, end, step: step), into: &path)
    let outline = path.stroked(style: strokeStyle)
    guard !outline.isEmpty else { return }
    let isEven = stops.allSatisfy { $0.color.alpha == first.color.alpha }
    let group = isEven && first.color.alpha < 255 ? context.list.open(.beginGroup, opacity: first.color.alpha) : -1
    let clip = context.list.open(.beginClip(outline, .nonZero))
    let pen = StrokeStyle(width: lineWidth + 2, cap: .round, join: .round)
    func lay(_ color: Color, _ from: Scalar, _ to: Scalar, _ context: inout MapContext) {
      let (from, to) = (max(from, start), min(to, end))
      guard from < to else { return }
      var piece = Path()
      linePathBuilder.stroke(line, lengthRange(line, from, to, step: step), into: &piece)
      if !piece.isEmpty { context.list.stroke(piece, style: pen, with: .color(isEven ? color.withAlpha(1) : color)) }
    }
    lay(first.color, 0, first.location, &context)
    for (a, b) in zip(stops, stops.dropFirst()) where b.location > a.location {
      let shades = max(a.color.distance(to: b.color), 1)
      for shade in 0..<shades {
        let color = a.color.mixed(with: b.color, 2 * shade + 1, of: 2 * shades)
        lay(
          color, a.location + (b.location - a.location) * shade / shades,
          a.location + (b.location - a.location) * (shade + 1) / shades, &context)
      }
    }
    lay(last.color, last.location, 1, &context)
    context.list.closeClip(clip)
    if group >= 0 { context.list.close(group, .endGroup) }
  }
}

extension Color {
  /// The largest difference of a component.
  func distance(to other: Color) -> Int {
    func apart(_ a: UInt8, _ b: UInt8) -> Int { abs(Int(a) - Int(b)) }
    return max(apart(red, other.red), apart(green, other.green), apart(blue, other.blue), apart(alpha, other.alpha))
  }

  /// `part` / `whole` of the way to `other`, component by component.
  func mixed(with other: Color, _ part: Int, of whole: Int) -> Color {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(clamping: (Int(a) * (whole - part) + Int(b) * part + whole / 2) / max(whole, 1))
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue), alpha: mix(alpha, other.alpha))
  }
}
