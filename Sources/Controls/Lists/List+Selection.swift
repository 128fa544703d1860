import CartoucheScene

// The selection of lists, and changes of their data.

extension List {
  // MARK: Selection

  /// Selects a row, and scrolls to it. If there is no such row, nothing happens.
  ///
  /// Unless ``allowsMultipleSelection`` is true, other rows are deselected. ``onSelect`` and ``onDeselect``
  /// are not called.
  ///
  /// - Parameters:
  ///   - indexPath: The position of the row.
  ///   - position: The place in the list at which the row comes to rest; nil to leave the list where it is.
  ///   - animated: Whether the list moves there.
  public final func selectRow(at indexPath: IndexPath, animated: Bool = false, scrollPosition position: ScrollPosition? = nil) {
    loadIfNeeded()
    guard geometry.index(of: indexPath) != nil else { return }
    if !allowsMultipleSelection { for other in selection where other != indexPath { deselectRow(at: other) } }
    selection.insert(indexPath)
    shownRow(at: indexPath)?.isSelected = true
    if let position { scrollToRow(at: indexPath, at: position, animated: animated) }
  }

  /// Deselects a row. ``onDeselect`` is not called.
  public final func deselectRow(at indexPath: IndexPath) {
    selection.remove(indexPath)
    shownRow(at: indexPath)?.isSelected = false
  }

  private func shownRow(at indexPath: IndexPath) -> ListRow? {
    guard let index = geometry.index(of: indexPath) else { return nil }
    return shownRows.first { $0.index == index }
  }

  func canPress(_ row: ListRow) -> Bool { allowsSelection && row.index != nil && row.list === self }

  /// Selects a row that was tapped.
  func select(_ row: ListRow) {
    guard allowsSelection, let path = indexPath(for: row) else { return }
    if allowsMultipleSelection, selection.contains(path) {
      deselectRow(at: path)
      onDeselect?(self, path)
      return
    }
    let deselected = allowsMultipleSelection ? [] : indexPathsForSelectedRows.filter { $0 != path }
    selectRow(at: path)
    for other in deselected { onDeselect?(self, other) }
    onSelect?(self, path)
  }

  // MARK: Changes

  /// Shows rows that the data source has added. The rows appear at once.
  ///
  /// - Parameter indexPaths: The positions that the rows have after the change.
  public final func insertRows(at indexPaths: [IndexPath]) {
    let inserted = indexPaths.sorted()
    selection = Set(
      selection.map { path in
        var path = path
        for other in inserted where other.section == path.section && other.row <= path.row { path.row += 1 }
        return path
      })
    reloadKeepingSelection()
  }

  /// Hides rows that the data source has removed. The rows disappear at once.
  ///
  /// - Parameter indexPaths: The positions that the rows had before the change.
  public final func deleteRows(at indexPaths: [IndexPath]) {
    let deleted = Set(indexPaths)
    selection = Set(
      selection.subtracting(deleted).map { path in
        let above = deleted.count { $0.section == path.section && $0.row < path.row }
        return IndexPath(row: path.row - above, section: path.section)
      })
    reloadKeepingSelection()
  }

  /// Asks the data source for rows again, and for their heights.
  public final func reloadRows(at indexPaths: [IndexPath]) {
    guard !indexPaths.isEmpty else { return }
    reloadData()
  }

  /// Loads the data after a change, before other changes are reported.
  private func reloadKeepingSelection() {
    reloadData()
    loadIfNeeded()
  }
}
