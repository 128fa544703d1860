/// Where the town's metres lie in the world: Web Mercator, the world being 1 wide, y southwards.
///
/// The plan is laid on Mercator's plane at the scale of its centre; over the few kilometres of a town that is the same, and a
/// larger invented country may be as true to scale as its maker likes.
struct TownProjection {
  let centerX: Double
  let centerY: Double
  /// Widths of the world per metre.
  let scale: Double

  /// Round the equator on the sphere of radius 6 378 137 m.
  static let equator = 40_075_016.685578488

  init(latitude: Double, longitude: Double) {
    centerX = (longitude + 180) / 360
    centerY = Self.y(latitude: latitude)
    scale = 1 / (Self.equator * sineOfTurns(0.25 - latitude / 360))
  }

  /// Latitude's place on the plane: ½ − atanh(sin φ) / 2π.
  static func y(latitude: Double) -> Double {
    let s = sineOfTurns(latitude / 360)
    return 0.5 - logarithm((1 + s) / (1 - s)) / (4 * 3.141592653589793)
  }

  /// The latitude at `y`, by Newton's method; dy/dφ = −1 / (2π cos φ).
  static func latitude(y: Double) -> Double {
    var latitude = 0.0
    for _ in 0..<40 {
      let step = (self.y(latitude: latitude) - y) * 360 * sineOfTurns(0.25 - latitude / 360)
      latitude = min(89, max(-89, latitude + step))
    }
    return latitude
  }

  /// The natural logarithm of a positive number: powers of two taken out, the rest by the series of atanh.
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

  func world(_ spot: PlanPoint) -> (x: Double, y: Double) { (centerX + spot.x * scale, centerY + spot.y * scale) }

  func degrees(_ spot: PlanPoint) -> (latitude: Double, longitude: Double) {
    let (x, y) = world(spot)
    return (Self.latitude(y: y), x * 360 - 180)
  }
}
