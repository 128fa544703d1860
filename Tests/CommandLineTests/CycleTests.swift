import Cartouche
import CartoucheCommandLine
import CartoucheTestSupport
import Foundation
import Testing

@MainActor
@Suite struct CycleTests {
  private let blue = Color(hex: 0x1864ab)
  private let green = Color(hex: 0x74b816)

  @Test("C8: the badge is a disc of 40 points, a pie from three o'clock, a hole of 24 points, and a centered number")
  func badge() throws {
    let badge = CycleBadge(fraction: 2, whole: 5, fractionColor: green, wholeColor: blue).image(fonts: .standard)
    try expectFrame(badge, matches: "badge")
    func pixel(_ x: Int, _ y: Int) -> UInt32 { badge.storage.pixels[y * 40 + x] & 0xff_ffff }
    #expect(badge.size == PixelSize(width: 40, height: 40))
    // Two fifths of a turn are 144°, so the pie covers the lower right but not the left.
    #expect(pixel(36, 21) == 0x74b816 && pixel(20, 36) == 0x74b816)
    #expect(pixel(36, 18) == 0x1864ab && pixel(3, 20) == 0x1864ab && pixel(20, 3) == 0x1864ab)
    #expect(pixel(9, 20) == 0xffffff && pixel(30, 20) == 0xffffff)
    #expect(badge.storage.pixels[0] == 0, "outside the disc the badge is transparent")
  }

  @Test("C9: fraction 0 has no pie, a full one covers the disc, an empty badge is transparent, and long numbers fit the hole")
  func oddBadges() throws {
    let none = CycleBadge(fraction: 0, whole: 4, fractionColor: green, wholeColor: blue).image(fonts: .standard)
    let full = CycleBadge(fraction: 4, whole: 4, fractionColor: green, wholeColor: blue).image(fonts: .standard)
    let nothing = CycleBadge(fraction: 0, whole: 0, fractionColor: green, wholeColor: blue).image(fonts: .standard)
    func has(_ image: Image, _ color: UInt32) -> Bool {
      (0..<1600).contains { image.storage.pixels[$0] & 0xff_ffff == color }
    }
    #expect(!has(none, 0x74b816) && has(none, 0x1864ab))
    #expect(has(full, 0x74b816) && full.storage.pixels[20 * 40 + 2] & 0xff_ffff == 0x74b816)
    #expect((0..<1600).allSatisfy { nothing.storage.pixels[$0] == 0 })
    for number in [100, 9999, 1_234_567] {
      let badge = CycleBadge(fraction: 0, whole: number, wholeColor: blue).image(fonts: .standard)
      // The number leaves the ring around the hole untouched.
      for angle in 0..<36 {
        let (sine, cosine) = (Angle.degrees(10) * angle).sineAndCosine
        let (x, y) = (Int(20 + 16 * Double(cosine)), Int(20 + 16 * Double(sine)))
        #expect(badge.storage.pixels[y * 40 + x] & 0xff_ffff == 0x1864ab)
      }
    }
  }

  @Test("C7: a cluster with a unicycle has a plain disc and low priority, others a pie and high priority; all show the total")
  func kinds() {
    let coordinate = Coordinate(latitude: 37.7, longitude: -122.4)
    func view(_ kinds: [RentalCycleAnnotation.Kind]) -> CycleClusterView {
      let cluster = ClusterAnnotation(memberAnnotations: kinds.map { RentalCycleAnnotation($0, at: coordinate) })
      let view = CycleClusterView(annotation: cluster, reuseIdentifier: nil)
      view.fonts = .standard
      view.prepareForDisplay()
      return view
    }
    let mixed = view([.bicycle, .unicycle, .tricycle])
    #expect(mixed.displayPriority == .defaultLow)
    let three = CycleBadge(fraction: 0, whole: 3, wholeColor: Color(hex: 0xd9480f)).image(fonts: .standard)
    #expect(mixed.image.map { FrameDifference(three, $0) == nil } == true, "the number counts all cycles")
    #expect(mixed.image.map { $0.storage.pixels[20 * 40 + 3] & 0xff_ffff } == 0xd9480f)
    let pie = view([.bicycle, .tricycle, .tricycle, .tricycle])
    #expect(pie.displayPriority == .defaultHigh)
    #expect(pie.image.map { $0.storage.pixels[3 * 40 + 20] & 0xff_ffff } == 0x1864ab, "the last quarter is the bicycle")
    #expect(pie.image.map { $0.storage.pixels[36 * 40 + 20] & 0xff_ffff } == 0x74b816)
    #expect(pie.collisionMode == .circle && pie.centerOffset == Point(x: 0, y: -10))
  }

  @Test("C1: cycles are decoded from a file; those without a type are unicycles")
  func decoded() throws {
    let text = #"{"region": [37.7, -122.4, 0.1, 0.2], "cycles": [{"lat": 1, "long": 2}, {"type": 2, "lat": 3, "long": 4}]}"#
    let data = try JSONDecoder().decode(RentalCycleData.self, from: Data(text.utf8))
    #expect(data.cycles.map(\.kind) == [.unicycle, .tricycle])
    #expect(data.cycles[1].coordinate == Coordinate(latitude: 3, longitude: 4))
    #expect(data.region.span.longitudeDelta == 0.2)
  }
}
