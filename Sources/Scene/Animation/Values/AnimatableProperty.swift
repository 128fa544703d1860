/// What of a layer can be animated: Core Animation's key paths, as names that the compiler knows.
///
/// The *parts* (``positionX``, ``boundsSize``, ``rotationZ``, …) stand in a whole property, their ``baseProperty``: several animations may each move a part of it.
/// A layer that has no such property answers nil to ``Layer/value(for:)``; an animation of it does nothing, and the stage says so once.
public enum AnimatableProperty: Hashable, Sendable {
  // Geometry.
  case position, positionX, positionY
  case zPosition
  case anchorPoint, anchorPointZ
  case bounds, boundsOrigin, boundsSize
  case transform
  case sublayerTransform
  // Parts of `transform`, which is taken apart into scale, skew, rotation about x, then y, then z, translation and perspective; setting one replaces it alone.
  case rotationX, rotationY, rotationZ
  /// ``scale`` is x, y and z at once, ``scaleXY`` x and y; asked for, they are the mean.
  case scale, scaleXY, scaleX, scaleY, scaleZ
  /// ``translation`` is x and y, a point.
  case translation, translationX, translationY, translationZ
  // Looks.
  case opacity
  case isHidden
  case backgroundColor
  case cornerRadius
  case border, borderWidth, borderColor
  case shadowColor, shadowOpacity, shadowOffset, shadowRadius, shadowPath
  // What some layers show.
  case colors, locations, startPoint, endPoint
  case path, fillColor, strokeColor, strokeStart, strokeEnd, lineWidth, lineDashPhase
  case contents
  /// A subclass's own property, by a number of its choice.
  case custom(Int)

  /// The property that this one is a part of; itself if of none.
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

  /// Core Animation's name of it: the key under which a transaction adds its animation.
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
