/// A run of consecutive elements of an array, by index.
struct IndexSpan: BitwiseCopyable {
  var start: Int32 = 0
  var count: Int32 = 0

  /// The index after the last element.
  @inline(__always)
  var end: Int { Int(start &+ count) }
}

/// Groups elements by bin in one array and keeps their order within each bin.
///
/// An element may be in several neighboring bins and may take several slots in each. The function first
/// counts the slots that each bin needs. It then lays the bins out one after the other, and fills the bins.
///
/// - Parameters:
///   - elementCount: The number of elements.
///   - bins: Memory for `binCount` bins. Afterwards each is the span of the array that was filled for it.
///   - start: The array index at which the first bin begins.
///   - binRange: Returns the first and the last bin of an element. If the last bin is before the first, the
///     element is in no bin.
///   - size: Returns the number of slots that an element takes in each of its bins.
///   - reserve: Makes room for a number of slots from `start` on and returns the array's memory.
///   - insert: Writes an element at the end of a bin and adds what it took to the bin's count.
/// - Complexity: Two passes over the elements; allocates nothing itself.
@inline(__always)
func countingSort<Element>(
  _ elementCount: Int, into bins: UnsafeMutablePointer<IndexSpan>, count binCount: Int, from start: Int,
  binRange: (_ element: Int) -> (first: Int, last: Int), size: (_ element: Int) -> Int32,
  reserve: (_ slots: Int) -> UnsafeMutablePointer<Element>,
  insert: (_ element: Int, _ slots: UnsafeMutablePointer<Element>, _ bin: UnsafeMutablePointer<IndexSpan>) -> Void
) {
  for bin in 0..<binCount { bins[bin] = IndexSpan() }
  for element in 0..<elementCount {
    let (first, last) = binRange(element)
    let size = size(element)
    var bin = first
    while bin <= last {
      bins[bin].count &+= size
      bin &+= 1
    }
  }
  var next = start
  for bin in 0..<binCount {
    bins[bin].start = Int32(truncatingIfNeeded: next)
    next &+= Int(bins[bin].count)
    bins[bin].count = 0
  }
  let slots = reserve(next &- start)
  for element in 0..<elementCount {
    let (first, last) = binRange(element)
    var bin = first
    while bin <= last {
      insert(element, slots, bins + bin)
      bin &+= 1
    }
  }
}
