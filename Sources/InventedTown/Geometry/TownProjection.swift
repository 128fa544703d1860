/// Converts the town's meters to Web Mercator coordinates, in which the world is 1 wide and y points south.
///
/// The whole plan uses the scale at its center. Over the few kilometers of a town the difference is
/// negligible, and a larger invented region has no real distances to compare with.
struct TownProjection {
  let centerX: Double
  let centerY: Double
  /// World widths per meter.
  let scale: Double

  /// The circumference of the sphere of radius 6 378 137 m, in meters.
  static let equator = 40_075_016.685578488

  init(latitude: Double, longitude: Double) {
    centerX = (longitude + 180) / 360
    centerY = Self.y(latitude: latitude)
    scale = 1 / (Self.equator * sineOfTurns(0.25 - latitude / 360))
  }

  /// Returns the Mercator y of a latitude in degrees: ½ − atanh(sin φ) / 2π.
  static func y(latitude: Double) -> Double {
    let s = sineOfTurns(latitude / 360)
    return 0.5 - logarithm((1 + s) / (1 - s)) / (4 * 3.141592653589793)
  }

  /// Returns the latitude in degrees at `y`, by Newton's method with dy/dφ = −1 / (2π cos φ).
  static func latitude(y: Double) -> Double {
    var latitude = 0.0
    for _ in 0..<40 {
      let step = (self.y(latitude: latitude) - y) * 360 * sineOfTurns(0.25 - latitude / 360)
      latitude = min(89, max(-89, latitude + step))
    }
    return latitude
  }

  /// Returns the natural logarithm of a positive number: powers of two are taken out, the rest is the
  /// series of atanh.
  private static func logarithm(_ value: Double) -> Double {
    var m = value
    var doublings = 0.0
    while m > 1.4142135623730951 {
      m /= 2
      doublings += 1
    }
    while m < 0.7071067811865476 {
      m *= 2
      doublings -= 1
    }
    let t = (m - 1) / (m + 1)
    var power = t
    var sum = 0.0
    var n = 1.0
    while n < 26 {
      sum += power / n
      power *= t * t
      n += 2
    }
    return 2 * sum + doublings * 0.6931471805599453
  }

  func world(_ point: PlanPoint) -> (x: Double, y: Double) { (centerX + point.x * scale, centerY + point.y * scale) }

  func degrees(_ point: PlanPoint) -> (latitude: Double, longitude: Double) {
    let (x, y) = world(point)
    return (Self.latitude(y: y), x * 360 - 180)
  }
}
