/// A property of a layer that can be animated: Core Animation's key paths as enum cases.
///
/// Some cases, such as ``positionX``, ``boundsSize`` or ``rotationZ``, are components of another property,
/// their ``baseProperty``. Several animations can each animate another component of the same property. If a
/// layer does not have a property, ``Layer/value(for:)`` of the layer returns nil. Animating such a property
/// has no effect, and the stage reports the mistake once.
public enum AnimatableProperty: Hashable, Sendable {
  // Geometry.
  case position, positionX, positionY
  case zPosition
  case anchorPoint, anchorPointZ
  case bounds, boundsOrigin, boundsSize
  case transform
  case sublayerTransform
  // Components of `transform`, which is decomposed into scale, skew, rotation about x, then y, then z,
  // translation and perspective. Setting a component replaces it alone.
  case rotationX, rotationY, rotationZ
  /// A component of the scale of ``Layer/transform``.
  ///
  /// Setting ``scale`` sets x, y and z. Setting ``scaleXY`` sets x and y. Reading ``scale`` or ``scaleXY``
  /// returns the mean of these components.
  case scale, scaleXY, scaleX, scaleY, scaleZ
  /// A component of the translation of ``Layer/transform``; ``translation`` is x and y as a point.
  case translation, translationX, translationY, translationZ
  // Appearance.
  case opacity
  case isHidden
  case backgroundColor
  case cornerRadius
  case border, borderWidth, borderColor
  case shadowColor, shadowOpacity, shadowOffset, shadowRadius, shadowPath
  // Content of particular layers.
  case colors, locations, startPoint, endPoint
  case path, fillColor, strokeColor, strokeStart, strokeEnd, lineWidth, lineDashPhase
  case contents
  /// A property that a subclass of ``Layer`` defines, identified by a number that the subclass chooses.
  case custom(Int)

  /// The property of which this property is a component; for all other properties, the property itself.
  ///
  /// For example, the base property of ``positionX`` is ``position``.
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
  /// A transaction adds the animation of the property under this key.
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
