import CartoucheRaster

extension MapDrawing {
  /// Adds a circle for each vertex of a group of features whose center lies in the tile's cell.
  mutating func drawCircles(
    _ paint: CirclePaint, _ layer: CompiledLayer, _ group: FeatureGroup, _ tileLayer: VectorLayer,
    _ placement: inout TilePlacement
  ) {
    let radius = frame.length(paint.radius, group)
    let strokeWidth = frame.length(paint.strokeWidth, group)
    let color = (frame.color(paint.color, group) ?? .black).faded(by: frame.number(paint.opacity, group))
    let strokeColor = (frame.color(paint.strokeColor, group) ?? .black).faded(by: frame.number(paint.strokeOpacity, group))
    let reach = radius + strokeWidth + 1
    guard reach > 1, color.alpha > 0 || (strokeWidth > 0 && strokeColor.alpha > 0) else { return }
    let style = CircleStyle(
      radius: radius, color: color, strokeWidth: strokeWidth, strokeColor: strokeColor, blur: frame.number(paint.blur, group))
    let offset = frame.offset(paint.translation)
    let own = placement.cellUnits(extentBits: tileLayer.extentBits, margin: 0)
    let transform = placement.window(frame, extentBits: tileLayer.extentBits, outset: 0).placement
    var list = DisplayList()
    var count = 0
    for index in group.features {
      let feature = tileLayer.features[Int(index)]
      var isShown = false
      for part in feature.parts {
        for vertex in tileLayer.vertices[Int(tileLayer.partStart(part))..<Int(tileLayer.partEnds[Int(part)])] {
          guard vertex.x >= own.minX, vertex.x < own.maxX, vertex.y >= own.minY, vertex.y < own.maxY else { continue }
          let raw = transform.raw(vertex)
          let center = Point(x: Scalar(rawValue: raw.x), y: Scalar(rawValue: raw.y)) + offset
          let box = Rect(x: center.x - reach, y: center.y - reach, width: reach * 2, height: reach * 2)
          guard box.intersects(frame.part) else { continue }
          let (image, origin) = cache.circle(style, centeredAt: center, within: frame.part)
          list.draw(image, transform: .translation(x: Scalar(origin.x), y: Scalar(origin.y)), filter: .nearest)
          isShown = true
        }
      }
      if isShown { count += 1 }
    }
    guard count > 0 else { return }
    shapes.append(Shape(content: .list(list), style: layer.index, features: count))
  }
}
