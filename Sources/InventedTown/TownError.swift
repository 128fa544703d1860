/// The reasons for which a town cannot be generated or written.
package enum TownError: Error, Equatable, CustomStringConvertible {
  case invalidCenter(latitude: Double, longitude: Double)
  case invalidExtent(Double)
  case outsideMap(latitude: Double, longitude: Double, extent: Double)
  case unwritable(path: String, reason: String)

  package var description: String {
    switch self {
    case .invalidCenter(let latitude, let longitude):
      "--center \(latitude),\(longitude): a town needs a latitude from -80 to 80 and a longitude from -180 to 180. Choose another center."
    case .invalidExtent(let extent):
      "--extent \(extent): the sides of a town's square measure 1 to 400 kilometers. Choose another extent."
    case .outsideMap(let latitude, let longitude, let extent):
      "--center \(latitude),\(longitude): a square of \(extent) km around it extends beyond the map. Choose a center farther from "
        + "the 180th meridian and the poles, or a smaller --extent."
    case .unwritable(let path, let reason):
      "\(path): the town's tiles cannot be written (\(reason)). Name a file in a writable folder."
    }
  }
}
