/// Turns gradients into color tables and the samplers that look colors up in them.
///
/// The item's opacity is multiplied into the tables, so ``PreparedItem/alpha`` becomes 255. All functions
/// return false if nothing is drawn.
enum GradientPreparation {
  typealias Tables = GrowingBuffer<UInt32>

  /// Prepares a linear gradient.
  static func prepare(
    _ gradient: LinearGradient, transform: Homography, opacity: UInt8, in prepared: inout PreparedItem, tables: inout Tables
  ) -> Bool {
    let stops = GradientStops.sorted(gradient.stops)
    return stops.withUnsafeBufferPointer { stops in
      guard let range = StopRange(stops) else { return false }
      let isPoint = gradient.start == gradient.end
      let transform = Homography(gradient.transform).concatenating(transform)
      guard
        let map = InverseMapping.linear(
          start: gradient.start, end: gradient.end, origin: range.first, span: range.length, transform: transform)
      else { return false }
      let spread = isPoint || range.isSingleLocation ? .pad : gradient.spread
      var colors = GradientInterpolator(stops, spread: spread, opacity: opacity, origin: range.first, span: range.length)
      prepared.source.map = map
      prepared.source.table = tables.count
      if let ramp = GradientRamp(stops, span: range.length, spread: spread, map: map, bounds: prepared.bounds) {
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
        addTable(GradientTable(stops, span: range.length, spread: spread), &colors, in: &prepared, tables: &tables)
      }
      finish(&prepared, stops, opacity: opacity)
      return true
    }
  }

  /// Prepares a radial gradient.
  static func prepare(
    _ gradient: RadialGradient, transform: Homography, opacity: UInt8, in prepared: inout PreparedItem, tables: inout Tables
  ) -> Bool {
    let stops = GradientStops.sorted(gradient.stops)
    return stops.withUnsafeBufferPointer { stops in
      guard let range = StopRange(stops) else { return false }
      let isPoint = gradient.radius <= 0 || range.last <= 0
      let spread = isPoint || range.isSingleLocation ? .pad : gradient.spread
      // A padded gradient needs no offset: its table begins at the center.
      let span = spread == .pad ? max(range.last, 1) : range.length
      let origin = spread == .pad ? 0 : range.first
      let transform = Homography(gradient.transform).concatenating(transform)
      guard let (map, focal) = InverseMapping.radial(gradient, span: span, transform: transform) else { return false }
      var colors = GradientInterpolator(stops, spread: spread, opacity: opacity, origin: origin, span: span)
      let table = GradientTable(stops, span: span, spread: spread)
      prepared.source.map = map
      prepared.source.gradient.focal = focal
      prepared.source.gradient.offset = (origin << 16) / span
      addTable(table, &colors, in: &prepared, tables: &tables)
      let bounds = prepared.bounds
      let area = Int64(bounds.maxX &- bounds.minX) &* Int64(bounds.maxY &- bounds.minY)
      // A table over squared distances saves a square root a pixel, but pays only over some area.
      if map.isAffine && focal == 0 && spread == .pad && area >= 30_000 {
        prepared.source.gradient.kind = .squared
        prepared.source.gradient.mirrorSum = map.mirrorSum
        tables.reserve(SquaredDistanceTable.count)
        SquaredDistanceTable.write(
          from: tables.base + prepared.source.table, bits: Int64(table.bits), to: tables.base + tables.count)
        tables.count += SquaredDistanceTable.count
      } else {
        prepared.source.gradient.kind = .radial
      }
      finish(&prepared, stops, opacity: opacity)
      return true
    }
  }

  /// Prepares a conic gradient.
  static func prepare(
    _ gradient: ConicGradient, transform: Homography, opacity: UInt8, in prepared: inout PreparedItem, tables: inout Tables
  ) -> Bool {
    let stops = GradientStops.sorted(gradient.stops)
    return stops.withUnsafeBufferPointer { stops in
      guard !stops.isEmpty else { return false }
      let transform = Homography(gradient.transform).concatenating(transform)
      guard let map = InverseMapping.conic(gradient, transform: transform) else { return false }
      // The table covers one turn, whatever the spread.
      var colors = GradientInterpolator(stops, spread: gradient.spread, opacity: opacity, origin: 0, span: 1 << 16)
      prepared.source.map = map
      prepared.source.gradient.kind = .conic
      addTable(GradientTable(stops, span: 1 << 16, spread: gradient.spread), &colors, in: &prepared, tables: &tables)
      finish(&prepared, stops, opacity: opacity)
      return true
    }
  }

  private static func addTable(
    _ table: GradientTable, _ colors: inout GradientInterpolator, in prepared: inout PreparedItem, tables: inout Tables
  ) {
    let count = table.count + 2
    tables.reserve(count)
    prepared.source.table = tables.count
    prepared.source.gradient.table = table
    table.write(&colors, to: tables.base + tables.count)
    tables.count += count
  }

  private static func finish(_ prepared: inout PreparedItem, _ stops: UnsafeBufferPointer<GradientStop>, opacity: UInt8) {
    prepared.source.kind = .gradient
    prepared.source.isOpaque = opacity == 255 && GradientStops.areOpaque(stops)
    prepared.alpha = 255
  }
}

/// The locations of the first and the last stop, in 1/65536.
private struct StopRange {
  let first: Int64
  let last: Int64

  /// Nil if there are no stops.
  init?(_ stops: UnsafeBufferPointer<GradientStop>) {
    guard let first = stops.first, let last = stops.last else { return nil }
    (self.first, self.last) = (GradientStops.location(of: first), GradientStops.location(of: last))
  }

  /// Whether the gradient is only a jump.
  var isSingleLocation: Bool { first == last }

  /// The distance of the two; 1/256 for a jump.
  var length: Int64 { isSingleLocation ? 256 : last - first }
}
