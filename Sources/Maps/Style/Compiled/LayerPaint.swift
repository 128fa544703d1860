/// The compiled properties of a style layer, by what the layer draws.
///
/// The properties of each kind are a class, because each frame looks at all layers, and a copy would be
/// hundreds of bytes with dozens of references.
enum LayerPaint: Sendable {
  case background(BackgroundPaint)
  case fill(FillPaint)
  case line(LinePaint)
  case circle(CirclePaint)
  case raster(RasterPaint)
  case heatmap(HeatmapPaint)
  case symbol(SymbolPaint)
}

/// An offset of everything that a layer draws.
struct TranslationPaint: Sendable {
  var offset: CompiledProperty
  /// `map` or `viewport`.
  var anchor: CompiledProperty

  init(_ compiler: inout PropertyCompiler, _ prefix: String) {
    offset = compiler.compile(StyleProperty(prefix + "-translate"))
    anchor = compiler.compile(StyleProperty(prefix + "-translate-anchor"))
  }
}

final class BackgroundPaint: Sendable {
  let color: CompiledProperty
  let opacity: CompiledProperty
  let pattern: CompiledProperty

  init(_ compiler: inout PropertyCompiler) {
    color = compiler.compile(.backgroundColor)
    opacity = compiler.compile(.backgroundOpacity)
    pattern = compiler.compile(.backgroundPattern)
  }
}

final class FillPaint: Sendable {
  let color: CompiledProperty
  let opacity: CompiledProperty
  /// The color of the outline. Without one, areas have no outline.
  let outlineColor: CompiledProperty
  let pattern: CompiledProperty
  let isAntialiased: CompiledProperty
  let translation: TranslationPaint
  let sortKey: CompiledProperty
  /// Whether the opacity applies to the layer as a whole, and not to each feature.
  let isOpacityOfLayer: Bool
  /// Whether areas extend half a pixel beyond their edges.
  let isWidened: Bool

  init(_ compiler: inout PropertyCompiler) {
    color = compiler.compile(.fillColor)
    opacity = compiler.compile(.fillOpacity)
    outlineColor = compiler.compile(.fillOutlineColor)
    pattern = compiler.compile(.fillPattern)
    isAntialiased = compiler.compile(.fillAntialias)
    translation = TranslationPaint(&compiler, "fill")
    sortKey = compiler.compile(.fillSortKey)
    isOpacityOfLayer = false
    isWidened = compiler.layer.widensAreas
  }

  /// Compiles a `fill-extrusion` layer, which is drawn flat.
  init(extrusion compiler: inout PropertyCompiler) {
    color = compiler.compile("fill-extrusion-color")
    opacity = compiler.compile("fill-extrusion-opacity")
    outlineColor = CompiledProperty(constant: .null)
    pattern = compiler.compile("fill-extrusion-pattern")
    isAntialiased = CompiledProperty(constant: .boolean(true))
    translation = TranslationPaint(&compiler, "fill-extrusion")
    sortKey = CompiledProperty(constant: .null)
    isOpacityOfLayer = true
    isWidened = false
  }
}

final class LinePaint: Sendable {
  let color: CompiledProperty
  let opacity: CompiledProperty
  let width: CompiledProperty
  let gapWidth: CompiledProperty
  let offset: CompiledProperty
  let blur: CompiledProperty
  let dashes: CompiledProperty
  let pattern: CompiledProperty
  let gradient: CompiledProperty
  let cap: CompiledProperty
  let join: CompiledProperty
  let miterLimit: CompiledProperty
  let translation: TranslationPaint
  let sortKey: CompiledProperty

  init(_ compiler: inout PropertyCompiler) {
    color = compiler.compile(.lineColor)
    opacity = compiler.compile(.lineOpacity)
    width = compiler.compile(.lineWidth)
    gapWidth = compiler.compile(.lineGapWidth)
    offset = compiler.compile(.lineOffset)
    blur = compiler.compile(.lineBlur)
    dashes = compiler.compile(.lineDasharray)
    pattern = compiler.compile(.linePattern)
    gradient = compiler.compile(.lineGradient)
    cap = compiler.compile(.lineCap)
    join = compiler.compile(.lineJoin)
    miterLimit = compiler.compile(.lineMiterLimit)
    translation = TranslationPaint(&compiler, "line")
    sortKey = compiler.compile(.lineSortKey)
  }
}

final class CirclePaint: Sendable {
  let color: CompiledProperty
  let opacity: CompiledProperty
  let radius: CompiledProperty
  let blur: CompiledProperty
  let strokeColor: CompiledProperty
  let strokeOpacity: CompiledProperty
  let strokeWidth: CompiledProperty
  let translation: TranslationPaint
  let sortKey: CompiledProperty

  init(_ compiler: inout PropertyCompiler) {
    color = compiler.compile("circle-color")
    opacity = compiler.compile("circle-opacity")
    radius = compiler.compile("circle-radius")
    blur = compiler.compile("circle-blur")
    strokeColor = compiler.compile("circle-stroke-color")
    strokeOpacity = compiler.compile("circle-stroke-opacity")
    strokeWidth = compiler.compile("circle-stroke-width")
    translation = TranslationPaint(&compiler, "circle")
    sortKey = compiler.compile("circle-sort-key")
  }
}

final class RasterPaint: Sendable {
  let opacity: CompiledProperty
  let hueRotation: CompiledProperty
  let minimumBrightness: CompiledProperty
  let maximumBrightness: CompiledProperty
  let saturation: CompiledProperty
  let contrast: CompiledProperty
  /// `linear` or `nearest`.
  let resampling: CompiledProperty

  init(_ compiler: inout PropertyCompiler) {
    opacity = compiler.compile("raster-opacity")
    hueRotation = compiler.compile("raster-hue-rotate")
    minimumBrightness = compiler.compile("raster-brightness-min")
    maximumBrightness = compiler.compile("raster-brightness-max")
    saturation = compiler.compile("raster-saturation")
    contrast = compiler.compile("raster-contrast")
    resampling = compiler.compile("raster-resampling")
  }
}

final class HeatmapPaint: Sendable {
  let color: CompiledProperty
  let intensity: CompiledProperty
  let opacity: CompiledProperty
  let radius: CompiledProperty
  let weight: CompiledProperty

  init(_ compiler: inout PropertyCompiler) {
    color = compiler.compile("heatmap-color")
    intensity = compiler.compile("heatmap-intensity")
    opacity = compiler.compile("heatmap-opacity")
    radius = compiler.compile("heatmap-radius")
    weight = compiler.compile("heatmap-weight")
  }
}
