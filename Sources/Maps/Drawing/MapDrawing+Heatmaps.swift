import CartoucheRaster

extension MapDrawing {
  /// Adds the heat of all points of a layer, as one image.
  ///
  /// The image has a pixel for 4 × 4 points. Its pixels are tied to the map, so that a pan by whole points
  /// moves them unchanged.
  mutating func drawHeatmap(
    _ paint: HeatmapPaint, _ layer: CompiledLayer, _ index: Int, _ placements: inout [[TilePlacement]]
  ) {
    let alpha = UInt8(clamping: (frame.number(paint.opacity) * 255).rounded)
    guard alpha > 0, !frame.part.isEmpty else { return }
    let colors = (0...255).map { step in
      (frame.gradientColor(paint.color, heatmapDensity: Double(step) / 255) ?? .clear).premultiplied
    }
    let width = HeatDensity.cellWidth
    // A cell more on each side, so that colors are interpolated up to the part's edges.
    let corner = frame.transform.integralOrigin
    let origin = PixelPoint(x: corner.x & (width - 1), y: corner.y & (width - 1))
    func first(_ edge: Scalar, _ origin: Int) -> Int { Self.divide(edge.floor - origin, width) - 1 }
    func count(_ edge: Scalar, _ origin: Int, _ first: Int) -> Int { Self.divide(edge.ceiling - origin, width) + 2 - first }
    let (left, top) = (first(frame.part.minX, origin.x), first(frame.part.minY, origin.y))
    var heat = HeatDensity(columns: count(frame.part.maxX, origin.x, left), rows: count(frame.part.maxY, origin.y, top))
    let start = SIMD2(Int64(origin.x + left * width) << 16, Int64(origin.y + top * width) << 16)
    var points = 0
    for source in layer.sources {
      for position in placements[source].indices {
        points += add(paint, index, placements[source][position], start, to: &heat)
      }
    }
    // If no heat has a color too, it is everywhere.
    let isEverywhere = colors[0] != 0
    guard isEverywhere || !heat.touched.isEmpty else { return }
    var shown = frame.part
    if !isEverywhere {
      let box = heat.touched
      let x = Scalar(origin.x + (left + box.minX - 1) * width)
      let y = Scalar(origin.y + (top + box.minY - 1) * width)
      shown = shown.intersection(
        Rect(x: x, y: y, width: Scalar((box.width + 2) * width), height: Scalar((box.height + 2) * width)))
    }
    guard !shown.isEmpty else { return }
    let pattern = ImagePattern(
      heat.image(colors),
      transform: AffineTransform(
        a: .init(width), b: 0, c: 0, d: .init(width), tx: .init(origin.x + left * width), ty: .init(origin.y + top * width)),
      tiling: .clamp, filter: .bilinear)
    shapes.append(
      Shape(content: .filled(Path(rect: shown), .image(pattern), alpha), style: layer.index, features: points))
  }

  /// Adds the points of a tile's cell, and returns their number.
  private mutating func add(
    _ paint: HeatmapPaint, _ index: Int, _ placement: TilePlacement, _ corner: SIMD2<Int64>, to heat: inout HeatDensity
  ) -> Int {
    guard case .vector(let tile) = placement.tile.tile, let match = placement.tile.match(ofStyle: index) else { return 0 }
    frame.tileZoom = placement.tile.zoom
    let tileLayer = tile.layers[match.layer]
    let own = placement.cellUnits(extentBits: tileLayer.extentBits, margin: 0)
    let transform = TileTransform(frame.transform, placement.id, extentBits: tileLayer.extentBits)
    let intensity = frame.number(paint.intensity)
    var count = 0
    for group in match.groups {
      let radius = frame.length(paint.radius, group)
      let weight = frame.number(paint.weight, group) * intensity
      guard radius > 0, weight > 0 else { continue }
      for feature in group.features {
        for part in tileLayer.features[Int(feature)].parts {
          for vertex in tileLayer.vertices[Int(tileLayer.partStart(part))..<Int(tileLayer.partEnds[Int(part)])]
          where vertex.x >= own.minX && vertex.x < own.maxX && vertex.y >= own.minY && vertex.y < own.maxY {
            let raw = transform.raw(vertex) &- corner
            heat.add(x: raw.x, y: raw.y, radius: radius, weight: weight)
            count += 1
          }
        }
      }
    }
    return count
  }

  /// Divides and rounds down.
  private static func divide(_ number: Int, _ divisor: Int) -> Int {
    number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
  }
}

extension MapFrame {
  /// Returns how far a circle reaches from its center, in points. It is a guess where features have circles
  /// of their own size.
  mutating func reach(_ paint: CirclePaint) -> Scalar {
    guard !paint.radius.dependsOnFeature, !paint.strokeWidth.dependsOnFeature else { return 64 * scale }
    let offset = offset(paint.translation)
    return length(paint.radius) + length(paint.strokeWidth) + max(offset.x.magnitude, offset.y.magnitude) + 1
  }

  /// Returns how far the heat of a point reaches, in points.
  mutating func reach(_ paint: HeatmapPaint) -> Scalar {
    let radius = paint.radius.dependsOnFeature ? 64 * scale : length(paint.radius)
    let weight = paint.weight.dependsOnFeature ? 16 : number(paint.weight)
    let radii = HeatDensity.reach(weight: weight * number(paint.intensity))
    return Scalar(radii * Double(radius.rawValue) / 65536) + Scalar(HeatDensity.cellWidth)
  }
}
