import CartoucheRaster

/// Strokes any path with any style.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  var input = FuzzInput(start, count)
  let kinds = input.byte()
  let style = StrokeStyle(
    width: input.scalar(), cap: LineCap(rawValue: kinds & 3) ?? .round, join: LineJoin(rawValue: kinds >> 2 & 3) ?? .round,
    miterLimit: input.scalar(), dashes: (0..<(kinds >> 4 & 3)).map { _ in input.scalar() }, dashPhase: input.scalar())
  let transform = input.transform()
  var list = DisplayList()
  list.stroke(input.path(), style: style, with: .color(Color(red: 200, green: 90, blue: 10, alpha: 128)), transform: transform)
  drawTwice(list)
  return 0
}
