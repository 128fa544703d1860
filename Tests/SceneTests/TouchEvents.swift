import CartoucheRaster
import CartoucheScene

/// An event of a finger; the time is in milliseconds.
func down(_ x: Scalar, _ y: Scalar = 0, id: Int = 1, ms: Int64 = 0) -> ContactEvent {
  .began(Contact(id: id, position: Point(x: x, y: y), time: Timestamp(nanoseconds: ms * 1_000_000)))
}

func move(_ x: Scalar, _ y: Scalar = 0, id: Int = 1, ms: Int64 = 0) -> ContactEvent {
  .moved(Contact(id: id, position: Point(x: x, y: y), time: Timestamp(nanoseconds: ms * 1_000_000)))
}

func up(_ x: Scalar, _ y: Scalar = 0, id: Int = 1, ms: Int64 = 0) -> ContactEvent {
  .ended(Contact(id: id, position: Point(x: x, y: y), time: Timestamp(nanoseconds: ms * 1_000_000)))
}

func cancel(_ x: Scalar, _ y: Scalar = 0, id: Int = 1, ms: Int64 = 0) -> ContactEvent {
  .cancelled(Contact(id: id, position: Point(x: x, y: y), time: Timestamp(nanoseconds: ms * 1_000_000)))
}
