/// A property of a layer that can be animated: Core Animation's key paths as enum cases.
///
/// Some cases are components of another property. For example, ``positionX`` is a component of ``position``.
/// The ``baseProperty`` of ``positionX`` is thus ``position``. Different components of one property can be
/// animated at the same time.
///
/// For a property that a layer does not have, ``Layer/value(for:)`` returns nil. Animating such a property
/// has no effect. ``Stage/takeDiagnostics()`` reports the mistake once for each property.
public enum AnimatableProperty: Hashable, Sendable {
  // Geometry.
  /// The position of the layer in its superlayer, or one coordinate of that position.
  case position, positionX, positionY
  /// The layer's ``Layer/zPosition``.
  case zPosition
  /// The anchor point of the layer, or the anchor point's z coordinate.
  case anchorPoint, anchorPointZ
  /// The layer's ``Layer/bounds``, or the origin or the size of the bounds.
  case bounds, boundsOrigin, boundsSize
  /// The layer's ``Layer/transform``.
  case transform
  /// The layer's ``Layer/sublayerTransform``.
  case sublayerTransform
  // Components of `transform`, which is decomposed into scale, skew, rotation about x, then y, then z,
  // translation and perspective. Setting a component replaces it alone.
  /// The rotation of ``Layer/transform`` about one axis.
  case rotationX, rotationY, rotationZ
  /// The scale of ``Layer/transform``, along one axis or along several axes.
  ///
  /// Setting ``scale`` sets the scale along x, y and z. Setting ``scaleXY`` sets the scale along x and y.
  /// Reading ``scale`` or ``scaleXY`` returns the mean of the scales along these axes.
  case scale, scaleXY, scaleX, scaleY, scaleZ
  /// The translation of ``Layer/transform``, along one axis or along x and y.
  ///
  /// The value of ``translation`` is a point with the translations along x and y.
  case translation, translationX, translationY, translationZ
  // Appearance.
  /// The layer's ``Layer/opacity``.
  case opacity
  /// The layer's ``Layer/isHidden``.
  case isHidden
  /// The layer's ``Layer/backgroundColor``.
  case backgroundColor
  /// The layer's ``Layer/cornerRadius``.
  case cornerRadius
  /// The layer's ``Layer/border``, or the width or the color of the border.
  case border, borderWidth, borderColor
  /// A property of the layer's shadow.
  case shadowColor, shadowOpacity, shadowOffset, shadowRadius, shadowPath
  // Content of particular layers.
  /// A property of a gradient layer.
  case colors, locations, startPoint, endPoint
  /// A property of a shape layer.
  case path, fillColor, strokeColor, strokeStart, strokeEnd, lineWidth, lineDashPhase
  /// The image of an image layer: ``ImageLayer/contents``.
  case contents
  /// A property that a subclass of ``Layer`` defines, identified by a number that the subclass chooses.
  case custom(Int)

  /// The whole property that has this property as a component, or this property itself.
  ///
  /// For example, the base property of ``positionX`` is ``position``. A property that is not a component,
  /// such as ``position``, is its own base property.
  public var baseProperty: AnimatableProperty {
    switch self {
    case .positionX, .positionY: .position
    case .boundsOrigin, .boundsSize: .bounds
    case .borderWidth, .borderColor: .border
    case .rotationX, .rotationY, .rotationZ, .scale, .scaleXY, .scaleX, .scaleY, .scaleZ,
      .translation, .translationX, .translationY, .translationZ:
      .transform
    default: self
    }
  }

  /// The name of the property in Core Animation, such as "position.x".
  ///
  /// When a change in a transaction starts an animation, this name is the key of that animation.
  public var name: String {
    switch self {
    case .position: "position"
    case .positionX: "position.x"
    case .positionY: "position.y"
    case .zPosition: "zPosition"
    case .anchorPoint: "anchorPoint"
    case .anchorPointZ: "anchorPointZ"
    case .bounds: "bounds"
    case .boundsOrigin: "bounds.origin"
    case .boundsSize: "bounds.size"
    case .transform: "transform"
    case .sublayerTransform: "sublayerTransform"
    case .rotationX: "transform.rotation.x"
    case .rotationY: "transform.rotation.y"
    case .rotationZ: "transform.rotation.z"
    case .scale: "transform.scale"
    case .scaleXY: "transform.scale.xy"
    case .scaleX: "transform.scale.x"
    case .scaleY: "transform.scale.y"
    case .scaleZ: "transform.scale.z"
    case .translation: "transform.translation"
    case .translationX: "transform.translation.x"
    case .translationY: "transform.translation.y"
    case .translationZ: "transform.translation.z"
    case .opacity: "opacity"
    case .isHidden: "hidden"
    case .backgroundColor: "backgroundColor"
    case .cornerRadius: "cornerRadius"
    case .border: "border"
    case .borderWidth: "borderWidth"
    case .borderColor: "borderColor"
    case .shadowColor: "shadowColor"
    case .shadowOpacity: "shadowOpacity"
    case .shadowOffset: "shadowOffset"
    case .shadowRadius: "shadowRadius"
    case .shadowPath: "shadowPath"
    case .colors: "colors"
    case .locations: "locations"
    case .startPoint: "startPoint"
    case .endPoint: "endPoint"
    case .path: "path"
    case .fillColor: "fillColor"
    case .strokeColor: "strokeColor"
    case .strokeStart: "strokeStart"
    case .strokeEnd: "strokeEnd"
    case .lineWidth: "lineWidth"
    case .lineDashPhase: "lineDashPhase"
    case .contents: "contents"
    case .custom: "custom"
    }
  }
}
