public import CartoucheRaster

extension MapStyle {
  /// Returns a camera that shows the data of the style's sources on a screen of `size` pixels. If the area of
  /// no source is known, the method returns nil.
  public func dataCamera(in size: PixelSize) -> MapCamera? {
    for (_, source) in sources.sorted(by: { $0.key < $1.key }) {
      switch source.content {
      case .tiles(let tiles): if let camera = tiles.camera(in: size) { return camera }
      case .geoJSON(let data):
        guard let area = data.bounds else { continue }
        return MapCamera(showing: area, in: size, zoomRange: 0...18)
      case .image, .unusable: continue
      }
    }
    return nil
  }
}
