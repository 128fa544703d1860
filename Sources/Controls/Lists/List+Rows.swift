public import CartoucheRaster
import CartoucheScene

// The visible rows and headers of lists.

extension List {
  // MARK: Visible rows

  /// The visible rows, from top to bottom.
  public final var visibleRows: [ListRow] {
    layoutIfNeeded()
    return shownRows
  }

  /// The positions of the visible rows, from top to bottom.
  public final var indexPathsForVisibleRows: [IndexPath] {
    visibleRows.compactMap { $0.index.map { geometry.path(of: $0) } }
  }

  /// Returns the row at a position; nil if the row is not visible.
  public final func row(at indexPath: IndexPath) -> ListRow? {
    guard let index = geometry.index(of: indexPath) else { return nil }
    return visibleRows.first { $0.index == index }
  }

  /// Returns the position of a visible row; nil if the row is not visible in this list.
  public final func indexPath(for row: ListRow) -> IndexPath? {
    guard row.list === self, let index = row.index else { return nil }
    return geometry.path(of: index)
  }

  /// Returns the position of the row at a point in the space of the list; nil if there is no row.
  public final func indexPathForRow(at point: Point) -> IndexPath? {
    loadIfNeeded()
    let y = point.y - bounds.minY + exactOffset.y
    let rows = geometry.rows(from: y, to: y + Scalar(rawValue: 1))
    return rows.first.map { geometry.path(of: $0) }
  }

  /// Returns the rectangle of a row in the space of `contentLayer`; nil if there is no such row.
  public final func rectForRow(at indexPath: IndexPath) -> Rect? {
    loadIfNeeded()
    guard let index = geometry.index(of: indexPath) else { return nil }
    let (top, bottom) = geometry.span(of: index)
    return Rect(x: 0, y: top, width: contentLayer.bounds.width, height: bottom - top)
  }

  /// Scrolls until a row is visible. If there is no such row, nothing happens.
  ///
  /// - Parameters:
  ///   - indexPath: The position of the row.
  ///   - position: The place in the list at which the row comes to rest.
  ///   - animated: Whether the list moves there.
  public final func scrollToRow(at indexPath: IndexPath, at position: ScrollPosition = .none, animated: Bool) {
    layoutIfNeeded()
    guard let rect = rectForRow(at: indexPath) else { return }
    let pinned = sectionHeadersPinToVisibleBounds ? geometry.sections[indexPath.section].headerHeight : 0
    let top = rect.minY - contentInset.top - pinned
    let bottom = rect.maxY + contentInset.bottom - bounds.height
    let target: Scalar
    switch position {
    case .none:
      if top < exactOffset.y { target = top } else if bottom > exactOffset.y { target = bottom } else { return }
    case .top: target = top
    case .middle: target = (top + bottom) / 2
    case .bottom: target = bottom
    }
    setContentOffset(Point(x: exactOffset.x, y: vertical.clamped(target)), animated: animated)
  }

  // MARK: Updating

  private var visibleRange: Range<Int> {
    let top = contentOffset.y
    return geometry.rows(from: top, to: top + bounds.height)
  }

  /// Removes the rows that have left the visible part, and adds those that have entered it.
  final func updateRows() {
    guard !isAsking else { return }
    let range = visibleRange
    while let index = shownRows.first?.index, index < range.lowerBound || range.isEmpty { recycle(shownRows.removeFirst()) }
    while let index = shownRows.last?.index, index >= range.upperBound { recycle(shownRows.removeLast()) }
    guard let dataSource, !range.isEmpty else { return }
    isAsking = true
    defer { isAsking = false }
    while let first = shownRows.first?.index, first > range.lowerBound {
      shownRows.insert(makeRow(first - 1, from: dataSource), at: 0)
    }
    while let next = shownRows.last?.index.map({ $0 + 1 }) ?? range.first, next < range.upperBound {
      shownRows.append(makeRow(next, from: dataSource))
    }
  }

  private func makeRow(_ index: Int, from dataSource: any ListDataSource) -> ListRow {
    let path = geometry.path(of: index)
    var row = dataSource.list(self, rowAt: path)
    // A row can be at one position only.
    if row.index != nil { row = ListRow(theme: theme) }
    (row.list, row.index) = (self, index)
    (row.isSelected, row.isHighlighted) = (selection.contains(path), false)
    row.showsSeparator = showsSeparators && path.row + 1 < geometry.sections[path.section].rowCount
    place(row)
    if row.superlayer !== contentLayer { contentLayer.insertSublayer(row, at: 0) }
    row.isHidden = false
    return row
  }

  final func place(_ row: ListRow) {
    guard let index = row.index else { return }
    let (top, bottom) = geometry.span(of: index)
    let frame = Rect(x: 0, y: top, width: contentSize.width, height: bottom - top)
    if row.frame != frame { row.frame = frame }
  }

  private func recycle(_ row: ListRow) {
    row.cancelTracking()
    row.index = nil
    pool.put(row)
  }

  /// Hides all rows and headers, so that they can be reused.
  final func removeRows() {
    while let row = shownRows.popLast() { recycle(row) }
    while let header = shownHeaders.popLast() { recycle(header) }
  }

  // MARK: Headers

  /// Places the headers of the visible sections. The header of the topmost one sticks to the top.
  final func updateHeaders() {
    let top = contentOffset.y
    let range = geometry.sections(from: top, to: top + bounds.height)
    while let section = shownHeaders.first?.section, section < range.lowerBound || range.isEmpty {
      recycle(shownHeaders.removeFirst())
    }
    while let section = shownHeaders.last?.section, section >= range.upperBound { recycle(shownHeaders.removeLast()) }
    while let first = shownHeaders.first?.section, first > range.lowerBound {
      shownHeaders.insert(makeHeader(first - 1), at: 0)
    }
    while let next = shownHeaders.last?.section.map({ $0 + 1 }) ?? range.first, next < range.upperBound {
      shownHeaders.append(makeHeader(next))
    }
    for header in shownHeaders { place(header) }
  }

  private func makeHeader(_ section: Int) -> ListHeader {
    let header = spareHeaders.popLast() ?? ListHeader(theme: theme)
    header.section = section
    header.title = geometry.sections[section].title ?? ""
    header.isHidden = geometry.sections[section].headerHeight == 0
    return header
  }

  private func place(_ header: ListHeader) {
    guard let index = header.section, geometry.sections[index].headerHeight > 0 else { return }
    let section = geometry.sections[index]
    let edge = contentOffset.y + max(contentInset.top, 0)
    let isPinned = sectionHeadersPinToVisibleBounds && section.top < edge && section.end > edge
    var frame = Rect(x: 0, y: section.top, width: contentSize.width, height: section.headerHeight)
    if isPinned {
      // The next section pushes the header away.
      let y = min(edge, section.end - section.headerHeight) - contentOffset.y
      frame.origin = Point(x: bounds.minX - contentOffset.x, y: bounds.minY + y)
      // Above the content, and below the indicators.
      if header.superlayer !== self { insertSublayer(header, at: 1) }
    } else if header.superlayer !== contentLayer {
      contentLayer.addSublayer(header)
    }
    if header.frame != frame { header.frame = frame }
  }

  private func recycle(_ header: ListHeader) {
    header.section = nil
    header.isHidden = true
    spareHeaders.append(header)
  }
}
