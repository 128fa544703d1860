/// Why there is no such town.
package enum TownError: Error, Equatable, CustomStringConvertible {
  case invalidCenter(latitude: Double, longitude: Double)
  case invalidExtent(Double)
  case outsideMap(latitude: Double, longitude: Double, extent: Double)
  case unwritable(path: String, reason: String)

  package var description: String {
    switch self {
    case .invalidCenter(let latitude, let longitude):
      "--center \(latitude),\(longitude): a town needs a latitude from -80 to 80 and a longitude from -180 to 180. Choose another place."
    case .invalidExtent(let extent):
      "--extent \(extent): a town's square has sides of 1 to 400 kilometres. Choose another size."
    case .outsideMap(let latitude, let longitude, let extent):
      "--center \(latitude),\(longitude): a square of \(extent) km round it reaches over the map's edge. Choose a place farther from "
        + "the 180th meridian and the poles, or a smaller --extent."
    case .unwritable(let path, let reason):
      "\(path): the town's tiles could not be written (\(reason)). Choose a place that can be written to."
    }
  }
}
