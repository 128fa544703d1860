import CartoucheRaster

// Adding and removing animations.

extension Layer {
  /// Plays `animation` on this layer, from the next frame in which a stage shows the layer.
  ///
  /// The layer's properties do not change; while the animation plays, its values are *presented* in their
  /// place. To stay at the last value, set the property to it first. Animations of one property apply in the
  /// order in which they were added; a later one replaces the value of the earlier ones, or adds to it if it
  /// is additive.
  ///
  /// A completion handler is called before the frame is drawn, so that its changes are visible in that frame.
  /// Within a frame, the handlers are called in the order in which layers became animated, and for one layer
  /// in the order in which its animations were added.
  ///
  /// - Parameters:
  ///   - key: The key for removing the animation. An animation already added under the key is cancelled.
  ///   - completion: Called once. The argument is ``AnimationEnd/finished`` in the frame in which the
  ///     animation ends. It is ``AnimationEnd/cancelled`` at once when the animation is removed or replaced,
  ///     in the next frame when its layer has left the stage, and at the latest when the layer is
  ///     deallocated.
  /// - Complexity: Allocates; the frames in which the animation plays do not.
  public final func add(
    _ animation: some TimedAnimation, forKey key: String? = nil, completion: ((AnimationEnd) -> Void)? = nil
  ) {
    let transaction = owningStage?.transactions.last
    transaction?.completionGroup.enter()
    add(
      animation.animation, forKey: key, defaultDuration: transaction?.defaultDuration ?? 0.25,
      completionGroup: transaction?.completionGroup, completion: completion
    )
  }

  func add(
    _ animation: Animation, forKey key: String?, defaultDuration: Seconds, completionGroup: CompletionGroup?,
    completion: ((AnimationEnd) -> Void)?
  ) {
    let layerAnimations = animations ?? LayerAnimations()
    // Resolve before the animation under this key is removed: its presented value may be the start value.
    let resolved = ResolvedAnimation(animation, on: self, defaultDuration: defaultDuration)
    animations = layerAnimations
    let replaced = key.flatMap { layerAnimations.index(of: $0) }.map { layerAnimations.entries.remove(at: $0) }
    layerAnimations.entries.append(
      LayerAnimations.Entry(
        key: key, animation: animation, resolved: resolved, completion: completion, completionGroup: completionGroup))
    setNeedsAnimationUpdate()
    if let replaced, !replaced.hasEnded { replaced.notify(.cancelled) }
  }

  /// Removes the animation added under `key`, if any.
  public final func removeAnimation(forKey key: String) {
    guard let layerAnimations = animations, let index = layerAnimations.index(of: key) else { return }
    let entry = layerAnimations.entries.remove(at: index)
    setNeedsAnimationUpdate()
    if !entry.hasEnded { entry.notify(.cancelled) }
  }

  /// Removes all animations.
  public final func removeAllAnimations() {
    guard let layerAnimations = animations else { return }
    var ended: [LayerAnimations.Entry] = []
    layerAnimations.removeAll { ended.append($0) }
    setNeedsAnimationUpdate()
    for entry in ended { entry.notify(.cancelled) }
  }

  /// Returns the animation added under `key`; nil if there is none.
  public final func animation(forKey key: String) -> Animation? {
    guard let layerAnimations = animations, let index = layerAnimations.index(of: key) else { return nil }
    return layerAnimations.entries[index].animation
  }

  /// The keys of the animations that have one, in the order in which they were added.
  public final var animationKeys: [String] {
    animations?.entries.compactMap { $0.key } ?? []
  }

  /// Returns the value of `property` presented in the last frame: the model value unless it is animated.
  ///
  /// - Returns: nil if the layer has no such property.
  public final func presentationValue(for property: AnimatableProperty) -> AnimatableValue? {
    animations?.shown.shown(property) ?? value(for: property.baseProperty)?.part(property)
  }
}

extension Layer {
  /// Marks this layer and its superlayers as having new animations.
  func setNeedsAnimationUpdate() {
    var layer: Layer? = self
    while let current = layer, !current.dirtyFlags.hasNewAnimations {
      current.dirtyFlags.hasNewAnimations = true
      layer = current.superlayer
    }
  }
}
