/// A half-open range of columns of a row.
///
/// Unlike `Range`, its bounds may cross; then it is empty.
struct ColumnRange {
  var lower: Int
  var upper: Int
}
