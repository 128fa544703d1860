package import CartoucheRaster
import CartoucheScene

/// The view and the zoom for which a map is drawn, and the evaluation of a style's properties there.
struct MapFrame {
  let transform: MapTransform
  /// The part of the view that is drawn.
  let part: Rect
  /// The number of points for each pixel of the style.
  let scale: Scalar
  /// The zoom at which the style is evaluated.
  let zoom: Scalar
  private var context: EvaluationContext
  private let clock: TransitionClock
  /// The zoom for which the features that are evaluated were prepared.
  var tileZoom = 0

  init(_ transform: MapTransform, part: Rect, scale: MapScale, style: CompiledStyle, clock: TransitionClock) {
    (self.transform, self.part, self.scale, self.clock) = (transform, part, scale.pixelRatio, clock)
    zoom = scale.styleZoom(transform.camera.clampedZoom)
    context = EvaluationContext(
      zoom: Double(zoom.rawValue) / 65536, globalState: style.globalState, images: style.imageNames)
  }

  /// Creates a frame that evaluates properties at a zoom, for no view in particular.
  init(zoom: Scalar, style: CompiledStyle) {
    transform = MapTransform(camera: MapCamera(center: Coordinate(latitude: 0, longitude: 0), zoom: zoom), bounds: .zero)
    (part, scale, clock, self.zoom) = (.zero, 1, TransitionClock(), zoom)
    context = EvaluationContext(
      zoom: Double(zoom.rawValue) / 65536, globalState: style.globalState, images: style.imageNames)
  }

  /// The zoom of the tiles of 512 pixels that are drawn.
  var wholeZoom: Int { zoom.floor }

  /// Returns a number, such as an opacity.
  mutating func number(_ property: CompiledProperty, _ group: FeatureGroup? = nil) -> Scalar {
    switch property.source {
    case .number(let number): number
    case .ramp(let ramp): ramp.value(at: zoom)
    case .value(.null), .color, .zoomColor: 0
    case .transition(let change):
      between(change) {
        $0.number($1, group)
      } mix: {
        $0.interpolated(to: $1, at: $2)
      }
    default: value(property, group).number.map { Scalar($0) } ?? 0
    }
  }

  /// Returns a number at another zoom. A value that depends on the feature is that of the next whole zoom.
  mutating func number(_ property: CompiledProperty, _ group: FeatureGroup, atZoom other: Scalar) -> Scalar {
    switch property.source {
    case .ramp(let ramp): return ramp.value(at: other)
    case .zoom(let expression):
      context.zoom = Double(other.rawValue) / 65536
      defer { context.zoom = Double(zoom.rawValue) / 65536 }
      return expression.value(&context).number.map { Scalar($0) } ?? 0
    case .feature(_, let index): return group.values[index].upper.number.map { Scalar($0) } ?? 0
    default: return number(property, group)
    }
  }

  /// Returns a length in points.
  mutating func length(_ property: CompiledProperty, _ group: FeatureGroup? = nil) -> Scalar {
    let pixels = number(property, group)
    return scale == 1 ? pixels : pixels * scale
  }

  /// Returns a length in points at the zoom rounded down.
  mutating func wholeZoomLength(_ property: CompiledProperty, _ group: FeatureGroup? = nil) -> Scalar {
    let whole = Scalar(wholeZoom)
    switch property.source {
    case .ramp(let ramp): return ramp.value(at: whole) * scale
    case .zoom(let expression):
      context.zoom = Double(wholeZoom)
      defer { context.zoom = Double(zoom.rawValue) / 65536 }
      return expression.value(&context).number.map { Scalar($0) * scale } ?? 0
    case .transition(let change):
      return between(change) {
        $0.wholeZoomLength($1, group)
      } mix: {
        $0.interpolated(to: $1, at: $2)
      }
    case .feature(_, let index) where tileZoom == wholeZoom:
      return group?.values[index].lower.number.map { Scalar($0) * scale } ?? 0
    default: return length(property, group)
    }
  }

  /// Returns a color; nil if the property has none.
  mutating func color(_ property: CompiledProperty, _ group: FeatureGroup? = nil) -> Color? {
    switch property.source {
    case .color(let color): color
    case .zoomColor(let color): color.color(at: zoom)
    case .number, .ramp, .value: nil
    case .transition(let change):
      between(change) {
        $0.color($1, group)
      } mix: { from, to, progress in
        guard let from, let to else { return to }
        return from.interpolated(to: to, at: progress)
      }
    default: value(property, group).color.map { Color($0) }
    }
  }

  /// Returns a value between those before and after a change, which is the latter when the change has ended.
  private mutating func between<Value>(
    _ change: PropertyTransition, _ value: (inout MapFrame, CompiledProperty) -> Value,
    mix: (_ from: Value, _ to: Value, Progress) -> Value
  ) -> Value {
    let progress = clock.progress(of: change)
    guard progress < 1 else { return value(&self, change.to) }
    return mix(value(&self, change.from), value(&self, change.to), progress)
  }

  /// Returns a text or the name of an image; nil if the property has none.
  mutating func text(_ property: CompiledProperty, _ group: FeatureGroup? = nil) -> String? {
    switch value(property, group) {
    case .string(let text): text
    case .image(let image): image.name
    default: nil
    }
  }

  mutating func flag(_ property: CompiledProperty) -> Bool { value(property, nil).boolean ?? false }

