import CartoucheRaster
import CartoucheScene

/// The movement of a released map's bearing.
struct BearingFling {
  private enum Motion {
    case none
    case coasting(Deceleration, until: Timestamp)
    case returning(CriticallyDampedSpring, until: Timestamp)
  }

  private let start: Angle
  private let end: Angle
  private let startTime: Timestamp
  /// The offset from the start, in degrees.
  private let motion: Motion

  init(from bearing: Angle, velocity: Angle, northSnap: CameraFling.NorthSnap, at time: Timestamp) {
    (start, startTime) = (bearing, time)
    let speed = Scalar(rounding: velocity.degrees).clamped(from: -Self.maximumSpeed, to: Self.maximumSpeed)
    let coasting = Deceleration(from: 0, velocity: speed / 2, at: time)
    let rest = bearing + .degrees(WideFixed<32>(rounding: coasting.end))
    let excess = Scalar(rounding: rest.shortestTurn.degrees)
    if northSnap == .on, excess.magnitude < Self.snapAngle {
      let way = coasting.end - excess
      let frequency = way == 0 ? 0 : speed / way
      let spring = CriticallyDampedSpring(
        from: 0, to: way, velocity: speed,
        angularFrequency: frequency > 3 && frequency < Self.snapFrequency ? frequency : Self.snapFrequency, at: time)
      (end, motion) = (
        .zero, bearing == .zero && speed == 0 ? .none : .returning(spring, until: spring.time(within: Self.tolerance))
      )
    } else if speed != 0 {
      (end, motion) = (rest, .coasting(coasting, until: coasting.time(within: Self.tolerance)))
    } else {
      (end, motion) = (bearing, .none)
    }
  }

  func isMoving(at time: Timestamp) -> Bool {
    switch motion {
    case .none: false
    case .coasting(_, let end): time.quickened(from: startTime) < end
    case .returning(_, let end): time < end
    }
  }

  func bearing(at time: Timestamp) -> Angle {
    guard isMoving(at: time) else { return end }
    let degrees: Scalar =
      switch motion {
      case .none: 0
      case .coasting(let deceleration, _): deceleration.value(at: time.quickened(from: startTime))
      case .returning(let spring, _): spring.value(at: time)
      }
    return start + .degrees(WideFixed<32>(rounding: degrees))
  }

  private static let snapAngle: Scalar = 7
  /// A map at rest is north up after a quarter of a second.
  private static let snapFrequency: Scalar = 28
  private static let tolerance: Scalar = 0.1
  private static let maximumSpeed: Scalar = 400
}

extension Timestamp {
  /// Returns the time of a clock of twice the speed, which agrees with this one at `start`.
  ///
  /// A deceleration goes on for half a second of its initial velocity. A zoom and a turn would go much
  /// farther than the fingers meant. So they begin at half the velocity, by a clock of twice the speed.
  func quickened(from start: Timestamp) -> Timestamp {
    let elapsed = nanoseconds &- start.nanoseconds
    return Timestamp(nanoseconds: start.nanoseconds &+ 2 &* elapsed.clamped(from: 0, to: 1 << 60))
  }
}
