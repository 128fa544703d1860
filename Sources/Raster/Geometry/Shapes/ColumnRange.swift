/// A half-open range of columns of a row.
///
/// Unlike the bounds of `Range`, the bounds may cross. The range is then empty.
struct ColumnRange {
  var lower: Int
  var upper: Int
}
