import Cartouche

/// The list of `cartouche bench list`: ten thousand departures in rows that are reused.
@MainActor
final class DepartureList: ListDataSource {
  let list: List

  init(size: PixelSize) {
    let frame = Rect(x: 0, y: 0, width: Scalar(size.width), height: Scalar(size.height))
    list = List(frame: frame, theme: .standard)
    list.register("departure") { LabelRow(theme: $0) }
    list.dataSource = self
  }

  nonisolated func list(_ list: List, numberOfRowsInSection section: Int) -> Int { 10_000 }

  nonisolated func list(_ list: List, rowAt indexPath: List.IndexPath) -> ListRow {
    let row = list.dequeueReusableRow(withIdentifier: "departure")
    if let row = row as? LabelRow {
      row.title = "Tram \(indexPath.row % 12 + 1) to \(["Harbour", "Old Town", "Airport"][indexPath.row % 3])"
      row.subtitle = "Departs in \(indexPath.row % 60) min"
    }
    return row
  }
}
