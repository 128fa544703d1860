import CartoucheRaster

/// A ``KeyframeAnimation`` prepared for playing: the time and content of each step.
struct ResolvedKeyframes {
  /// What the keyframes interpolate.
  private enum Content {
    case values([AnimatableValue], isSmooth: Bool, isDiscrete: Bool)
    /// The steps of a path, each a subpath of one line or curve.
    case steps([PathMeasure])
    /// A path followed at constant speed.
    case path(PathMeasure)
  }

  let property: AnimatableProperty
  let rotationMode: KeyframeAnimation.RotationMode
  private let content: Content
  /// The start time of each step, or of each chord of a step, and the end time of the last step.
  private let times: [Progress]
  /// The number of chords of each step; more than 1 keeps the speed of a smooth curve constant within a step.
  private let chords: Int
  private let functions: [TimingFunction]

  /// Prepares `animation` for playing.
  ///
  /// - Returns: nil if there are no values, if the values are of different kinds, or if the path is empty.
  init?(_ animation: KeyframeAnimation) {
    let mode = animation.calculationMode
    let isPaced = mode == .paced || mode == .cubicPaced
    functions = isPaced ? [] : animation.timingFunctions ?? []
    if let path = animation.path {
      guard !path.isEmpty else { return nil }
      property = .position
      rotationMode = animation.rotationMode
      chords = 1
      if isPaced {
        (content, times) = (.path(PathMeasure(path)), [0, 1])
        return
      }
      let steps = path.steps
      guard !steps.isEmpty else { return nil }
      if mode == .discrete {
        var positions = [AnimatableValue.point(steps[0].sample(atLength: 0)?.point ?? .zero)]
        for step in steps { positions.append(.point(step.sample(atLength: step.length)?.point ?? .zero)) }
        content = .values(positions, isSmooth: false, isDiscrete: true)
        times = Self.valid(animation.keyTimes, count: positions.count + 1) ?? Self.even(positions.count)
      } else {
        content = .steps(steps)
        times = Self.valid(animation.keyTimes, count: steps.count + 1) ?? Self.even(steps.count)
      }
      return
    }
    let values = animation.values
    guard let first = values.first, values.allSatisfy({ $0.isCompatible(with: first) }) else { return nil }
    property = animation.property
    rotationMode = .none
    let isSmooth = (mode == .cubic || mode == .cubicPaced) && values.count > 2
    content = .values(values, isSmooth: isSmooth, isDiscrete: mode == .discrete || values.count == 1)
    let paced = isPaced ? Self.paced(values, isSmooth: isSmooth) : nil
    chords = paced != nil && isSmooth ? Self.curveChords : 1
    switch mode {
    case .discrete:
      times = Self.valid(animation.keyTimes, count: values.count + 1) ?? Self.heldTimes(animation.keyTimes, values.count)
    case .paced, .cubicPaced:
      times = paced ?? Self.even(max(values.count - 1, 1))
    case .linear, .cubic:
      times = Self.valid(animation.keyTimes, count: values.count) ?? Self.even(max(values.count - 1, 1))
    }
  }

  /// Returns the value at `progress`, and the direction of the path there.
  func value(at progress: Progress) -> (value: AnimatableValue, direction: Angle?) {
    let clamped = progress.clamped(from: 0, to: 1)
    let (step, part) = step(at: clamped)
    switch content {
    case .path(let measure):
      let sample = measure.sample(atLength: Scalar.zero.interpolated(to: measure.length, at: progress))
      return (.point(sample?.point ?? .zero), sample?.direction)
    case .steps(let steps):
      let measure = steps[step]
      let sample = measure.sample(atLength: Scalar.zero.interpolated(to: measure.length, at: part))
      return (.point(sample?.point ?? .zero), sample?.direction)
    case .values(let values, let isSmooth, let isDiscrete):
      if isDiscrete { return (values[min(step, values.count - 1)], nil) }
      return (isSmooth ? Self.smooth(values, step, part) : values[step].interpolated(to: values[step + 1], at: part), nil)
    }
  }

