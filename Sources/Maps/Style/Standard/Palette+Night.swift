import CartoucheRaster

extension Palette {
  /// Dark colors that do not blind at night: land nearly black, roads brighter the more important they are.
  static let night: Palette = {
    let halo = Color(hex: 0x14171d).withAlpha(0.9)
    return Palette(
      paper: Color(hex: 0x1c2027), water: Color(hex: 0x11263a), shore: Color(hex: 0x1f3f5a),
      wood: Color(hex: 0x1a2a22), grass: Color(hex: 0x1e2b24), farmland: Color(hex: 0x202424), wetland: Color(hex: 0x1a2c2e),
      sand: Color(hex: 0x2a2822), rock: Color(hex: 0x23262b), ice: Color(hex: 0x2b333b),
      park: Color(hex: 0x24402c), parkEdge: Color(hex: 0x2c4a35), pitch: Color(hex: 0x22372a), pitchEdge: Color(hex: 0x2f4937),
      cemetery: Color(hex: 0x202e27),
      town: Color(hex: 0x20252d), trade: Color(hex: 0x272730), industry: Color(hex: 0x22262b), learning: Color(hex: 0x2a2a28),
      hospital: Color(hex: 0x30262b),
      countries: [0x20252c, 0x1d2629, 0x23242b, 0x1e252a, 0x22272c, 0x24252a, 0x1f2728].map(Color.init(hex:)),
      urban: (far: Color(hex: 0x242932), near: Color(hex: 0x272c36)),
      building: Color(hex: 0x2b313b), wall: Color(hex: 0x3a424f),
      airfield: Color(hex: 0x21262d), apron: Color(hex: 0x292e36), runway: Color(hex: 0x3a414c),
      rail: Color(hex: 0x505863), railBed: Color(hex: 0x22272f),
      path: Color(hex: 0x4a4238), track: Color(hex: 0x453f33),
      service: Road(0x2f3640, 0x171b21), minor: Road(0x363e4a, 0x161a20), tertiary: Road(0x404957, 0x161a20),
      secondary: Road(0x4e5563, 0x191c22), primary: Road(0x62604f, 0x1d1c1a), trunk: Road(0x76664a, 0x211d18),
      motorway: Road(0x8c6a40, 0x241c14),
      bridge: Color(hex: 0x5b6572), border: Color(hex: 0x8f7a9e), ferry: Color(hex: 0x35607f), arrow: Color(hex: 0x8f99a8),
      place: Label(0xe8eaee, halo), quarter: Label(0xa6a9b3, halo), country: Label(0xb9a9c6, halo),
      street: Label(0xc3c8d1, halo), pathName: Label(0xa08e78, halo),
      waterName: Label(0x7fb0d4, Color(hex: 0x0d1d2d).withAlpha(0.9)),
      parkName: Label(0x86b78c, Color(hex: 0x14221a).withAlpha(0.9)),
      houseNumber: Label(0x868e9a, Color(hex: 0x232830).withAlpha(0.9)),
      roadShield: Shield(0x323a46, 0x79838f, 0xe2e5ea), mainRoadShield: Shield(0x5a4d2c, 0xb59a55, 0xf5e6bd),
      motorwayShield: Shield(0x274a80, 0x8fb2e6, 0xeaf2ff),
      pointsOfInterest: [
        .food: Color(hex: 0xd98a55), .shop: Color(hex: 0xb98bc6), .culture: Color(hex: 0xbd9272), .learning: Color(hex: 0xbfa95c),
        .health: Color(hex: 0xe0787d), .nature: Color(hex: 0x7fb36b), .sport: Color(hex: 0x62b795), .lodging: Color(hex: 0x8da2de),
        .civic: Color(hex: 0x9aa3b0), .transport: Color(hex: 0x6ba6e0), .worship: Color(hex: 0xa69bc0),
        .other: Color(hex: 0xa39d94),
      ],
      pointOfInterestSymbol: Color(hex: 0x14171d), pointOfInterestHalo: halo)
  }()
}
