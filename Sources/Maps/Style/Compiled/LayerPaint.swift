/// The compiled properties of a style layer, by what the layer draws.
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

struct BackgroundPaint: Sendable {
  var color: CompiledProperty
  var opacity: CompiledProperty
  var pattern: CompiledProperty

  init(_ compiler: inout PropertyCompiler) {
    color = compiler.compile(.backgroundColor)
    opacity = compiler.compile(.backgroundOpacity)
    pattern = compiler.compile(.backgroundPattern)
  }
}

struct FillPaint: Sendable {
  var color: CompiledProperty
  var opacity: CompiledProperty
  /// The color of the outline. Without one, areas have no outline.
  var outlineColor: CompiledProperty
  var pattern: CompiledProperty
  var isAntialiased: CompiledProperty
  var translation: TranslationPaint
  var sortKey: CompiledProperty
  /// Whether the opacity applies to the layer as a whole, and not to each feature.
  var isOpacityOfLayer: Bool
  /// Whether areas extend half a pixel beyond their edges.
  var isWidened: Bool

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

struct LinePaint: Sendable {
  var color: CompiledProperty
  var opacity: CompiledProperty
  var width: CompiledProperty
  var gapWidth: CompiledProperty
  var offset: CompiledProperty
  var blur: CompiledProperty
  var dashes: CompiledProperty
  var pattern: CompiledProperty
  var gradient: CompiledProperty
  var cap: CompiledProperty
  var join: CompiledProperty
  var miterLimit: CompiledProperty
  var translation: TranslationPaint
  var sortKey: CompiledProperty

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

struct CirclePaint: Sendable {
  var color: CompiledProperty
  var opacity: CompiledProperty
  var radius: CompiledProperty
  var blur: CompiledProperty
  var strokeColor: CompiledProperty
  var strokeOpacity: CompiledProperty
  var strokeWidth: CompiledProperty
  var translation: TranslationPaint
  var sortKey: CompiledProperty

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

struct RasterPaint: Sendable {
  var opacity: CompiledProperty
  var hueRotation: CompiledProperty
  var minimumBrightness: CompiledProperty
  var maximumBrightness: CompiledProperty
  var saturation: CompiledProperty
  var contrast: CompiledProperty
  /// `linear` or `nearest`.
  var resampling: CompiledProperty

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

struct HeatmapPaint: Sendable {
  var color: CompiledProperty
  var intensity: CompiledProperty
  var opacity: CompiledProperty
  var radius: CompiledProperty
  var weight: CompiledProperty

  init(_ compiler: inout PropertyCompiler) {
    color = compiler.compile("heatmap-color")
    intensity = compiler.compile("heatmap-intensity")
    opacity = compiler.compile("heatmap-opacity")
    radius = compiler.compile("heatmap-radius")
    weight = compiler.compile("heatmap-weight")
  }
}