  /// Returns the step that contains `progress` and the position in that step, from 0 to 1.
  private func step(at progress: Progress) -> (step: Int, part: Progress) {
    var (low, high) = (0, times.count - 2)
    while low < high {
      let middle = (low + high + 1) / 2
      if times[middle] <= progress { low = middle } else { high = middle - 1 }
    }
    let length = times[low + 1] - times[low]
    // Only the end of a step without duration is ever shown.
    var part = length > 0 ? ((progress - times[low]) / length).clamped(from: 0, to: 1) : 1
    if chords > 1 { part = (Progress(low % chords) + part) / chords }
    let step = low / chords
    return (step, step < functions.count ? functions[step](part) : part)
  }

  /// Returns a point on the Catmull–Rom curve through four neighbors, by nested linear interpolation. At the
  /// ends, the missing neighbor is extrapolated.
  ///
  /// - Source: Barry and Goldman, "A recursive evaluation algorithm for a class of Catmull-Rom splines",
  ///   1988, with uniform spacing.
  private static func smooth(_ values: [AnimatableValue], _ step: Int, _ part: Progress) -> AnimatableValue {
    let (b, c) = (values[step], values[step + 1])
    let a = step > 0 ? values[step - 1] : b.interpolated(to: c, at: -1)
    let d = step + 2 < values.count ? values[step + 2] : b.interpolated(to: c, at: 2)
    let (ab, bc, cd) = (a.interpolated(to: b, at: part + 1), b.interpolated(to: c, at: part), c.interpolated(to: d, at: part - 1))
    return ab.interpolated(to: bc, at: (part + 1) / 2).interpolated(to: bc.interpolated(to: cd, at: part / 2), at: part)
  }

  // MARK: Times

  private static let curveChords = 16

  private static func even(_ steps: Int) -> [Progress] { (0...steps).map { Progress($0) / steps } }

  /// Returns `times` if there are `count`, ascending from 0 to 1; otherwise nil.
  private static func valid(_ times: [Progress]?, count: Int) -> [Progress]? {
    guard let times, times.count == count, count >= 2, times.first == .zero, times.last == .one else { return nil }
    for index in 1..<count where times[index] < times[index - 1] { return nil }
    return times
  }

  /// Returns a start time for each value of a discrete animation, and the end of the last.
  private static func heldTimes(_ times: [Progress]?, _ count: Int) -> [Progress] {
    guard let times, times.count == count else { return even(count) }
    return valid(times + [1], count: count + 1) ?? even(count)
  }

  /// Returns the times that give constant speed; nil if the values have no distance.
  private static func paced(_ values: [AnimatableValue], isSmooth: Bool) -> [Progress]? {
    guard values.count > 1 else { return nil }
    var sums: [Int128] = [0]
    for step in 0..<(values.count - 1) {
      var last = values[step]
      let chords = isSmooth ? curveChords : 1
      for chord in 1...chords {
        let next = chord == chords ? values[step + 1] : smooth(values, step, Progress(chord) / chords)
        guard let distance = last.distance(to: next) else { return nil }
        sums.append(sums[sums.count - 1] + Int128(distance.rawValue))
        last = next
      }
    }
    guard let total = sums.last, total > 0 else { return nil }
    return sums.map { Progress(saturating: ($0 << 32) / total) }
  }
}

extension Path {
  /// Each line and curve as a path of its own, including closing lines.
  fileprivate var steps: [PathMeasure] {
    var steps: [PathMeasure] = []
    var (index, start, current) = (0, Point.zero, Point.zero)
    func add(_ draw: (inout Path) -> Void) {
      var path = Path()
      path.move(to: current)
      draw(&path)
      steps.append(PathMeasure(path))
    }
    for verb in verbs {
      switch verb {
      case .move:
        start = points[index]
        current = start
        index += 1
      case .line:
        add { $0.addLine(to: points[index]) }
        current = points[index]
        index += 1
      case .quadratic:
        add { $0.addQuadCurve(to: points[index + 1], control: points[index]) }
        current = points[index + 1]
        index += 2
      case .cubic:
        add { $0.addCurve(to: points[index + 2], control1: points[index], control2: points[index + 1]) }
        current = points[index + 2]
        index += 3
      case .close:
        if current != start { add { $0.addLine(to: start) } }
        current = start
      }
    }
    return steps
  }
}
