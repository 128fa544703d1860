#if arch(x86_64)
  import CInstructions
  import Testing

  @Suite("Kernel for coverage by the nonzero rule")
  struct CoverageKernelTests {
    /// A whole pixel.
    private static let full: Int64 = 1 << 17

    /// Returns the coverages of four areas, each twice.
    private func weights(_ sums: SIMD4<Int32>) -> SIMD8<UInt16> {
      unsafeBitCast(cartouche_nonzero_weights(unsafeBitCast(sums, to: SIMD2<Int64>.self)), to: SIMD8<UInt16>.self)
    }

    /// Returns a coverage of 0…255, to nearest, twice.
    private func expected(_ sum: Int32) -> SIMD2<UInt16> {
      let area = min(Int64(sum.magnitude), Self.full)
      return SIMD2(repeating: UInt16((area * 510 + Self.full) / (Self.full * 2)))
    }

    @Test("areas of either sign up to two pixels, of large winding numbers, and at the ends of the number range")
    func areas() {
      let ends = [Int32.min, .min + 1, .max - 1, .max]
      let windings: [Int32] = (1...16_383).flatMap { (number: Int32) -> [Int32] in
        let area = number << 17
        return [area - 1, area, 1 - area, -area]
      }
      let areas: [Int32] = Array(-(1 << 18)...(1 << 18)) + ends + windings
      var faults = 0
      for index in areas.indices.dropLast(3) {
        let sums = SIMD4(areas[index], areas[index + 1], areas[index + 2], areas[index + 3])
        let found = weights(sums)
        for lane in 0..<4 where SIMD2(found[2 * lane], found[2 * lane + 1]) != expected(sums[lane]) { faults += 1 }
      }
      #expect(faults == 0)
    }
  }
#endif
