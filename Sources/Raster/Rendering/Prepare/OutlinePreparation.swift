/// Turns outlines into edges on the screen and finds the cheapest representation of their coverage.
enum OutlinePreparation {
  /// The area of an outline's bounds for each edge, in pixels, from which on the outline counts as large.
  private static var areaPerEdge: Int { 64 }

  /// Prepares the outline of a filled path.
  ///
  /// - Parameters:
  ///   - path: The path in the list's memory. A path without curves and transform is not copied, so that its
  ///     references are not counted.
  ///   - damage: The part of the screen outside of which the outline may be left out; nil if the whole
  ///     outline is needed. See ``DamageBounds``.
  static func prepare(
    filling path: UnsafePointer<Path>, _ rule: FillRule, transform: Homography, within damage: DamageBounds?,
    in prepared: inout PreparedItem, size: PixelSize, scratch: inout PrepareScratch
  ) {
    begin(size: size, within: damage, scratch: &scratch)
    prepared.rule = rule
    if transform.isIdentity && !path.pointee.verbs.span.hasCurves {
      addPolygons(of: path, to: &scratch.edgeBuilder)
    } else {
      scratch.flattening.flatten(path.pointee, transform: transform, closing: true, into: &scratch.contours)
    }
    end(&prepared, size: size, scratch: &scratch)
  }

  /// Prepares the outline of a stroked path.
  ///
  /// - Parameter damage: As for a filled path.
  /// - Returns: The factor by which the coverage is multiplied, in 1/256. It is below 256 for a stroke
  ///   thinner than ``Stroking/minimumWidth``.
  static func prepare(
    _ stroke: DisplayList.Tables.Stroke, transform: Homography, within damage: DamageBounds?, in prepared: inout PreparedItem,
    size: PixelSize, scratch: inout PrepareScratch
  ) -> UInt32 {
    begin(size: size, within: damage, scratch: &scratch)
    let coverageScale = scratch.stroking.stroke(
      stroke.path, style: stroke.style, transform: transform, within: damage, into: &scratch.contours)
    end(&prepared, size: size, scratch: &scratch)
    // Most strokes are too narrow to cover a cell.
    prepared.isLarge = prepared.kind == .rectangle
    return coverageScale
  }

  /// Prepares the outline of a rectangle.
  static func prepare(
    _ rect: Rect, transform: Homography, in prepared: inout PreparedItem, size: PixelSize, scratch: inout PrepareScratch
  ) {
    begin(size: size, within: nil, scratch: &scratch)
    scratch.rectangle.removeAll()
    scratch.rectangle.addRect(rect)
    scratch.flattening.flatten(scratch.rectangle, transform: transform, closing: true, into: &scratch.contours)
    end(&prepared, size: size, scratch: &scratch)
  }

  /// Begins an outline, whose contours the caller then adds to the scratch memory.
  static func begin(size: PixelSize, within damage: DamageBounds?, scratch: inout PrepareScratch) {
    scratch.edgeBuilder.begin(size: size, damage: damage)
    scratch.contours.removeAll()
  }

  /// Adds the polygons of a path that needs no transform directly, without copying its points.
  private static func addPolygons(of path: UnsafePointer<Path>, to edgeBuilder: inout EdgeBuilder) {
    path.pointee.points.span.withUnsafeBufferPointer { points in
      var begin = 0
      forEachPolygon(path.pointee.verbs.span) { corners, _ in
        if corners > 2 { edgeBuilder.add(contour: UnsafeBufferPointer(rebasing: points[begin..<(begin &+ corners)])) }
        begin &+= corners
      }
    }
  }

