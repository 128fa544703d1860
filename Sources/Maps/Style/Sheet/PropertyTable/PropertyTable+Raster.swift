extension PropertyTable {
  static let raster: [String: Entry] = [
    "raster-brightness-max": .paint(.number, 1),
    "raster-brightness-min": .paint(.number, 0),
    "raster-contrast": .paint(.number, 0),
    "raster-fade-duration": .paint(.number, 300, isInterpolated: false).ignored("images appear at once"),
    "raster-hue-rotate": .paint(.number, 0),
    "raster-opacity": .paint(.number, 1),
    "raster-resampling": .paint(.enumeration(["linear", "nearest"]), "linear"),
    "raster-saturation": .paint(.number, 0),
  ]
}
