import CartoucheRaster

/// The positions of the sections and rows of a list, in points from the top of the content.
///
/// Rows have one number for all sections, their index. Positions are found by binary search.
struct ListGeometry {
  /// A section: its header, and then its rows.
  struct Section {
    var title: String?
    var top: Scalar
    var headerHeight: Scalar
    var firstRow: Int
    var rowCount: Int
    var end: Scalar

    var rowsTop: Scalar { top + headerHeight }
  }

  /// The maximum number of sections, and of rows in all sections. Others are not shown.
  static var maximumCount: Int { 1 << 20 }

  private(set) var sections: [Section] = []
  /// The bottom edges of the rows.
  private var rowEnds: [Scalar] = []

  var height: Scalar { sections.last?.end ?? 0 }
  var rowCount: Int { rowEnds.count }

  /// Removes all sections, and keeps their memory.
  mutating func removeAll() {
    sections.removeAll(keepingCapacity: true)
    rowEnds.removeAll(keepingCapacity: true)
  }

  /// Adds a section below the others.
  mutating func addSection(title: String?, headerHeight: Scalar, rowCount: Int, rowHeight: (Int) -> Scalar) {
    guard sections.count < Self.maximumCount else { return }
    let count = min(max(rowCount, 0), Self.maximumCount - rowEnds.count)
    let header = title == nil ? 0 : max(headerHeight.roundedUp, 0)
    var section = Section(
      title: title, top: height, headerHeight: header, firstRow: rowEnds.count, rowCount: count, end: height + header)
    for row in 0..<count {
      section.end += max(rowHeight(row).roundedUp, 0)
      rowEnds.append(section.end)
    }
    sections.append(section)
  }

  /// Returns the index of a row; nil if there is no such row.
  func index(of path: List.IndexPath) -> Int? {
    guard sections.indices.contains(path.section), path.row >= 0, path.row < sections[path.section].rowCount else { return nil }
    return sections[path.section].firstRow + path.row
  }

  /// Returns the position of the row with an index of the list.
  func path(of index: Int) -> List.IndexPath {
    // The last section that begins at the row or before; sections without rows begin there too.
    let section = sections.partitioningIndex { $0.firstRow + $0.rowCount > index }
    return List.IndexPath(row: index - sections[section].firstRow, section: section)
  }

  /// Returns the top and bottom edges of a row.
  func span(of index: Int) -> (top: Scalar, bottom: Scalar) {
    let path = path(of: index)
    let top = path.row == 0 ? sections[path.section].rowsTop : rowEnds[index - 1]
    return (top, rowEnds[index])
  }

  /// Returns the rows that touch the stretch from `top` to `bottom`.
  func rows(from top: Scalar, to bottom: Scalar) -> Range<Int> {
    guard bottom > top else { return 0..<0 }
    let first = rowEnds.partitioningIndex { $0 > top }
    var end = first
    while end < rowEnds.count, span(of: end).top < bottom { end += 1 }
    return first..<end
  }

  /// Returns the sections that touch the stretch from `top` to `bottom`.
  func sections(from top: Scalar, to bottom: Scalar) -> Range<Int> {
    guard bottom > top else { return 0..<0 }
    let first = sections.partitioningIndex { $0.end > top }
    var end = first
    while end < sections.count, sections[end].top < bottom { end += 1 }
    return first..<end
  }
}

extension Array {
  /// Returns the index of the first element that satisfies `predicate`, if all elements after it do too.
  fileprivate func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
