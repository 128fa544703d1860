extension RenderScratch {
  /// Makes a gradient ready. Opacity is in its table, so that ``PreparedItem/alpha`` is 255.
  ///
  /// - Returns: false if nothing is drawn.
  mutating func prepare(_ gradient: LinearGradient, of item: DisplayList.Item, in prepared: inout PreparedItem) -> Bool {
    let stops = GradientStops.sorted(gradient.stops)
    return stops.withUnsafeBufferPointer { stops in
      guard let ends = Self.ends(stops) else { return false }
      let isPoint = gradient.start == gradient.end
      let transform = Homography(gradient.transform).concatenating(item.transform)
      guard
        let map = InverseMapping.linear(
          start: gradient.start, end: gradient.end, origin: ends.first, span: ends.length, transform: transform)
      else { return false }
      let spread = isPoint || ends.isOne ? .pad : gradient.spread
      var colors = GradientInterpolator(stops, spread: spread, opacity: item.opacity, origin: ends.first, span: ends.length)
      prepared.source.map = map
      prepared.source.table = tables.count
      if let ramp = GradientRamp(stops, span: ends.length, spread: spread, map: map, bounds: prepared.bounds) {
        prepared.source.gradient.kind = .ramp
        prepared.source.gradient.ramp = ramp
        tables.reserve(ramp.count)
        ramp.write(&colors, map: map, to: tables.base + tables.count)
        tables.count += ramp.count
      } else if map.isAffine && map.ux == 0 && !prepared.bounds.isEmpty {
        prepared.source.gradient.kind = .rows
        prepared.source.gradient.top = prepared.bounds.minY
        tables.reserve(Int(prepared.bounds.maxY &- prepared.bounds.minY))
        for y in prepared.bounds.minY..<prepared.bounds.maxY { tables.append(colors.color(at: map.line(Int(y)).u)) }
      } else {
        prepared.source.gradient.kind = .linear
        addTable(GradientTable(stops, span: ends.length, spread: spread), &colors, to: &prepared)
      }
      Self.finish(&prepared, stops, item)
      return true
    }
  }

  /// Makes a gradient ready, as above.
  mutating func prepare(_ gradient: RadialGradient, of item: DisplayList.Item, in prepared: inout PreparedItem) -> Bool {
    let stops = GradientStops.sorted(gradient.stops)
    return stops.withUnsafeBufferPointer { stops in
      guard let ends = Self.ends(stops) else { return false }
      let isPoint = gradient.radius <= 0 || ends.last <= 0
      let spread = isPoint || ends.isOne ? .pad : gradient.spread
      // What is padded needs no offset: the table begins in the middle.
      let span = spread == .pad ? max(ends.last, 1) : ends.length
      let origin = spread == .pad ? 0 : ends.first
      let transform = Homography(gradient.transform).concatenating(item.transform)
      guard let (map, focal) = InverseMapping.radial(gradient, span: span, transform: transform) else { return false }
      var colors = GradientInterpolator(stops, spread: spread, opacity: item.opacity, origin: origin, span: span)
      let table = GradientTable(stops, span: span, spread: spread)
      prepared.source.map = map
      prepared.source.gradient.focal = focal
      prepared.source.gradient.offset = (origin << 16) / span
      addTable(table, &colors, to: &prepared)
      let bounds = prepared.bounds
      let area = Int64(bounds.maxX &- bounds.minX) &* Int64(bounds.maxY &- bounds.minY)
      if map.isAffine && focal == 0 && spread == .pad && area >= 30_000 {
        prepared.source.gradient.kind = .squared
        tables.reserve(SquaredDistanceTable.count)
        SquaredDistanceTable.write(
          from: tables.base + prepared.source.table, bits: Int64(table.bits), to: tables.base + tables.count)
        tables.count += SquaredDistanceTable.count
      } else {
        prepared.source.gradient.kind = .radial
      }
      Self.finish(&prepared, stops, item)
      return true
    }
  }

  /// Makes a gradient ready, as above.
  mutating func prepare(_ gradient: ConicGradient, of item: DisplayList.Item, in prepared: inout PreparedItem) -> Bool {
    let stops = GradientStops.sorted(gradient.stops)
    return stops.withUnsafeBufferPointer { stops in
      guard !stops.isEmpty else { return false }
      let transform = Homography(gradient.transform).concatenating(item.transform)
      guard let map = InverseMapping.conic(gradient, transform: transform) else { return false }
      // The table goes once round, whatever the spread makes of it.
      var colors = GradientInterpolator(stops, spread: gradient.spread, opacity: item.opacity, origin: 0, span: 1 << 16)
      prepared.source.map = map
      prepared.source.gradient.kind = .conic
      addTable(GradientTable(stops, span: 1 << 16, spread: gradient.spread), &colors, to: &prepared)
      Self.finish(&prepared, stops, item)
      return true
    }
  }

  private mutating func addTable(_ table: GradientTable, _ colors: inout GradientInterpolator, to prepared: inout PreparedItem) {
    let count = table.count + 2
    tables.reserve(count)
    prepared.source.table = tables.count
    prepared.source.gradient.table = table
    table.write(&colors, to: tables.base + tables.count)
    tables.count += count
  }

  private static func finish(
    _ prepared: inout PreparedItem, _ stops: UnsafeBufferPointer<GradientStop>, _ item: DisplayList.Item
  ) {
    prepared.source.kind = .gradient
    prepared.source.isOpaque = item.opacity == 255 && GradientStops.areOpaque(stops)
    prepared.alpha = 255
  }

  /// Where stops begin and end, in 1/65536; the length of what is only a jump is that of 1/256.
  private static func ends(
    _ stops: UnsafeBufferPointer<GradientStop>
  ) -> (first: Int64, last: Int64, length: Int64, isOne: Bool)? {
    guard let first = stops.first, let last = stops.last else { return nil }
    let (from, to) = (GradientStops.location(of: first), GradientStops.location(of: last))
    return (from, to, from == to ? 256 : to - from, from == to)
  }
}
