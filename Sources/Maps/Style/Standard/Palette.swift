import CartoucheRaster

/// The colors of a built-in style, by day or by night. No other file of the built-in styles names a color.
struct Palette: Sendable {
  /// The colors of a kind of road: its fill and its casing.
  struct Road: Sendable {
    var fill, casing: Color

    init(_ fill: UInt32, _ casing: UInt32) { (self.fill, self.casing) = (Color(hex: fill), Color(hex: casing)) }
  }

  /// The colors of a kind of label: its letters and their halo.
  struct Label: Sendable {
    var text, halo: Color

    init(text: Color, halo: Color) { (self.text, self.halo) = (text, halo) }

    init(_ text: UInt32, _ halo: Color) { (self.text, self.halo) = (Color(hex: text), halo) }
  }

  /// The colors of the plates on which the numbers of roads are: the plate, its edge and the number.
  struct Shield: Sendable {
    var plate, edge, text: Color

    init(_ plate: UInt32, _ edge: UInt32, _ text: UInt32) {
      (self.plate, self.edge, self.text) = (Color(hex: plate), Color(hex: edge), Color(hex: text))
    }
  }

  // MARK: Land and water

  let paper, water, shore: Color
  let wood, grass, farmland, wetland, sand, rock, ice: Color
  let park, parkEdge, pitch, pitchEdge, cemetery: Color
  let town, trade, industry, learning, hospital: Color
  /// The colors of countries, in the order of Natural Earth's `MAPCOLOR7`.
  let countries: [Color]
  /// The colors of built-up areas on the map of the world, on small and on larger zooms.
  let urban: (far: Color, near: Color)

  // MARK: Structures

  let building, wall: Color
  let airfield, apron, runway: Color
  let rail, railBed: Color
  let path, track: Color
  let service, minor, tertiary, secondary, primary, trunk, motorway: Road
  /// The color that casings of bridges are mixed with.
  let bridge: Color
  let border, ferry: Color
  let arrow: Color

  // MARK: Names

  let place, quarter, country: Label
  let street, pathName, waterName, parkName, houseNumber: Label
  let roadShield, mainRoadShield, motorwayShield: Shield
  /// The colors of points of interest, and of the symbols in their discs.
  let pointsOfInterest: [PointOfInterestGroup: Color]
  let pointOfInterestSymbol, pointOfInterestHalo: Color
}
