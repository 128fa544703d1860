import CartoucheControls
import CartoucheRaster
import CartoucheScene

/// A data source of numbered rows, which counts the rows that it makes.
final class NumberedRows: ListDataSource {
  /// The numbers of rows in the sections.
  var counts: [Int]
  var titles: [String?] = []
  var height: (List.IndexPath) -> Scalar = { _ in 60 }
  /// Changes a row before it is shown.
  var configure: (LabelRow, List.IndexPath) -> Void = { _, _ in }
  /// The number of rows that were made, and the number that were asked for.
  private(set) var (made, asked) = (0, 0)

  init(_ counts: Int...) { self.counts = counts }

  /// Shows the rows in a list.
  func attach(to list: List) {
    list.register("number") { [unowned self] theme in
      made += 1
      return LabelRow(theme: theme)
    }
    list.dataSource = self
  }

  func numberOfSections(in list: List) -> Int { counts.count }
  func list(_ list: List, numberOfRowsInSection section: Int) -> Int { counts[section] }
  func list(_ list: List, heightForRowAt indexPath: List.IndexPath) -> Scalar { height(indexPath) }
  func list(_ list: List, titleForHeaderInSection section: Int) -> String? {
    titles.indices.contains(section) ? titles[section] : nil
  }

  func list(_ list: List, rowAt indexPath: List.IndexPath) -> ListRow {
    asked += 1
    let row = list.dequeueReusableRow(withIdentifier: "number")
    if let row = row as? LabelRow {
      row.title = "Row \(indexPath.section).\(indexPath.row)"
      configure(row, indexPath)
    }
    return row
  }
}
