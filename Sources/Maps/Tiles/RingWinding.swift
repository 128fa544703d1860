/// The winding of a polygon's rings: exterior rings have a positive area, and interior rings a negative area.
///
/// All features then wind the same way. A path with several features can be filled by the nonzero rule: where
/// features overlap, they do not cancel each other, and holes remain holes.
///
/// - Source: Vector Tile Specification 2.1, section 4.3.4.4. Version 1 does not define the winding. In both
///   versions, the first ring of a polygon is an exterior ring, so its winding is the winding of the feature.
package enum RingWinding {
  /// Reverses all rings of a feature if its exterior rings have a negative area.
  ///
  /// The first ring whose area is not zero decides. A ring without area is not moved before or after others,
  /// because a line layer may draw its outline.
  ///
  /// - Parameters:
  ///   - vertices: The vertices of a layer. A ring does not repeat its first vertex.
  ///   - partEnds: The ends of the layer's parts in `vertices`.
  ///   - parts: The rings of the feature.
  package static func normalize(_ vertices: inout [SIMD2<Int32>], _ partEnds: [Int32], _ parts: Range<Int>) {
    func ring(_ part: Int) -> Range<Int> { (part == 0 ? 0 : Int(partEnds[part - 1]))..<Int(partEnds[part]) }
    var area: Int64 = 0
    for part in parts where area == 0 { area = doubledArea(vertices[ring(part)]) }
    guard area < 0 else { return }
    // The first vertex remains the first, so that a dashed outline starts at the same vertex.
    for part in parts { vertices[ring(part).dropFirst()].reverse() }
  }

  /// Returns twice the signed area of a ring. The area is positive if the ring is clockwise on the screen.
  static func doubledArea(_ ring: ArraySlice<SIMD2<Int32>>) -> Int64 {
    guard let first = ring.first else { return 0 }
    // The differences are within ±2^23, so the sum is below 2^48 for each time that the ring winds around
    // itself. Partial sums may wrap around without effect on the result.
    var sum: Int64 = 0
    var previous = SIMD2<Int64>(0, 0)
    for vertex in ring.dropFirst() {
      let current = SIMD2<Int64>(truncatingIfNeeded: vertex) &- SIMD2<Int64>(truncatingIfNeeded: first)
      sum &+= previous.x &* current.y &- current.x &* previous.y
      previous = current
    }
    return sum
  }
}

extension VectorLayer {
  /// Returns the parts of each polygon of a feature: the outer ring first, then its holes.
  func polygons(of feature: VectorFeature) -> [[Int32]] {
    var polygons: [[Int32]] = []
    for part in feature.parts {
      let ring = vertices[Int(partStart(part))..<Int(partEnds[Int(part)])]
      if polygons.isEmpty || RingWinding.doubledArea(ring) > 0 {
        polygons.append([part])
      } else {
        polygons[polygons.count - 1].append(part)
      }
    }
    return polygons
  }
}
