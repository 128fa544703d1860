import CartoucheImages
import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

/// What a demo of 640 × 400 shows when fingers have done what a test says and everything has come to rest.
private struct Session {
  private var events = ""
  private var finger = 0

  private mutating func report(_ milliseconds: Int, _ rows: [(code: String, value: Int)]) {
    let time = "\(milliseconds / 1000).\(String(1000 + milliseconds % 1000).dropFirst())000"
    for row in rows { events += "E: \(time) 0003 \(row.code) \(row.value)\n" }
    events += "E: \(time) 0000 0000 0\n"
  }

  /// A finger that is laid down at a moment and lifted a little later.
  mutating func tap(_ x: Int, _ y: Int, at milliseconds: Int) {
    drag([(x, y)], at: milliseconds)
  }

  /// One that goes from place to place, and rests before it is lifted, so that nothing is thrown.
  mutating func drag(_ places: [(x: Int, y: Int)], at milliseconds: Int) {
    finger += 1
    for (index, place) in places.enumerated() {
      let goesDown = index == 0 ? [(code: "0039", value: finger)] : []
      report(milliseconds + index * 100, goesDown + [("0035", place.x), ("0036", place.y)])
    }
    report(milliseconds + (places.count - 1) * 300 + 80, [("0039", -1)])
  }

  /// Two fingers that are laid down and lifted together.
  mutating func tapWithTwo(_ x: Int, _ y: Int, at milliseconds: Int) {
    let ids = (finger + 1, finger + 2)
    finger += 2
    report(
      milliseconds,
      [
        ("002f", 0), ("0039", ids.0), ("0035", x - 40), ("0036", y), ("002f", 1), ("0039", ids.1), ("0035", x + 40), ("0036", y),
      ])
    report(milliseconds + 80, [("0039", -1), ("002f", 0), ("0039", -1)])
  }

  func image(of demo: String) throws -> Image {
    let panel = """
      N: test panel
      P: 02 00 00 00 00 00 00 00
      A: 2f 0 9 0 0
      A: 35 0 639 0 0
      A: 36 0 399 0 0
      A: 39 0 65535 0 0
      E: 0.000000 0000 0000 0

      """
    return try withScratchFolder { folder in
      try Data((panel + events).utf8).write(to: folder.appending(path: "fingers.evemu"))
      let outcome = try cartouche(
        ["demo", demo, "--size", "640x400", "--replay", "fingers.evemu", "--dump-frame", "last.png"], in: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      return try PNG.decode([UInt8](Data(contentsOf: folder.appending(path: "last.png"))))
    }
  }

  static func image(of demo: String, _ fingers: (inout Session) -> Void = { _ in }) throws -> Image {
    var session = Session()
    fingers(&session)
    return try session.image(of: demo)
  }
}

/// The demo of portals: five that are shown, one that is nowhere, and one of which not everything is known. A metre is .587 points wide.
@Suite("Fingers on the demo of portals")
struct PortalSessionTests {
  private static let virus = (x: 596, y: 24)
  /// 12 m north and 20 m west of the middle.
  private static let heron = (x: 308, y: 217)

  @Test("P12, P13, P17: unarmed, a tap leads to the portal's kind and place; back from there, a second tap leads there again")
  func detail() throws {
    let again = try Session.image(of: "portals") { fingers in
      fingers.tap(Self.heron.x, Self.heron.y, at: 100)
      fingers.tap(40, 24, at: 1500)
      fingers.tap(Self.heron.x, Self.heron.y, at: 3000)
    }
    try expectFrame(again, matches: "session-portal")
  }

  @Test("P13: asked with the virus armed, [Cancel] leaves it armed, and [Confirm] does not")
  func answers() throws {
    func session(answer row: Int) throws -> Image {
      try Session.image(of: "portals") { fingers in
        fingers.tap(Self.virus.x, Self.virus.y, at: 100)
        fingers.tap(Self.heron.x, Self.heron.y, at: 1000)
        fingers.tap(320, row, at: 2000)
      }
    }
    try expectFrame(session(answer: 363), matches: "session-armed")
    try expectFrame(session(answer: 300), matches: "session-portals")
  }

