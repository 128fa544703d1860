import CartoucheRaster

extension Layer {
  /// Animates a change of `property` from `old` if the current transaction animates changes.
  ///
  /// Most changes are in no transaction, and then `old` is not computed.
  func animateChange(of property: AnimatableProperty, from old: @autoclosure () -> AnimatableValue) {
    guard let transaction = owningStage?.transactions.last, transaction.settings.duration > 0, !transaction.settings.disablesActions
    else { return }
    var from = animations?.shown.shown(property) ?? old()
    if let layerAnimations = animations, let index = layerAnimations.index(of: property.name),
      layerAnimations.entries[index].begin == nil
    {
      // The animation has not begun, so the new value was never presented.
      switch layerAnimations.entries[index].animation.original {
      case .basic(let animation): from = animation.from ?? from
      case .spring(let animation): from = animation.basic.from ?? from
      case .keyframe, .group: break
      }
    }
    let settings = transaction.settings
    var basic = BasicAnimation(property, from: from, duration: settings.duration)
    basic.delay = settings.delay
    basic.fillMode = .backwards
    let animation: Animation
    switch settings.timing {
    case .curve(let function):
      basic.timingFunction = function
      animation = .basic(basic)
    case .spring(let spring):
      basic.duration = 0
      var springing = SpringAnimation(property, spring: spring)
      springing.basic = basic
      animation = .spring(springing)
    }
    transaction.completionGroup.enter()
    add(
      animation, forKey: property.name, defaultDuration: settings.duration, completionGroup: transaction.completionGroup,
      completion: nil)
  }
}
