/// An error that a map found in its style or tiles. The rest of the map is drawn.
public enum MapError: Error, Hashable, Sendable {
  /// An error in a source of tiles, a tile or a feature.
  case tile(TileError)
  /// An error in the style.
  case style(StyleError)
  /// An error in the data of a GeoJSON source.
  case geoJSON(GeoJSONError)
  /// An error in the glyph files of the style's fonts.
  case glyphs(GlyphError)
  /// No file of the theme's fonts has a font that the style names. Other fonts replace it.
  case missingFont(family: String, style: String)
  /// The view is outside the area of all sources. `dataCenter` is the center of the first source's area.
  case outsideData(file: String, center: Coordinate, dataCenter: Coordinate)
  /// A renderer draws nothing, because its overlay is of a kind that it does not draw.
  case unsuitableRenderer(renderer: String, overlay: String)
}

extension MapError: CustomStringConvertible {
  /// A message that names the file and the cause of the error.
  public var description: String {
    switch self {
    case .tile(let error): error.description
    case .style(let error): error.description
    case .geoJSON(let error): error.description
    case .glyphs(let error): error.description
    case .missingFont(let family, let style):
      "\(style.isEmpty ? "the style" : style): the font \"\(family)\" is not among the map's fonts. The standard fonts draw its texts."
    case .outsideData(let file, let center, let dataCenter):
      "\(file): has nothing at \(Self.text(center)). Its data is around \(Self.text(dataCenter)); move the map there."
    case .unsuitableRenderer(let renderer, let overlay):
      "\(renderer): does not draw an overlay of the type \(overlay), which stays invisible. Return the renderer of this type."
    }
  }

  private static func text(_ coordinate: Coordinate) -> String {
    func text(_ degrees: Double) -> String {
      let tenThousandths = ElementaryFunctions.nearest(degrees * 10_000)
      let digits = String(tenThousandths.magnitude % 10_000)
      let fraction = String(repeating: "0", count: 4 - digits.count) + digits
      return "\(tenThousandths < 0 ? "-" : "")\(tenThousandths.magnitude / 10_000).\(fraction)"
    }
    return "\(text(coordinate.latitude)),\(text(coordinate.longitude))"
  }
}