  @Test("P3, P13: with the virus armed a portal within 40 metres of the map's middle asks, and one beyond does nothing")
  func range() throws {
    // Ten points to the left the map's middle is 39 m from the portal, thirteen 43 m.
    func session(points: Int) throws -> Image {
      try Session.image(of: "portals") { fingers in
        fingers.tap(Self.virus.x, Self.virus.y, at: 100)
        fingers.drag([(400, 340), (370, 340), (400 - points, 340), (400 - points, 340)], at: 1000)
        fingers.tap(Self.heron.x - points, Self.heron.y, at: 3000)
      }
    }
    try expectFrame(session(points: 10), matches: "session-sheet")
    try expectFrame(session(points: 13), matches: "session-beyond")
  }

  @Test("P7, P9: a portal of which not everything is known is neither drawn nor there to touch")
  func incomplete() throws {
    try expectFrame(Session.image(of: "portals") { $0.tap(355, 201, at: 100) }, matches: "session-portals")
  }

  @Test("P9: nothing lies at (0, 0)")
  func nowhere() throws {
    // From so far away that all of the world is 512 points wide: 122° are 174 of them, and 37.3° of latitude 57.
    let touched = try Session.image(of: "portals") { fingers in
      for index in 0..<20 { fingers.tapWithTwo(320, 224, at: 100 + index * 600) }
      fingers.tap(320 + 174, 224 + 57, at: 14_000)
    }
    try expectFrame(touched, matches: "session-world")
  }
}

/// The demo of a track: the map of a state, a button over it, and a callout that leads on.
@Suite("Fingers on the demo of a track")
struct TrackSessionTests {
  /// Whether the red of the pin's head is where it is when its point is at `place`.
  private func hasPin(_ image: Image, at place: (x: Int, y: Int)) -> Bool {
    (-3...3).contains { dx in
      let pixel = image.storage.pixels[(place.y - 26) * 640 + place.x + dx]
      return pixel >> 16 & 255 > 150 && pixel >> 8 & 255 < 90 && pixel & 255 < 90
    }
  }

  @Test(
    "M3, M5: MyLocation brings 39.9, 116.38 to the middle with 400 m once: a pan after it stays, and pressed again it goes there again"
  )
  func myLocation() throws {
    func session(again: Bool) throws -> Image {
      try Session.image(of: "track") { fingers in
        fingers.tap(320, 370, at: 100)
        fingers.drag([(320, 170), (260, 170), (200, 170), (200, 170)], at: 4000)
        if again { fingers.tap(320, 370, at: 8000) }
      }
    }
    let panned = try session(again: false)
    #expect(hasPin(panned, at: (200, 224)) && !hasPin(panned, at: (320, 224)))
    let there = try session(again: true)
    #expect(hasPin(there, at: (320, 224)))
    try expectFrame(there, matches: "session-location")
  }

  @Test("M3: with the span that there is, once the map has told one")
  func span() throws {
    let there = try Session.image(of: "track") { fingers in
      fingers.drag([(320, 170), (260, 170), (200, 170), (200, 170)], at: 100)
      fingers.tap(320, 370, at: 3000)
    }
    #expect(hasPin(there, at: (320, 224)))
    // At the zoom of before, all of the track is seen to the right of the pin.
    let row = (0..<640).filter { there.storage.pixels[224 * 640 + $0] & 0xff_ffff == 0xff0000 }
    #expect(row.count > 220 && row.count < 250 && (row.last ?? 0) < 560)
  }

  @Test("M6, M7, M8: a pin, its callout with text and (i), the screen behind that, and back from there with the flag cleared")
  func callout() throws {
    func session(andAgain: Bool) throws -> Image {
      try Session.image(of: "track") { fingers in
        fingers.tap(211, 200, at: 100)
        fingers.tap(Self.detail.x, Self.detail.y, at: 1500)
        fingers.tap(40, 24, at: 3000)
        if andAgain { fingers.tap(Self.detail.x, Self.detail.y, at: 4500) }
      }
    }
    try expectFrame(session(andAgain: false), matches: "session-callout")
    try expectFrame(session(andAgain: true), matches: "session-detail")
  }

  /// The callout's (i).
  private static let detail = (x: 259, y: 313)
}

@Suite("Fingers on the demo of a carousel")
struct CarouselSessionTests {
  @Test("K10: a tap on the front card turns it round, and one on a card beside it, where that is seen, brings that to the front")
  func taps() throws {
    try expectFrame(Session.image(of: "carousel") { $0.tap(220, 190, at: 100) }, matches: "session-card-turned")
    try expectFrame(Session.image(of: "carousel") { $0.tap(60, 200, at: 100) }, matches: "session-card-beside")
  }
}