  /// Returns an array of lengths in points.
  mutating func lengths(_ property: CompiledProperty, _ group: FeatureGroup? = nil) -> [Scalar] {
    if case .transition(let change) = property.source {
      return between(change) {
        $0.lengths($1, group)
      } mix: { from, to, progress in
        zip(from, to).map { $0.interpolated(to: $1, at: progress) }
      }
    }
    guard case .array(let items) = value(property, group) else { return [] }
    return items.map { Scalar($0.number ?? 0) * scale }
  }

  /// Returns a pair of lengths in points; 0 and 0 if there are not two. Each label asks, so nothing is
  /// allocated.
  private mutating func point(_ property: CompiledProperty) -> Point {
    if case .transition(let change) = property.source {
      return between(change) {
        $0.point($1)
      } mix: {
        Point(x: $0.x.interpolated(to: $1.x, at: $2), y: $0.y.interpolated(to: $1.y, at: $2))
      }
    }
    guard case .array(let items) = value(property, nil), items.count == 2 else { return .zero }
    return Point(x: Scalar(items[0].number ?? 0) * scale, y: Scalar(items[1].number ?? 0) * scale)
  }

  /// Returns the offset by which everything that a layer draws is moved, in the view's points.
  mutating func offset(_ translation: TranslationPaint) -> Point {
    let offset = point(translation.offset)
    guard offset != .zero else { return offset }
    guard text(translation.anchor) != "viewport" else { return offset }
    // The map turns against its bearing.
    let (sine, cosine) = transform.camera.bearing.sineAndCosine
    func turned(_ a: Scalar, _ b: Scalar) -> Scalar {
      Scalar(rounding: WideFixed<32>(rounding: a) * cosine + WideFixed<32>(rounding: b) * sine)
    }
    return Point(x: turned(offset.x, offset.y), y: turned(offset.y, -offset.x))
  }

  /// Returns the value of a property that is neither a plain number nor a plain color.
  mutating func value(_ property: CompiledProperty, _ group: FeatureGroup?) -> StyleValue {
    switch property.source {
    case .value(let value): return value
    case .number(let number): return .number(Double(number.rawValue) / 65536)
    case .ramp(let ramp): return .number(Double(ramp.value(at: zoom).rawValue) / 65536)
    case .color, .zoomColor: return .null
    // Numbers, colors and lengths are evaluated above.
    case .transition(let change): return value(change.to, group)
    case .zoom(let expression): return expression.value(&context)
    case .feature(let expression, let index):
      guard let value = group?.values[index] else { return .null }
      return interpolated(value, expression)
    }
  }

  /// Returns the color that a gradient has at a position from 0 to 1.
  mutating func gradientColor(_ property: CompiledProperty, lineProgress: Double? = nil, heatmapDensity: Double? = nil) -> Color? {
    guard case .zoom(let expression) = property.source else { return nil }
    (context.lineProgress, context.heatmapDensity) = (lineProgress, heatmapDensity)
    return expression.value(&context).color.map { Color($0) }
  }

  /// Returns a value between the one for the tile's zoom and the one for the next.
  private func interpolated(_ value: FeatureValue, _ expression: PropertyExpression) -> StyleValue {
    guard let curve = expression.zoomCurve, value.lower != value.upper else { return value.lower }
    let zoom = Double(self.zoom.rawValue) / 65536
    let fraction = curve.fraction(zoom, from: Double(tileZoom), to: Double(tileZoom + 1)).clamped(from: 0, to: 1)
    switch (value.lower, value.upper) {
    case (.number(let a), .number(let b)): return .number(a + (b - a) * fraction)
    case (.color(let a), .color(let b)): return .color(.interpolated(from: a, to: b, at: fraction, in: .rgb))
    case (.array(let a), .array(let b)) where a.count == b.count:
      return .array(zip(a, b).map { .number(($0.number ?? 0) + (($1.number ?? 0) - ($0.number ?? 0)) * fraction) })
    default: return value.lower
    }
  }
}

/// The number of a view's points for each pixel of a style, and the zooms that follow from it.
package struct MapScale: Equatable, Sendable {
  /// The number of points for each pixel of the style.
  package let pixelRatio: Scalar
  /// log₂ of the ratio.
  private let zoomOffset: Scalar

  /// Creates a scale; the ratio is clamped to 1/8…8.
  package init(pixelRatio: Scalar = 1) {
    let ratio = pixelRatio.clamped(from: 0.125, to: 8)
    self.pixelRatio = ratio
    zoomOffset = ratio == 1 ? 0 : Scalar(rounding: WideFixed<32>(rounding: ratio).binaryLogarithm())
  }

  /// Returns the zoom of a camera at which a style is evaluated at `zoom`.
  func cameraZoom(_ zoom: Scalar) -> Scalar { zoom + zoomOffset }

  /// Returns the zoom at which a style is evaluated, for the zoom of a camera.
  func styleZoom(_ zoom: Scalar) -> Scalar { zoom - zoomOffset }

  /// Returns the whole zoom for which the symbols of tiles are made, for the zoom of a camera.
  ///
  /// Below zoom 0, they are those of zoom 0, as in MapLibre. Sizes and colors are still those of the zoom.
  func symbolZoom(_ zoom: Scalar) -> Int { max(styleZoom(zoom).floor, 0) }
}
