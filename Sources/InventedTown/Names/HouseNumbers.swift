/// Numbers the houses along one edge of a block.
///
/// Numbers ascend from one end of the district to the other, in the same sense on both sides of a street:
/// odd numbers on one side and even ones on the other.
struct HouseNumbers {
  private let sense: PlanPoint
  private let start: Double
  private let spacing: Double
  private let isOdd: Bool
  private var last = -1
  private var letters = 0

  /// Creates the numbers of the houses along an edge that has the block to its right.
  ///
  /// - Parameters:
  ///   - direction: The unit vector along the edge.
  ///   - district: The plot at whose end the numbers begin.
  ///   - spacing: The length of street per number, in meters.
  init(along direction: PlanPoint, in district: LandPlot, spacing: Double) {
    isOdd = direction.x + 0.37 * direction.y > 0
    sense = isOdd ? direction : direction * -1
    start = district.span(along: sense).low
    self.spacing = spacing
  }

  /// Returns the number of the next house along the edge. Houses that share a number have letters.
  mutating func number(at point: PlanPoint) -> String {
    let index = Int(min(max((point.dot(sense) - start) / spacing, 0), 999))
    letters = index == last ? min(letters + 1, 6) : 0
    last = index
    let letter = letters == 0 ? "" : String(["a", "b", "c", "d", "e", "f"][letters - 1])
    return "\(2 * index + (isOdd ? 1 : 2))\(letter)"
  }
}
