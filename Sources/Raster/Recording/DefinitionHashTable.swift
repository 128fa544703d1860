/// A hash table of the numbers of a recording's definitions.
///
/// The standard library's dictionary computes its size in floating point, which the core must not use.
struct DefinitionHashTable {
  private var hashes: [UInt32] = []
  /// The slots of the hash table.
  ///
  /// A used slot contains the number of a definition plus one. The definition's slot is at its hash or, if
  /// that slot is used, the next free one. A free slot contains 0. The number of slots is a power of two, and
  /// at most half of them are used.
  private var slots = [UInt32](repeating: 0, count: 16)

  var count: Int { hashes.count }

  /// Returns the number of the definition that was added with this hash and for which `isSame` returns true.
  ///
  /// - Parameter probes: Increased by the number of slots examined. The number is large if somebody chose the
  ///   hashes to collide.
  func number(hash: UInt32, probes: inout Int64, isSame: (_ number: Int) -> Bool) -> Int? {
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let number = Int(truncatingIfNeeded: slots[slot]) &- 1
      probes &+= 1
      if hashes[number] == hash && isSame(number) { return number }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  /// Gives the next number to a definition with this hash.
  mutating func add(hash: UInt32) {
    hashes.append(hash)
    if hashes.count &* 2 > slots.count {
      slots = [UInt32](repeating: 0, count: slots.count &* 2)
      for number in 0..<hashes.count { put(number) }
    } else {
      put(hashes.count &- 1)
    }
  }

  private mutating func put(_ number: Int) {
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hashes[number]) & mask
    while slots[slot] != 0 { slot = (slot &+ 1) & mask }
    slots[slot] = UInt32(truncatingIfNeeded: number &+ 1)
  }
}

/// The numbers of definitions that are compared by their bytes in the recording.
struct RecordedByteRanges {
  private var numbers = DefinitionHashTable()
  private var ranges: [Range<Int>] = []
  private let checksum = CRC32()

  var count: Int { ranges.count }

  /// The cost of the last query: slots examined plus bytes compared.
  private(set) var steps: Int64 = 0

  mutating func number(of range: Range<Int>, in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { number(of: range, in: $0) }
  }

  /// Returns the number of the definition written in `range` of `bytes`, or nil if the definition is new.
  ///
  /// A new definition gets the next number.
  mutating func number(of range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int? {
    let own = UnsafeRawBufferPointer(rebasing: bytes[range])
    let hash = checksum.sum(of: own)
    var (probes, compared): (Int64, Int64) = (0, 0)
    let known = numbers.number(hash: hash, probes: &probes) { number in
      if ranges[number].count != range.count { return false }
      compared &+= Int64(range.count)
      return UnsafeRawBufferPointer(rebasing: bytes[ranges[number]]).elementsEqual(own)
    }
    steps = probes &+ compared
    if let known { return known }
    numbers.add(hash: hash)
    ranges.append(range)
    return nil
  }
}
