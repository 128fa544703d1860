import CartoucheScene

/// The rows of a list that are not shown, by their reuse identifiers.
struct ListRowPool {
  private var makers: [String: (Theme) -> ListRow] = [:]
  private var rows: [String: [ListRow]] = [:]

  mutating func register(_ identifier: String, _ make: @escaping (Theme) -> ListRow) {
    makers[identifier] = make
    for row in rows.removeValue(forKey: identifier) ?? [] { row.removeFromSuperlayer() }
  }

  /// Returns a row that is not shown, or a new one.
  mutating func take(_ identifier: String, theme: Theme) -> ListRow {
    if let row = rows[identifier]?.popLast() {
      row.prepareForReuse()
      return row
    }
    let row = makers[identifier]?(theme) ?? LabelRow(theme: theme)
    row.reuseIdentifier = identifier
    return row
  }

  /// Keeps a row that is no longer shown. It stays a hidden sublayer of the list.
  mutating func put(_ row: ListRow) {
    guard let identifier = row.reuseIdentifier else { return row.removeFromSuperlayer() }
    row.isHidden = true
    rows[identifier, default: []].append(row)
  }

  mutating func setTheme(_ theme: Theme) {
    for row in rows.values.joined() { row.theme = theme }
  }

  var count: Int { rows.values.reduce(0) { $0 + $1.count } }
}
