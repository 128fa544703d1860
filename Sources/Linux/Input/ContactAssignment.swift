/// Finds out which finger of a report is which finger of the previous report, for devices that report fingers
/// without ids.
///
/// The assignment has the smallest sum of squared distances, as that of the kernel's `input_mt_assign_slots`.
/// A finger cannot be farther than ``farthest`` from the position in the previous report. So a finger that
/// lifts and another that lands elsewhere in the same report are two contacts.
package enum ContactAssignment {
  /// A position in 4096ths of the panel's width and height.
  package struct Position: Hashable, Sendable {
    package var x: Int64
    package var y: Int64

    package init(x: Int64, y: Int64) {
      (self.x, self.y) = (x, y)
    }

    init(x: Int32, y: Int32, in capabilities: TouchCapabilities) {
      self.init(x: Self.scaled(x, capabilities.x), y: Self.scaled(y, capabilities.y))
    }

    private static func scaled(_ value: Int32, _ range: AxisRange) -> Int64 {
      let length = max(Int64(range.maximum) - Int64(range.minimum), 1)
      return (Int64(range.clamp(value)) - Int64(range.minimum)) * 4096 / length  // 0...4096
    }
  }

  /// The longest movement between two reports: a quarter of the panel's width or height.
  ///
  /// Panels report 60 times a second or more, so a faster movement is faster than a hand.
  package static let farthest: Int64 = 1024

  /// Returns, for each finger of a report, the index of the same finger in the previous report.
  ///
  /// - Returns: nil for a finger that has just landed.
  package static func previous(of fingers: [Position], among previous: [Position]) -> [Int?] {
    // A finger that stays in place of a lift and a landing must be cheaper than these, if it is near enough.
    let landing = farthest * farthest
    let size = fingers.count + previous.count
    let costs = (0..<size).map { row in
      (0..<size).map { column -> Int64 in
        switch (row < fingers.count, column < previous.count) {
        case (true, true):
          let (dx, dy) = (fingers[row].x - previous[column].x, fingers[row].y - previous[column].y)
          let distance = dx * dx + dy * dy
          return distance <= landing ? distance : landing * 1024
        case (true, false), (false, true): return landing
        case (false, false): return 0
        }
      }
    }
    return assignment(costs).prefix(fingers.count).map { $0 < previous.count ? $0 : nil }
  }

  /// Returns the column of each row, with the smallest sum of costs, by the Hungarian method.
  ///
  /// - Source: H. W. Kuhn, "The Hungarian method for the assignment problem", 1955, in the form with
  ///   potentials of rows and columns, which takes size³ steps.
  private static func assignment(_ costs: [[Int64]]) -> [Int] {
    let size = costs.count
    // Row and column 0 are the start of each search.
    var rowPotentials = [Int64](repeating: 0, count: size + 1)
    var columnPotentials = rowPotentials
    var rowOfColumn = [Int](repeating: 0, count: size + 1)
    for row in 0..<size {
      rowOfColumn[0] = row + 1
      var column = 0
      var leastCosts = [Int64](repeating: .max, count: size + 1)
      var cameFrom = [Int](repeating: 0, count: size + 1)
      var isVisited = [Bool](repeating: false, count: size + 1)
      repeat {
        isVisited[column] = true
        let current = rowOfColumn[column]
        var (step, next) = (Int64.max, 0)
        for other in 1...size where !isVisited[other] {
          let cost = costs[current - 1][other - 1] - rowPotentials[current] - columnPotentials[other]
          if cost < leastCosts[other] { (leastCosts[other], cameFrom[other]) = (cost, column) }
          if leastCosts[other] < step { (step, next) = (leastCosts[other], other) }
        }
        for other in 0...size {
          if isVisited[other] {
            rowPotentials[rowOfColumn[other]] += step
            columnPotentials[other] -= step
          } else if leastCosts[other] != .max {
            leastCosts[other] -= step
          }
        }
        column = next
      } while rowOfColumn[column] != 0
      while column != 0 {
        rowOfColumn[column] = rowOfColumn[cameFrom[column]]
        column = cameFrom[column]
      }
    }
    var columns = [Int](repeating: 0, count: size)
    for column in 1..<(size + 1) { columns[rowOfColumn[column] - 1] = column - 1 }
    return columns
  }
}
