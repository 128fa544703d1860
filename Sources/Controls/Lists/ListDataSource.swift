public import CartoucheRaster

/// An object that supplies the sections and rows of a ``List``, like UIKit's `UITableViewDataSource`.
///
///     final class Stops: ListDataSource {
///       var stops: [Stop] = []
///       func list(_ list: List, numberOfRowsInSection section: Int) -> Int { stops.count }
///       func list(_ list: List, rowAt indexPath: List.IndexPath) -> ListRow {
///         let row = list.dequeueReusableRow(withIdentifier: "stop")
///         (row as? LabelRow)?.title = stops[indexPath.row].name
///         return row
///       }
///     }
///
/// The numbers and heights are asked for when the data is loaded. The rows are asked for when they become
/// visible.
public protocol ListDataSource: AnyObject {
  /// Returns the number of sections. The default implementation returns 1.
  func numberOfSections(in list: List) -> Int

  /// Returns the number of rows in a section.
  func list(_ list: List, numberOfRowsInSection section: Int) -> Int

  /// Returns the row for a position. Take the row from ``List/dequeueReusableRow(withIdentifier:)``.
  func list(_ list: List, rowAt indexPath: List.IndexPath) -> ListRow

  /// Returns the height of a row, in points. The default implementation returns ``List/rowHeight``.
  func list(_ list: List, heightForRowAt indexPath: List.IndexPath) -> Scalar

  /// Returns the title of a section; nil for no header. The default implementation returns nil.
  func list(_ list: List, titleForHeaderInSection section: Int) -> String?
}

extension ListDataSource {
  public func numberOfSections(in list: List) -> Int { 1 }
  public func list(_ list: List, heightForRowAt indexPath: List.IndexPath) -> Scalar { list.rowHeight }
  public func list(_ list: List, titleForHeaderInSection section: Int) -> String? { nil }
}
