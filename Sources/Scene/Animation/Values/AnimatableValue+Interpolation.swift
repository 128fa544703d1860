public import CartoucheRaster

/// A number type for the progress of an animation: 0 at the start value, 1 at the end value.
///
/// With springs and steep timing functions, the progress may be less than 0 or greater than 1.
public typealias Progress = WideFixed<32>

extension AnimatableValue {
  /// Returns the value at `progress` between this value and `other`.
  ///
  /// Numbers are interpolated linearly, transforms by component (``DecomposedTransform``), colors weighted by
  /// alpha, paths and lists element by element. Values that cannot be interpolated (flags, images, paths of
  /// different structure, lists of different length) change halfway.
  func interpolated(to other: AnimatableValue, at progress: Progress) -> AnimatableValue {
    if progress == .zero { return self }
    if progress == .one { return other }
    switch (self, other) {
    case (.scalar(let a), .scalar(let b)): return .scalar(a.interpolated(to: b, at: progress))
    case (.angle(let a), .angle(let b)): return .angle(Angle(degrees: a.degrees.interpolated(to: b.degrees, at: progress)))
    case (.point(let a), .point(let b)): return .point(a.interpolated(to: b, at: progress))
    case (.size(let a), .size(let b)): return .size(a.interpolated(to: b, at: progress))
    case (.rect(let a), .rect(let b)):
      return .rect(
        Rect(origin: a.origin.interpolated(to: b.origin, at: progress), size: a.size.interpolated(to: b.size, at: progress)))
    case (.transform(let a), .transform(let b)): return .transform(a.interpolated(to: b, at: progress))
    case (.color(let a), .color(let b)): return .color(a.interpolated(to: b, at: progress))
    case (.nothing, .color(let b)): return .color(b.transparent.interpolated(to: b, at: progress))
    case (.color(let a), .nothing): return .color(a.interpolated(to: a.transparent, at: progress))
    case (.border(let a), .border(let b)): return .border(a.interpolated(to: b, at: progress))
    case (.nothing, .border(let b)): return .border(Border(width: 0, color: b.color).interpolated(to: b, at: progress))
    case (.border(let a), .nothing): return .border(a.interpolated(to: Border(width: 0, color: a.color), at: progress))
    case (.colors(let a), .colors(let b)) where a.count == b.count:
      var result = a
      for index in a.indices { result[index] = a[index].interpolated(to: b[index], at: progress) }
      return .colors(result)
    case (.scalars(let a), .scalars(let b)) where a.count == b.count:
      var result = a
      for index in a.indices { result[index] = a[index].interpolated(to: b[index], at: progress) }
      return .scalars(result)
    case (.path(let a), .path(let b)) where a.verbs == b.verbs: return .path(a.interpolated(to: b, at: progress))
    default: return progress < 0.5 ? self : other
    }
  }
}

extension WideFixed {
  /// Returns the number at `progress` between this number and `other`, rounded to nearest; progress is
  /// clamped to ±32768.
  package func interpolated(to other: Self, at progress: Progress) -> Self {
    let clampedProgress = progress.clamped(from: -32768, to: 32768)
    let difference = Int128(other.rawValue) &- Int128(rawValue)
    let offset = (difference &* Int128(clampedProgress.rawValue) &+ (1 << 31)) >> 32  // ≤ 2^65 × 2^47
    return Self(saturating: Int128(rawValue) &+ offset)
  }
}

extension Point {
  func interpolated(to other: Point, at progress: Progress) -> Point {
    Point(x: x.interpolated(to: other.x, at: progress), y: y.interpolated(to: other.y, at: progress))
  }
}

extension Size {
  func interpolated(to other: Size, at progress: Progress) -> Size {
    Size(width: width.interpolated(to: other.width, at: progress), height: height.interpolated(to: other.height, at: progress))
  }
}

extension Border {
  fileprivate func interpolated(to other: Border, at progress: Progress) -> Border {
    Border(width: width.interpolated(to: other.width, at: progress), color: color.interpolated(to: other.color, at: progress))
  }
}

extension Color {
  /// The same color, fully transparent.
  var transparent: Color { Color(red: red, green: green, blue: blue, alpha: 0) }

  /// Returns the color at `progress` between this color and `other`.
  ///
  /// The components are premultiplied by alpha, so that a transparent color contributes none.
  package func interpolated(to other: Color, at progress: Progress) -> Color {
    let alpha = Scalar(Int(alpha)).interpolated(to: Scalar(Int(other.alpha)), at: progress)
    guard alpha > 0 else { return progress < 0.5 ? transparent : other.transparent }
    func component(_ a: UInt8, _ b: UInt8) -> UInt8 {
      let light = Scalar(Int(a) * Int(self.alpha)).interpolated(to: Scalar(Int(b) * Int(other.alpha)), at: progress)
      return UInt8(clamping: (light / alpha).rounded)
    }
    return Color(
      red: component(red, other.red), green: component(green, other.green), blue: component(blue, other.blue),
      alpha: UInt8(clamping: alpha.rounded))
  }
}

extension Path {
  /// Returns the path at `progress` between this path and `other`, which has the same verbs.
  fileprivate func interpolated(to other: Path, at progress: Progress) -> Path {
    var path = Path()
    path.reserveCapacity(verbs: verbs.count, points: points.count)
    var index = 0
    func next() -> Point {
      defer { index += 1 }
      return points[index].interpolated(to: other.points[index], at: progress)
    }
    for verb in verbs {
      switch verb {
      case .move: path.move(to: next())
      case .line: path.addLine(to: next())
      case .quadratic:
        let control = next()
        path.addQuadCurve(to: next(), control: control)
      case .cubic:
        let (first, second) = (next(), next())
        path.addCurve(to: next(), control1: first, control2: second)
      case .close: path.closeSubpath()
      }
    }
    return path
  }
}
