import CartoucheRaster

/// A camera is encoded as its center point, its zoom and its bearing in degrees. Decoding gives the same
/// camera to the bit.
extension MapCamera: Codable {
  private enum CodingKeys: String, CodingKey {
    case centerPoint, zoom, bearing
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func number(_ key: CodingKeys, limit: Double) throws -> Double {
      let number = try values.decode(Double.self, forKey: key)
      guard number.isFinite, abs(number) <= limit else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: values, debugDescription: "\(number) is not from -\(limit) to \(limit)")
      }
      return number
    }
    let zoom = try number(.zoom, limit: 1000)
    let bearing = try number(.bearing, limit: 1_000_000)
    self.init(
      centerPoint: try values.decode(MapPoint.self, forKey: .centerPoint),
      zoom: Scalar(rawValue: ElementaryFunctions.nearest(zoom * 65_536)),
      bearing: .degrees(WideFixed<32>(rawValue: ElementaryFunctions.nearest(bearing * 4_294_967_296))))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(centerPoint, forKey: .centerPoint)
    try values.encode(Double(zoom.rawValue) / 65_536, forKey: .zoom)
    try values.encode(Double(bearing.degrees.rawValue) / 4_294_967_296, forKey: .bearing)
  }
}
