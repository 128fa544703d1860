/// The compiled properties of a symbol layer.
final class SymbolPaint: Sendable {
  /// How the symbols of a layer are distributed along the geometry of features.
  let placement: CompiledProperty
  let spacing: CompiledProperty
  let order: CompiledProperty
  let sortKey: CompiledProperty
  let avoidsEdges: CompiledProperty
  let text: Text
  let icon: Icon

  /// The properties of texts.
  struct Text: Sendable {
    let field, fonts, size, maximumWidth, lineHeight, letterSpacing, justification, transform: CompiledProperty
    let anchor, offset, radialOffset, variableAnchors, variableAnchorOffsets, rotation, writingModes: CompiledProperty
    let maximumAngle, keepsUpright: CompiledProperty
    /// Whether the layer has a radial offset, which then replaces the offset of variable anchors, even if it
    /// is 0.
    let hasRadialOffset: Bool
    let rules: Rules
    let paint: Paint
  }

  /// The properties of icons.
  struct Icon: Sendable {
    let image, size, anchor, offset, rotation, keepsUpright, textFit, textFitPadding: CompiledProperty
    let rules: Rules
    let paint: Paint
  }

  /// The properties on which collisions depend, of texts or icons.
  struct Rules: Sendable {
    let overlap, allowsOverlap, ignoresPlacement, isOptional, padding, rotationAlignment: CompiledProperty

    init(_ compiler: inout PropertyCompiler, _ prefix: String) {
      overlap = compiler.compile(StyleProperty(prefix + "-overlap"))
      allowsOverlap = compiler.compile(StyleProperty(prefix + "-allow-overlap"))
      ignoresPlacement = compiler.compile(StyleProperty(prefix + "-ignore-placement"))
      isOptional = compiler.compile(StyleProperty(prefix + "-optional"))
      padding = compiler.compile(StyleProperty(prefix + "-padding"))
      rotationAlignment = compiler.compile(StyleProperty(prefix + "-rotation-alignment"))
    }
  }

  /// The colors of texts or icons.
  struct Paint: Sendable {
    let color, opacity, haloColor, haloWidth, haloBlur: CompiledProperty
    let translation: TranslationPaint

    init(_ compiler: inout PropertyCompiler, _ prefix: String) {
      color = compiler.compile(StyleProperty(prefix + "-color"))
      opacity = compiler.compile(StyleProperty(prefix + "-opacity"))
      haloColor = compiler.compile(StyleProperty(prefix + "-halo-color"))
      haloWidth = compiler.compile(StyleProperty(prefix + "-halo-width"))
      haloBlur = compiler.compile(StyleProperty(prefix + "-halo-blur"))
      translation = TranslationPaint(&compiler, prefix)
    }

    /// Whether each feature may have its own paint.
    var dependsOnFeature: Bool {
      [color, opacity, haloColor, haloWidth, haloBlur].contains { $0.dependsOnFeature }
    }
  }

  init(_ compiler: inout PropertyCompiler) {
    placement = compiler.compile(.symbolPlacement)
    spacing = compiler.compile(.symbolSpacing)
    order = compiler.compile(.symbolZOrder)
    sortKey = compiler.compile(.symbolSortKey)
    avoidsEdges = compiler.compile(.symbolAvoidEdges)
    text = Text(
      field: compiler.compile(.textField), fonts: compiler.compile(.textFont), size: compiler.compile(.textSize),
      maximumWidth: compiler.compile(.textMaxWidth), lineHeight: compiler.compile(.textLineHeight),
      letterSpacing: compiler.compile(.textLetterSpacing), justification: compiler.compile(.textJustify),
      transform: compiler.compile(.textTransform), anchor: compiler.compile(.textAnchor), offset: compiler.compile(.textOffset),
      radialOffset: compiler.compile(.textRadialOffset), variableAnchors: compiler.compile(.textVariableAnchor),
      variableAnchorOffsets: compiler.compile(.textVariableAnchorOffset), rotation: compiler.compile(.textRotate),
      writingModes: compiler.compile(.textWritingMode), maximumAngle: compiler.compile(.textMaxAngle),
      keepsUpright: compiler.compile(.textKeepUpright), hasRadialOffset: compiler.layer.properties[.textRadialOffset] != nil,
      rules: Rules(&compiler, "text"), paint: Paint(&compiler, "text"))
    icon = Icon(
      image: compiler.compile(.iconImage), size: compiler.compile(.iconSize), anchor: compiler.compile(.iconAnchor),
      offset: compiler.compile(.iconOffset), rotation: compiler.compile(.iconRotate),
      keepsUpright: compiler.compile(.iconKeepUpright), textFit: compiler.compile(.iconTextFit),
      textFitPadding: compiler.compile(.iconTextFitPadding), rules: Rules(&compiler, "icon"), paint: Paint(&compiler, "icon"))
  }
}
