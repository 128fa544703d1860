/// Turns gradients into color tables and the samplers that look colors up in them.
///
/// The item's opacity is multiplied into the tables. All functions return nil if nothing is drawn.
///
/// The bounds are those of the item on the screen.
enum GradientPreparation {
  typealias Tables = GrowingBuffer<UInt32>

  /// Prepares a linear gradient.
  static func prepare(
    _ gradient: LinearGradient, transform: Homography, opacity: UInt8, bounds: PixelRect32, tables: inout Tables
  ) -> ColorSource? {
    let stops = GradientStops.sorted(gradient.stops)
    return stops.withUnsafeBufferPointer { stops in
      guard let range = StopRange(stops) else { return nil }
      let isPoint = gradient.start == gradient.end
      let transform = Homography(gradient.transform).concatenating(transform)
      guard
        let map = InverseMapping.linear(
          start: gradient.start, end: gradient.end, origin: range.first, span: range.length, transform: transform)
      else { return nil }
      let spread = isPoint || range.isSingleLocation ? .pad : gradient.spread
      var colors = GradientInterpolator(stops, spread: spread, opacity: opacity, origin: range.first, span: range.length)
      var source = ColorSource(.gradient, isOpaque: areOpaque(stops, opacity), map: map)
      source.table = tables.count
      if let ramp = GradientRamp(stops, span: range.length, spread: spread, map: map, bounds: bounds) {
        source.gradient.kind = .ramp
        source.gradient.ramp = ramp
        tables.reserve(ramp.count)
        ramp.write(&colors, map: map, to: tables.base + tables.count)
        tables.count += ramp.count
      } else if map.isAffine && map.ux == 0 && !bounds.isEmpty {
        source.gradient.kind = .rows
        source.gradient.top = bounds.minY
        let count = Int(bounds.maxY &- bounds.minY)
        tables.reserve(count)
        colors.write(count, from: map.line(Int(bounds.minY)).u, step: map.uy &* 2, to: tables.base + tables.count)
        tables.count += count
      } else {
        source.gradient.kind = .linear
        addTable(GradientTable(stops, span: range.length, spread: spread), &colors, in: &source, tables: &tables)
      }
      return source
    }
  }

  /// Prepares a radial gradient.
  static func prepare(
    _ gradient: RadialGradient, transform: Homography, opacity: UInt8, bounds: PixelRect32, tables: inout Tables
  ) -> ColorSource? {
    let stops = GradientStops.sorted(gradient.stops)
    return stops.withUnsafeBufferPointer { stops in
      guard let range = StopRange(stops) else { return nil }
      let isPoint = gradient.radius <= 0 || range.last <= 0
      let spread = isPoint || range.isSingleLocation ? .pad : gradient.spread
      // A padded gradient needs no offset: its table begins at the center.
      let span = spread == .pad ? max(range.last, 1) : range.length
      let origin = spread == .pad ? 0 : range.first
      let transform = Homography(gradient.transform).concatenating(transform)
      guard let (map, focal) = InverseMapping.radial(gradient, span: span, transform: transform) else { return nil }
      var colors = GradientInterpolator(stops, spread: spread, opacity: opacity, origin: origin, span: span)
      let table = GradientTable(stops, span: span, spread: spread)
      var source = ColorSource(.gradient, isOpaque: areOpaque(stops, opacity), map: map)
      source.gradient.focal = focal
      source.gradient.offset = (origin << 16) / span
      addTable(table, &colors, in: &source, tables: &tables)
      let area = Int64(bounds.maxX &- bounds.minX) &* Int64(bounds.maxY &- bounds.minY)
      // A table over squared distances saves a square root a pixel, but pays only over some area.
      if map.isAffine && focal == 0 && spread == .pad && area >= 30_000 {
        source.gradient.kind = .squared
        source.gradient.mirrorSum = map.mirrorSum
        tables.reserve(SquaredDistanceTable.count)
        SquaredDistanceTable.write(
          from: tables.base + source.table, bits: Int64(table.bits), to: tables.base + tables.count)
        tables.count += SquaredDistanceTable.count
      } else {
        source.gradient.kind = .radial
      }
      return source
    }
  }

  /// Prepares a conic gradient.
  static func prepare(
    _ gradient: ConicGradient, transform: Homography, opacity: UInt8, bounds: PixelRect32, tables: inout Tables
  ) -> ColorSource? {
    let stops = GradientStops.sorted(gradient.stops)
    return stops.withUnsafeBufferPointer { stops in
      guard !stops.isEmpty else { return nil }
      let transform = Homography(gradient.transform).concatenating(transform)
      guard let map = InverseMapping.conic(gradient, transform: transform) else { return nil }
      // The table covers one turn, whatever the spread.
      var colors = GradientInterpolator(stops, spread: gradient.spread, opacity: opacity, origin: 0, span: 1 << 16)
      var source = ColorSource(.gradient, isOpaque: areOpaque(stops, opacity), map: map)
      source.gradient.kind = .conic
      addTable(GradientTable(stops, span: 1 << 16, spread: gradient.spread), &colors, in: &source, tables: &tables)
      return source
    }
  }

  private static func addTable(
    _ table: GradientTable, _ colors: inout GradientInterpolator, in source: inout ColorSource, tables: inout Tables
  ) {
    let count = table.count + 2
    tables.reserve(count)
    source.table = tables.count
    source.gradient.table = table
    table.write(&colors, to: tables.base + tables.count)
    tables.count += count
  }

  /// Whether all colors of the table are opaque.
  private static func areOpaque(_ stops: UnsafeBufferPointer<GradientStop>, _ opacity: UInt8) -> Bool {
    opacity == 255 && GradientStops.areOpaque(stops)
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
