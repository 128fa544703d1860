/// A report of a mistake in an animation.
///
/// Because of the mistake, the animation or a part of the animation has no effect.
public struct AnimationDiagnostic: Hashable, Sendable {
  /// A kind of mistake in an animation.
  public enum Problem: UInt8, Hashable, Sendable {
    /// The animated layer does not have the property that the animation names.
    case noSuchProperty
    /// The animation's values are of a different kind from the property's values.
    ///
    /// For example, the animation gives a number for a property that is a color.
    case typeMismatch
  }

  /// The layer property that the animation was meant to animate.
  public let property: AnimatableProperty
  /// The kind of mistake that was found in the animation.
  public let problem: Problem

  /// Creates a report of a mistake in an animation of `property`.
  public init(property: AnimatableProperty, problem: Problem) {
    (self.property, self.problem) = (property, problem)
  }
}

#if !hasFeature(Embedded)
  extension AnimationDiagnostic: CustomStringConvertible {
    /// The text of the report, in English.
    public var description: String {
      switch problem {
      case .noSuchProperty:
        "an animation of \"\(property.name)\" does nothing: its layer has no such property. Animate a layer of a class that has it."
      case .typeMismatch:
        "an animation of \"\(property.name)\" does nothing: its values are of another kind than the property's. Look at the property's type."
      }
    }
  }
#endif
