import CartoucheRaster

extension MapStyle {
  /// The built-in map style, for tiles of the OpenMapTiles schema above a Natural Earth map of the world.
  ///
  /// From the bottom to the top, the style draws the world, land use and water, buildings, tunnels, roads and
  /// railways, bridges, borders, and names. See ``standardDark`` for a map at night.
  public static let standard = StandardStyle(colors: .day).style

  /// A copy of ``standard`` with dark land and light names, for use at night and with dark controls.
  ///
  /// Its layers have the same names and draw the same features.
  public static let standardDark = StandardStyle(colors: .night).style
}

/// The built-in map style in some colors.
struct StandardStyle {
  let colors: Palette

  /// The whole style.
  var style: MapStyle {
    var style = MapStyle(layers: [.background(ZoomColor(colors.paper))] + shapeLayers + nameLayers)
    style.images = images
    return style
  }

  /// The style layers of everything but names and icons.
  private var shapeLayers: [StyleLayer] {
    worldLayers + landLayers + builtLayers + transportationLayers + [ferryLayer] + borderLayers
  }

  /// The style layers of names and icons. Where there is no room for all of them, the last layers come first.
  private var nameLayers: [StyleLayer] {
    arrowLayers + [houseNumberLayer] + pointOfInterestLayers + parkNameLayers + streetNameLayers + shieldLayers + waterNameLayers
      + worldNameLayers + placeNameLayers
  }

  private var ferryLayer: StyleLayer {
    StyleLayer(
      "ferry", sourceLayer: "transportation", filter: .equals("class", "ferry"), zoomRange: 11..<25,
      line: ZoomColor(colors.ferry), width: ZoomRamp([(11, 0.5), (14, 0.9), (18, 1.8)]))
  }
}
