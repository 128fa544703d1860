import CartoucheInventedTown
import CartoucheMaps
import Testing

@Suite struct TownDriveTests {
  private let drive = TownDrive.standard

  @Test("equal distances along the drive are equal distances on the ground, except at corners")
  func evenSteps() throws {
    for meters in stride(from: 0, to: Int(drive.length) - 1, by: 7) {
      let step = try #require(drive.coordinate(at: Double(meters)).distance(to: drive.coordinate(at: Double(meters) + 1)))
      #expect(step > 0.65 && step < 1.002, "at \(meters) m")
    }
  }

  @Test("positions beyond either end of the drive are its ends")
  func ends() {
    #expect(drive.coordinate(at: -50) == drive.coordinates.first)
    #expect(drive.coordinate(at: 1e9).distance(to: drive.coordinate(at: drive.length)) ?? 1 < 0.001)
  }

  @Test("the direction turns evenly at corners")
  func directions() {
    for meters in 0..<Int(drive.length) {
      let (a, b) = (drive.direction(at: Double(meters)), drive.direction(at: Double(meters) + 0.25))
      let (x, y) = (Double(a.east), Double(a.north))
      let cross = x * Double(b.north) - y * Double(b.east)
      let (sine, dot) = (cross / (x * x + y * y), x * Double(b.east) + y * Double(b.north))
      #expect(abs(sine) < 0.2 && dot > 0, "at \(meters) m")
    }
  }

  @Test("the turns come in order, name the next street, and end with the arrival at the last stop")
  func turns() {
    var streets: [String] = []
    for meters in 0..<Int(drive.length) where drive.turn(after: Double(meters)).street != streets.last {
      streets.append(drive.turn(after: Double(meters)).street)
    }
    #expect(streets == ["Beacon Street", "Curlew Avenue", "Linden Road", "Émeraude Avenue", "Blackthorn Grocers"])
    #expect(drive.turn(after: drive.length).maneuver == .arrive)
    #expect(drive.stops.map(\.distance) == drive.stops.map(\.distance).sorted())
    #expect(drive.stops.allSatisfy { $0.distance > 0 && $0.distance < drive.length })
  }
}
