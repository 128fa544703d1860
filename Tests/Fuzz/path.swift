import CartoucheRaster

/// Fills any path: flattening, clipping to the screen, and coverage.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  var input = FuzzInput(start, count)
  let rule: FillRule = input.byte() & 1 == 0 ? .nonZero : .evenOdd
  let transform = input.transform()
  var list = DisplayList()
  list.fill(input.path(), rule: rule, with: .color(Color(red: 10, green: 90, blue: 200, alpha: 128)), transform: transform)
  drawTwice(list)
  return 0
}
