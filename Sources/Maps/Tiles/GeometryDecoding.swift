/// An error in the geometry of one feature of a vector tile.
package struct GeometryDecodingError: Error, Hashable {
  package var reason: String
  /// Whether the stream of commands is intact. If true, only this feature has to be left out.
  package var isRecoverable: Bool
}

/// A decoder that converts the commands of a feature's geometry to vertices.
///
///     start ──MoveTo──▶ open ──LineTo──▶ drawn ──ClosePath──▶ closed (rings)
///                        ▲                 │                    │
///                        └────── MoveTo ───┴────────────────────┘
///
/// - Source: Vector Tile Specification 2.1, section 4.3.
package struct GeometryDecoder {
  /// The width of the tile, in the units of the tile's file.
  let extent: Int64
  /// log₂ of the width of the tile, in the units of the decoded vertices.
  let bits: Int
  /// Whether lines may end with a ClosePath command, as in tiles of version 1.
  let closesLines: Bool

  package init(extent: Int64, bits: Int, closesLines: Bool) {
    (self.extent, self.bits, self.closesLines) = (extent, bits, closesLines)
  }

  private var isScaled: Bool { extent != 1 << Int64(bits) }

  /// Decodes `commands`, and appends their vertices and the ends of their parts.
  ///
  /// - Returns: The smallest rectangle around the new vertices.
  package func decode(
    _ commands: Span<UInt32>, as kind: VectorFeature.Kind, vertices: inout [SIMD2<Int32>], partEnds: inout [Int32]
  ) throws(GeometryDecodingError) -> TileRect {
    var position = 0
    var (x, y): (Int64, Int64) = (0, 0)
    var partStart = vertices.count
    var isOpen = false  // a MoveTo was read and its part has not ended
    var degenerate: String?
    let firstVertex = vertices.count
    let limit = extent << 6

    while position < commands.count {
      let command = commands[position]
      let count = Int(command >> 3)
      position += 1
      switch command & 7 {
      case 1, 2:
        let moves = command & 7 == 1
        let name = moves ? "MoveTo" : "LineTo"
        guard count > 0 else { throw broken("a \(name) for no points") }
        guard count <= (commands.count - position) / 2 else {
          throw broken("a \(name) for \(count) points, and \((commands.count - position) / 2) follow")
        }
        if moves {
          guard kind == .point || count == 1 else { throw broken("a MoveTo for \(count) points where one is wanted") }
          if isOpen { try endPart(kind, isClosed: false, partStart, vertices.count, &partEnds, &degenerate) }
          partStart = vertices.count
          isOpen = true
        } else {
          guard isOpen else { throw broken("a LineTo without a MoveTo before it") }
          guard kind != .point else { throw broken("a LineTo in a point") }
        }
        for _ in 0..<count {
          x += Self.signed(commands[position])
          y += Self.signed(commands[position + 1])
          position += 2
          guard x == Int64(Int32(truncatingIfNeeded: x)), y == Int64(Int32(truncatingIfNeeded: y)) else {
            throw broken("a coordinate beyond 32 bits")
          }
          if abs(x) > limit || abs(y) > limit { degenerate = "a coordinate more than 64 tiles away" }
          vertices.append(SIMD2(scaled(x), scaled(y)))
          if kind == .point { partEnds.append(Int32(vertices.count)) }
        }
      case 7:
        // Version 1 did not define the count of a line's ClosePath, and encoders wrote 0.
        guard count == 1 || (kind == .line && closesLines) else { throw broken("a ClosePath for \(count) points") }
        guard isOpen else { throw broken("a ClosePath without a MoveTo before it") }
        guard kind == .polygon || (kind == .line && closesLines) else { throw broken("a ClosePath in a \(kind)") }
        if kind == .line { vertices.append(vertices[partStart]) }
        try endPart(kind, isClosed: true, partStart, vertices.count, &partEnds, &degenerate)
        isOpen = false
      default:
        throw broken("an unknown command, \(command & 7)")
      }
    }
    if isOpen, kind != .point { try endPart(kind, isClosed: false, partStart, vertices.count, &partEnds, &degenerate) }
    if let degenerate { throw GeometryDecodingError(reason: degenerate, isRecoverable: true) }
    guard vertices.count > firstVertex else { throw GeometryDecodingError(reason: "it has no geometry", isRecoverable: true) }

    var low = vertices[firstVertex]
    var high = low
    for index in firstVertex..<vertices.count {
      low = pointwiseMin(low, vertices[index])
      high = pointwiseMax(high, vertices[index])
    }
    return TileRect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }

  private func endPart(
    _ kind: VectorFeature.Kind, isClosed: Bool, _ start: Int, _ end: Int, _ partEnds: inout [Int32],
    _ degenerate: inout String?
  ) throws(GeometryDecodingError) {
    switch kind {
    case .point: return
    case .line:
      if end - start < 2 { degenerate = "a line of one point" }
    case .polygon:
      guard isClosed else { throw broken("a ring that is not closed") }
      if end - start < 3 { degenerate = "a ring of fewer than 3 points" }
    }
    partEnds.append(Int32(end))
  }

  private func broken(_ reason: String) -> GeometryDecodingError {
    GeometryDecodingError(reason: reason, isRecoverable: false)
  }

  /// Returns the signed number that a zigzag number stands for: 0, −1, 1, −2, … for 0, 1, 2, 3, …
  private static func signed(_ parameter: UInt32) -> Int64 {
    Int64(parameter >> 1) ^ -Int64(parameter & 1)
  }

  /// Returns a length in the units of the file as a length in the units of the vertices, rounded to nearest.
  ///
  /// If `value` increases by the tile's width in the file, the result therefore increases by exactly the
  /// tile's width.
  private func scaled(_ value: Int64) -> Int32 {
    guard isScaled else { return Int32(clamping: value) }
    let numerator = (value << Int64(bits)) + extent / 2  // < 2^48
    let quotient = numerator / extent
    return Int32(clamping: quotient * extent > numerator ? quotient - 1 : quotient)
  }
}
