import CartoucheRaster

/// The paint of a line in place of a plain color.
enum LinePaintKind {
  /// Stops from the start of a line at 0 to its end at 1.
  case gradient([GradientStop])
  /// An image along the line, with the factor by which it is stretched in that direction.
  case pattern(Image, stretch: Scalar)
}

extension MapDrawing {
  /// How the lines of a group are drawn.
  struct LineShape {
    var style: StrokeStyle
    var alpha: UInt8
    var gap: Scalar
    var blur: Scalar
    var side: Scalar
    var offset: Point
    var reach: Scalar
    /// The pixels to which soft edges are limited.
    var visible: PixelRect
  }

  /// Adds the lines of a group of features, one by one, with a gradient or a pattern.
  ///
  /// - Returns: The features that have no gradient, because nothing is known of their whole length.
  mutating func drawLine(
    _ kind: LinePaintKind, _ shape: LineShape, _ layer: CompiledLayer, _ group: FeatureGroup, _ tileLayer: VectorLayer,
    _ placement: inout TilePlacement
  ) -> [Int32] {
    let window = placement.window(frame, extentBits: tileLayer.extentBits, outset: shape.reach)
    let keys = (tileLayer.keys.firstIndex(of: "mapbox_clip_start"), tileLayer.keys.firstIndex(of: "mapbox_clip_end"))
    var plain: [Int32] = []
    for index in group.features {
      let feature = tileLayer.features[Int(index)]
      guard feature.bounds.intersects(window.visible) else { continue }
      var progress: (start: Double, end: Double)?
      if case .gradient = kind {
        guard feature.kind == .line, let start = Self.number(keys.0, of: feature, in: tileLayer),
          let end = Self.number(keys.1, of: feature, in: tileLayer)
        else {
          plain.append(index)
          continue
        }
        progress = (start, end)
      }
      let (pieces, length) = LineCourse.pieces(of: feature, in: tileLayer, window)
      var list = DisplayList()
      // Beside a gap there are two lines.
      let half = (shape.gap + shape.style.width) / 2
      for side in shape.gap > 0 ? [shape.side - half, shape.side + half] : [shape.side] {
        for piece in pieces {
          let course = piece.offset(by: side).moved(by: shape.offset)
          let locations = progress.map { progress in
            course.distances.map { distance in
              let fraction = length > 0 ? Double(distance.rawValue) / 65536 / length : 0
              return Scalar(progress.start + (progress.end - progress.start) * fraction)
            }
          }
          Self.stroke(course, locations ?? [], kind, shape, &list)
        }
      }
      guard !list.isEmpty else { continue }
      shapes.append(Shape(content: .list(list), cell: placement.cell, style: layer.index, features: 1))
    }
    return plain
  }

  private static func stroke(
    _ course: LineCourse, _ locations: [Scalar], _ kind: LinePaintKind, _ shape: LineShape, _ list: inout DisplayList
  ) {
    func stroke(_ style: StrokeStyle, _ alpha: UInt8, _ list: inout DisplayList) {
      switch kind {
      case .gradient(let stops):
        list.stroke(course.points, style: style, gradient: stops, locations: locations, opacity: alpha)
      case .pattern(let image, let stretch):
        list.stroke(
          course.points, style: style, pattern: image, start: course.distances.first ?? 0, stretch: stretch, opacity: alpha)
      }
    }
    guard shape.blur > 0 else { return stroke(shape.style, shape.alpha, &list) }
    let mask = CoverageMask(stroking: course.path, style: shape.style, blur: shape.blur, clippedTo: shape.visible)
    list.masked(opacity: shape.alpha) {
      $0.fill(mask, with: .color(.black))
    } _: {
      stroke(shape.style, 255, &$0)
    }
  }

  private static func number(_ key: Int?, of feature: VectorFeature, in layer: VectorLayer) -> Double? {
    guard let key else { return nil }
    for index in feature.tags where Int(layer.tags[Int(index)].x) == key {
      if case .number(let number) = layer.values[Int(layer.tags[Int(index)].y)], number.isFinite { return number }
    }
    return nil
  }
}

extension MapFrame {
  /// Returns the stops of a line's gradient.
  ///
  /// The gradient is sampled at 257 places. Where its color jumps, as in the operator `step`, the place of
  /// the jump is found to 1/65536. Stops on the straight between their neighbors are left out.
  mutating func gradientStops(_ property: CompiledProperty) -> [GradientStop] {
    var stops: [GradientStop] = []
    var last = GradientStop(location: 0, color: .clear)
    for step in 0...256 {
      let next = stop(step * 256, property)
      if step > 0, Self.difference(last.color, next.color) > 8 {
        var (low, high) = (last, next)
        while high.location.rawValue - low.location.rawValue > 1 {
          let middle = stop(Int(low.location.rawValue + high.location.rawValue) / 2, property)
          if Self.difference(low.color, middle.color) > Self.difference(middle.color, high.color) {
            high = middle
          } else {
            low = middle
          }
        }
        if Self.difference(low.color, high.color) > 4 { stops += [low, high] }
      }
      stops.append(next)
      last = next
    }
    return Self.simplified(stops)
  }

  private mutating func stop(_ location: Int, _ property: CompiledProperty) -> GradientStop {
    GradientStop(
      location: Scalar(rawValue: Int64(location)), color: gradientColor(property, lineProgress: Double(location) / 65536) ?? .clear)
  }

  private static func difference(_ a: Color, _ b: Color) -> Int {
    func apart(_ x: UInt8, _ y: UInt8) -> Int { abs(Int(x) - Int(y)) }
    return max(apart(a.red, b.red), apart(a.green, b.green), apart(a.blue, b.blue), apart(a.alpha, b.alpha))
  }

  /// Returns the stops without those whose color is between their neighbors' to 1 of 255.
  private static func simplified(_ stops: [GradientStop]) -> [GradientStop] {
    var kept = [stops[0]]
    var start = 0
    for end in stops.indices.dropFirst(2) {
      let (from, to) = (stops[start], stops[end])
      let span = to.location - from.location
      let isStraight =
        end - start <= 64 && from.color.alpha == to.color.alpha
        && stops[start + 1..<end].allSatisfy { stop in
          let part = span > 0 ? (stop.location - from.location) / span : 0
          func mixed(_ x: UInt8, _ y: UInt8) -> UInt8 {
            UInt8(clamping: (Scalar(Int(x)) * (1 - part) + Scalar(Int(y)) * part).rounded)
          }
          let color = Color(
            red: mixed(from.color.red, to.color.red), green: mixed(from.color.green, to.color.green),
            blue: mixed(from.color.blue, to.color.blue), alpha: from.color.alpha)
          return difference(color, stop.color) <= 1
        }
      if !isStraight {
        start = end - 1
        kept.append(stops[start])
      }
    }
    return kept + [stops[stops.count - 1]]
  }
}
