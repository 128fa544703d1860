import CartoucheRaster

extension Palette {
  /// The colors of an atlas printed on warm paper.
  static let day: Palette = {
    let halo = Color(hex: 0xfffdf8).withAlpha(0.9)
    let landHalo = Color(hex: 0xf8f4ec).withAlpha(0.9)
    return Palette(
      paper: Color(hex: 0xf5f0e6), water: Color(hex: 0xa8cfe2), shore: Color(hex: 0x86b5cd),
      wood: Color(hex: 0xc9dcb6), grass: Color(hex: 0xdce8c6), farmland: Color(hex: 0xf1ecd2), wetland: Color(hex: 0xcfe0d2),
      sand: Color(hex: 0xf3e6c2), rock: Color(hex: 0xe4dfd5), ice: Color(hex: 0xeff5f7),
      park: Color(hex: 0xbfd9a8), parkEdge: Color(hex: 0x9dbf86), pitch: Color(hex: 0xc3dcae), pitchEdge: Color(hex: 0xabc896),
      cemetery: Color(hex: 0xd3dfc2),
      town: Color(hex: 0xece4d8), trade: Color(hex: 0xf0e2d8), industry: Color(hex: 0xe7e1df), learning: Color(hex: 0xf2e8cc),
      hospital: Color(hex: 0xf5dfda),
      countries: [0xf3e6cb, 0xe6ebcf, 0xf1dfd3, 0xe3e6dc, 0xf5ebd6, 0xebe1dc, 0xe9ecdc].map(Color.init(hex:)),
      urban: (far: Color(hex: 0xeee4d8), near: Color(hex: 0xe6d9cb)),
      building: Color(hex: 0xdfd3c4), wall: Color(hex: 0xc6b8a5),
      airfield: Color(hex: 0xece8e1), apron: Color(hex: 0xe3dfdc), runway: Color(hex: 0xcfcac8),
      rail: Color(hex: 0x9c9692), railBed: Color(hex: 0xf3efe9),
      path: Color(hex: 0xd0b296), track: Color(hex: 0xc7ab7f),
      service: Road(0xfffdf9, 0xd9d0c2), minor: Road(0xffffff, 0xd3c9ba), tertiary: Road(0xffffff, 0xc9bda9),
      secondary: Road(0xfcf0c0, 0xcfba80), primary: Road(0xfae0a0, 0xd0a95c), trunk: Road(0xf7cb85, 0xcf9748),
      motorway: Road(0xf3b26b, 0xc77f3c),
      bridge: Color(hex: 0x8c7a62), border: Color(hex: 0x93709a), ferry: Color(hex: 0x74a6c3), arrow: Color(hex: 0x8b8f98),
      place: Label(0x2b2a28, halo), quarter: Label(0x6b5a52, landHalo), country: Label(0x5d4a63, landHalo),
      street: Label(0x4f4a42, halo), pathName: Label(0x8a6543, landHalo),
      waterName: Label(0x2f6d8f, Color(hex: 0xc4e0ee).withAlpha(0.8)),
      parkName: Label(0x41702f, Color(hex: 0xe6f0d8).withAlpha(0.9)),
      houseNumber: Label(0x857663, Color(hex: 0xefe6da).withAlpha(0.9)),
      roadShield: Shield(0xffffff, 0x8f8676, 0x3c3830), mainRoadShield: Shield(0xfbe3a4, 0xa27c2e, 0x43340f),
      motorwayShield: Shield(0x3c69ad, 0xffffff, 0xffffff),
      pointsOfInterest: [
        .food: Color(hex: 0xc0652a), .shop: Color(hex: 0x9a5aa8), .culture: Color(hex: 0x8a5a3c), .learning: Color(hex: 0x8c7423),
        .health: Color(hex: 0xcc4149), .nature: Color(hex: 0x4d8038), .sport: Color(hex: 0x2f8a68), .lodging: Color(hex: 0x4a64b0),
        .civic: Color(hex: 0x5f6672), .transport: Color(hex: 0x2b6cb3), .worship: Color(hex: 0x6f6486),
        .other: Color(hex: 0x7a736a),
      ],
      pointOfInterestSymbol: .white, pointOfInterestHalo: halo)
  }()
}
