import CartoucheImages
import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

/// A sequence of touches on a demo of 640 × 400 pixels, replayed until nothing moves any more.
private struct Session {
  private var events = ""
  private var finger = 0

  private mutating func report(_ milliseconds: Int, _ rows: [(code: String, value: Int)]) {
    let time = "\(milliseconds / 1000).\(String(1000 + milliseconds % 1000).dropFirst())000"
    for row in rows { events += "E: \(time) 0003 \(row.code) \(row.value)\n" }
    events += "E: \(time) 0000 0000 0\n"
  }

  /// Adds a tap of one finger.
  mutating func tap(_ x: Int, _ y: Int, at milliseconds: Int) {
    drag([(x, y)], at: milliseconds)
  }

  /// Adds a drag of one finger, which rests before it is lifted, so that nothing is thrown.
  mutating func drag(_ positions: [(x: Int, y: Int)], at milliseconds: Int) {
    finger += 1
    for (index, position) in positions.enumerated() {
      let touchDown = index == 0 ? [(code: "0039", value: finger)] : []
      report(milliseconds + index * 100, touchDown + [("0035", position.x), ("0036", position.y)])
    }
    report(milliseconds + (positions.count - 1) * 300 + 80, [("0039", -1)])
  }

  /// Adds a tap of two fingers.
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

  /// Returns the last frame of the demo after the touches.
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

/// The demo has five visible portals, one at (0, 0), and an incomplete one. A meter is 0.587 points wide.
@Suite("Touches on the portals demo")
struct PortalSessionTests {
  private static let virus = (x: 596, y: 24)
  /// The portal 12 m north and 20 m west of the center.
  private static let heron = (x: 308, y: 217)

  @Test("P12, P13, P17: without the virus, a tap on a portal shows its kind and coordinate, also a second time")
  func detail() throws {
    let again = try Session.image(of: "portals") { fingers in
      fingers.tap(Self.heron.x, Self.heron.y, at: 100)
      fingers.tap(40, 24, at: 1500)
      fingers.tap(Self.heron.x, Self.heron.y, at: 3000)
    }
    try expectFrame(again, matches: "session-portal")
  }

  @Test("P13: in the confirmation sheet, Cancel keeps the virus armed, and Confirm disarms it")
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

  @Test("P3, P13: with the virus armed, a portal within 40 meters of the map's center asks, and one farther away does nothing")
  func range() throws {
    // After a pan by 10 points the map's center is 39 m from the portal, after 13 points 43 m.
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

  @Test("P7, P9: an incomplete portal is neither drawn nor touchable")
  func incomplete() throws {
    try expectFrame(Session.image(of: "portals") { $0.tap(355, 201, at: 100) }, matches: "session-portals")
  }

  @Test("P9: centered is no portal at (0, 0)")
  func nullIsland() throws {
    // At zoom 0 the world is 512 points wide: 122° of longitude are 174 points, and 37.3° of latitude are 57.
    let touched = try Session.image(of: "portals") { fingers in
      for index in 0..<20 { fingers.tapWithTwo(320, 224, at: 100 + index * 600) }
      fingers.tap(320 + 174, 224 + 57, at: 14_000)
    }
    try expectFrame(touched, matches: "session-world")
  }
}

/// The demo has a map that follows a state, a button over it, and a callout with a detail button.
@Suite("Touches on the track demo")
struct TrackSessionTests {
  /// Whether the image has the red head of a pin whose tip is at `tip`.
  private func hasPin(_ image: Image, at tip: (x: Int, y: Int)) -> Bool {
    (-3...3).contains { dx in
      let pixel = image.storage.pixels[(tip.y - 26) * 640 + tip.x + dx]
      return pixel >> 16 & 255 > 150 && pixel >> 8 & 255 < 90 && pixel & 255 < 90
    }
  }

  @Test(
    "M3, M5: MyLocation centers the map on 39.9, 116.38 with 400 m once, keeps later pans, and centers again when tapped again"
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
    let centered = try session(again: true)
    #expect(hasPin(centered, at: (320, 224)))
    try expectFrame(centered, matches: "session-location")
  }

  @Test("M3: MyLocation keeps the map's span once the map has reported one")
  func span() throws {
    let centered = try Session.image(of: "track") { fingers in
      fingers.drag([(320, 170), (260, 170), (200, 170), (200, 170)], at: 100)
      fingers.tap(320, 370, at: 3000)
    }
    #expect(hasPin(centered, at: (320, 224)))
    // At the previous zoom, the whole track is visible to the right of the pin.
    let row = (0..<640).filter { centered.storage.pixels[224 * 640 + $0] & 0xff_ffff == 0xff0000 }
    #expect(row.count > 220 && row.count < 250 && (row.last ?? 0) < 560)
  }

  @Test("M6, M7, M8: a pin's callout has text and a detail button, which shows another screen, also after going back")
  func callout() throws {
    func session(again: Bool) throws -> Image {
      try Session.image(of: "track") { fingers in
        fingers.tap(211, 200, at: 100)
        fingers.tap(Self.detail.x, Self.detail.y, at: 1500)
        fingers.tap(40, 24, at: 3000)
        if again { fingers.tap(Self.detail.x, Self.detail.y, at: 4500) }
      }
    }
    try expectFrame(session(again: false), matches: "session-callout")
    try expectFrame(session(again: true), matches: "session-detail")
  }

  /// The detail button of the callout.
  private static let detail = (x: 259, y: 313)
}

@Suite("Touches on the carousel demo")
struct CarouselSessionTests {
  @Test("K10: a tap on the front card flips it, and a tap on the visible part of another card brings that one to the front")
  func taps() throws {
    try expectFrame(Session.image(of: "carousel") { $0.tap(220, 190, at: 100) }, matches: "session-card-turned")
    try expectFrame(Session.image(of: "carousel") { $0.tap(60, 200, at: 100) }, matches: "session-card-beside")
  }
}
