import CartoucheRaster

// Adding and removing animations.

extension Layer {
  /// Adds an animation to this layer, which plays from the next frame in which a stage shows the layer.
  ///
  /// The animation does not change the layer's properties. While the animation plays, the animated values are
  /// shown in place of the layer's own values, and are called *presented*. To keep the last value after the
  /// animation, set the property to that value before the animation is added. Animations of the same property
  /// apply in the order in which they were added. A later animation replaces the value of the earlier
  /// animations, or adds to that value if the later animation is additive.
  ///
  /// A completion handler is called before the frame is drawn, so that the handler's changes are visible in
  /// that frame. Within a frame, the handlers are called in the order in which layers became animated. The
  /// handlers of one layer are called in the order in which its animations were added.
  ///
  /// - Parameters:
  ///   - key: The key for removing the animation. An animation that was already added under the key is
  ///     cancelled.
  ///   - completion: A handler that is called once, with the way in which the animation ended. The argument
  ///     is ``AnimationEnd/finished`` in the frame in which the animation ends. The argument is
  ///     ``AnimationEnd/cancelled`` at once when the animation is removed or replaced, or when the layer is
  ///     deallocated. If the layer has left the stage, the handler is called with ``AnimationEnd/cancelled``
  ///     in the next frame.
  /// - Complexity: Adding an animation allocates memory. The frames in which the animation plays allocate
  ///   none.
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

  /// Removes the animation that was added to the layer under `key`, if there is such an animation.
  public final func removeAnimation(forKey key: String) {
    guard let layerAnimations = animations, let index = layerAnimations.index(of: key) else { return }
    let entry = layerAnimations.entries.remove(at: index)
    setNeedsAnimationUpdate()
    if !entry.hasEnded { entry.notify(.cancelled) }
  }

  /// Removes all animations from the layer.
  public final func removeAllAnimations() {
    guard let layerAnimations = animations else { return }
    var ended: [LayerAnimations.Entry] = []
    layerAnimations.removeAll { ended.append($0) }
    setNeedsAnimationUpdate()
    for entry in ended { entry.notify(.cancelled) }
  }

  /// Returns the animation that was added to the layer under `key`; nil if there is no such animation.
  public final func animation(forKey key: String) -> Animation? {
    guard let layerAnimations = animations, let index = layerAnimations.index(of: key) else { return nil }
    return layerAnimations.entries[index].animation
  }

  /// The keys of those animations of the layer that have a key, in the order in which they were added.
  public final var animationKeys: [String] {
    animations?.entries.compactMap { $0.key } ?? []
  }

  /// Returns the value of `property` that the last frame showed.
  ///
  /// While the property is animated, the result is the animated value. Otherwise the result is the layer's
  /// own value.
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
