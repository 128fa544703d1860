extension List {
  /// The position of a row in a list: its section, and its index in the section. This is UIKit's `IndexPath`.
  public struct IndexPath: Hashable, Comparable, Sendable, BitwiseCopyable {
    /// The index of the section in the list.
    public var section: Int
    /// The index of the row in its section.
    public var row: Int

    /// Creates the position of a row.
    public init(row: Int, section: Int = 0) {
      (self.section, self.row) = (section, row)
    }

    /// Returns whether the row at `a` is above the row at `b`.
    public static func < (a: IndexPath, b: IndexPath) -> Bool {
      (a.section, a.row) < (b.section, b.row)
    }
  }

  /// A position in the visible part of a list, to which a row is scrolled.
  public enum ScrollPosition: UInt8, Hashable, Sendable, CaseIterable {
    /// The row becomes visible after the smallest distance.
    case none
    /// The row is at the top of the list, below the header of its section.
    case top
    /// The row is in the middle of the list.
    case middle
    /// The row is at the bottom of the list.
    case bottom
  }
}
