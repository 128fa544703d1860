/// The numbers of things that a recording holds once, found again by what they are hashed to.
///
/// A table of its own: the standard library's computes its size in floating point, which the core does without.
struct RecordingIndex {
  private var hashes: [UInt32] = []
  /// Each thing's number plus one where its hash says, or the next free place after that; 0 is free. A power of two, at most half full.
  private var places = [UInt32](repeating: 0, count: 16)

  var count: Int { hashes.count }

  /// The number of what was added with this hash and `isSame`.
  ///
  /// - Parameter probes: grows by the places looked at: by many where somebody chose the hashes.
  func number(hash: UInt32, probes: inout Int64, isSame: (_ number: Int) -> Bool) -> Int? {
    let mask = places.count &- 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while places[place] != 0 {
      let number = Int(truncatingIfNeeded: places[place]) &- 1
      probes &+= 1
      if hashes[number] == hash && isSame(number) { return number }
      place = (place &+ 1) & mask
    }
    return nil
  }

  /// Gives the next number to what has this hash.
  mutating func add(hash: UInt32) {
    hashes.append(hash)
    if hashes.count &* 2 > places.count {
      places = [UInt32](repeating: 0, count: places.count &* 2)
      for number in 0..<hashes.count { put(number) }
    } else {
      put(hashes.count &- 1)
    }
  }

  private mutating func put(_ number: Int) {
    let mask = places.count &- 1
    var place = Int(truncatingIfNeeded: hashes[number]) & mask
    while places[place] != 0 { place = (place &+ 1) & mask }
    places[place] = UInt32(truncatingIfNeeded: number &+ 1)
  }
}

/// Things that are the same if their bytes in the recording are.
struct RecordedByteRanges {
  private var numbers = RecordingIndex()
  private var ranges: [Range<Int>] = []
  private let checksum = CRC32()

  var count: Int { ranges.count }

  /// What answering the last question took: places looked at and bytes compared.
  private(set) var steps: Int64 = 0

  mutating func number(of range: Range<Int>, in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { number(of: range, in: $0) }
  }

  /// The number of what is written in `range` of `bytes`; nil if it was not there before, and then it has the next number.
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