  /// Turns the outline's contours into edges, unless the builder has them already, and sets the item's
  /// bounds.
  static func end(_ prepared: inout PreparedItem, size: PixelSize, scratch: inout PrepareScratch) {
    scratch.edgeBuilder.add(scratch.contours)
    guard scratch.edgeBuilder.minX <= scratch.edgeBuilder.maxX else { return }
    prepared.bounds = PixelRect32(
      minX: scratch.edgeBuilder.minX >> 8, minY: scratch.edgeBuilder.minY >> 8,
      maxX: min((scratch.edgeBuilder.maxX &+ 255) >> 8, Int32(truncatingIfNeeded: size.width)),
      maxY: min((scratch.edgeBuilder.maxY &+ 255) >> 8, Int32(truncatingIfNeeded: size.height)))
    // Edges to the right of the screen were dropped: a shape that is open there extends to the screen's edge.
    if scratch.edgeBuilder.isOpenAtRightEdge { prepared.bounds.maxX = Int32(truncatingIfNeeded: size.width) }
    guard !prepared.bounds.isEmpty else {
      scratch.edgeBuilder.discardEdges()
      return
    }
    if isWholePixels(scratch.edgeBuilder) {
      prepared.kind = .rectangle
      prepared.isLarge = true
      scratch.edgeBuilder.discardEdges()
    } else {
      let area = Int(prepared.bounds.maxX &- prepared.bounds.minX) &* Int(prepared.bounds.maxY &- prepared.bounds.minY)
      prepared.isLarge = (scratch.edgeBuilder.edges.count &- scratch.edgeBuilder.firstEdge) &* areaPerEdge <= area
      sortByBand(&prepared, &scratch)
      prepared.hasHorizontalEdges = scratch.edgeBuilder.hasHorizontalEdges
      prepared.hasVerticalEdges = scratch.edgeBuilder.hasVerticalEdges
      prepared.crossesScreenSides = scratch.edgeBuilder.crossesScreenSides
    }
  }

  /// Whether the on-screen part of the shape is one rectangle whose corners are corners of pixels.
  private static func isWholePixels(_ builder: borrowing EdgeBuilder) -> Bool {
    let edges = builder.edges.base + builder.firstEdge
    // The right side may be off-screen.
    guard builder.edges.count - builder.firstEdge == (builder.isOpenAtRightEdge ? 1 : 2) else { return false }
    let (one, other) = (edges[0], builder.isOpenAtRightEdge ? edges[0] : edges[1])
    let areVertical = one.x0 == one.x1 && other.x0 == other.x1
    let spanSameRows = min(one.y0, one.y1) == min(other.y0, other.y1) && max(one.y0, one.y1) == max(other.y0, other.y1)
    guard areVertical && spanSameRows && (one.x0 | other.x0 | one.y0 | one.y1) & 255 == 0 else { return false }
    // Contours without area have no edges, but their points count for the bounding box.
    let isWidest = builder.isOpenAtRightEdge || max(one.x0, other.x0) == builder.maxX
    let isTallest = min(one.y0, one.y1) == builder.minY && max(one.y0, one.y1) == builder.maxY
    return isWidest && isTallest && min(one.x0, other.x0) == builder.minX
  }

  /// Sorts the edges by band where that saves blocks from considering too many.
  private static func sortByBand(_ prepared: inout PreparedItem, _ scratch: inout PrepareScratch) {
    let first = scratch.edgeBuilder.firstEdge
    let count = scratch.edgeBuilder.edges.count - first
    let firstBand = Int(prepared.bounds.minY) >> RenderBlockHeight.bits
    let bands = (Int(prepared.bounds.maxY) - 1) >> RenderBlockHeight.bits - firstBand + 1
    if count > 12 && bands > 2 {
      scratch.edgeBuilder.endRuns()
      guard scratch.edgeBuilder.runs.count > 0 else { return }
      prepared.kind = .banded
      prepared.edges = scratch.bandedEdges.add(
        UnsafeBufferPointer(start: scratch.edgeBuilder.runs.base, count: scratch.edgeBuilder.runs.count),
        of: scratch.edgeBuilder.edges.base, firstBand: firstBand, bandCount: bands)
      if scratch.bandedEdges.hasCopied(prepared.edges) { scratch.edgeBuilder.discardEdges() }
    } else {
      prepared.kind = .edges
      prepared.edges = scratch.bandedEdges.add(
        IndexSpan(start: Int32(truncatingIfNeeded: first), count: Int32(truncatingIfNeeded: count)))
    }
  }
}
