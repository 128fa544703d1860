/// Kept coverages made ready for one item: where they come from and how the screen's pixels map to them.
struct PreparedMask: BitwiseCopyable {
}

extension Workbench {
  /// Makes the mask of `item` ready and sets its bounds.
  ///
  /// - Returns: false if nothing can be seen of it.
  mutating func prepareMask(of item: DisplayList.Item, in prepared: inout PreparedItem, size: PixelSize) -> Bool {
    false
  }

  /// Hands the coverages of `item` in `rect` to `lay`, row by row.
  func compose(
    mask item: UnsafePointer<PreparedItem>, in rect: PixelRect, owner: UnsafePointer<Workbench>, laying lay: inout SpanLayer
  ) {
  }
}
