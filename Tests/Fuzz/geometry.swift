import CartoucheMaps

/// Reads any bytes as the geometry of a vector tile's feature. It is rejected, or decoded as parts whose
/// vertices are within the bounds that the decoder returns, and whose winding is normalized.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  var input = FuzzInput(start, count)
  let kinds: [VectorFeature.Kind] = [.point, .line, .polygon]
  let kind = kinds[Int(input.byte() % 3)]
  let extents: [Int64] = [4096, 256, 512, 65536, 1 << 20, 1, 4095, 100_000]
  let extent = extents[Int(input.byte() & 7)]
  let bits: Int = (12...16).first { extent <= 1 << Int64($0) } ?? 16
  let decoder = GeometryDecoder(extent: extent, bits: bits, closesLines: input.byte() & 1 == 1)
  var commands: [UInt32] = []
  while !input.isAtEnd {
    // Most commands and distances are small, as in real tiles.
    let byte = input.byte()
    commands.append(byte < 0xfe ? UInt32(byte) : byte == 0xfe ? UInt32(input.number(UInt16.self)) : input.number(UInt32.self))
  }
  var vertices: [SIMD2<Int32>] = []
  var partEnds: [Int32] = []
  guard let bounds = try? decoder.decode(commands.span, as: kind, vertices: &vertices, partEnds: &partEnds) else { return 0 }
  precondition(Int(partEnds.last ?? 0) == vertices.count, "vertices without a part")
  let limit = Int64(64) << Int64(bits)
  var begin = 0
  for end in partEnds.map({ Int($0) }) {
    precondition(end - begin >= (kind == .point ? 1 : kind == .line ? 2 : 3), "a part with too few vertices")
    for vertex in vertices[begin..<end] {
      precondition(vertex.x >= bounds.minX && vertex.x <= bounds.maxX, "a vertex outside of the bounds")
      precondition(vertex.y >= bounds.minY && vertex.y <= bounds.maxY, "a vertex outside of the bounds")
      precondition(abs(Int64(vertex.x)) <= limit && abs(Int64(vertex.y)) <= limit, "a vertex too far away")
    }
    begin = end
  }
  guard kind == .polygon else { return 0 }
  RingWinding.normalize(&vertices, partEnds, 0..<partEnds.count)
  let normalized = vertices
  RingWinding.normalize(&vertices, partEnds, 0..<partEnds.count)
  precondition(vertices == normalized, "the winding of normalized rings changes")
  return 0
}
