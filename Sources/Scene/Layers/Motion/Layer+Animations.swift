import CartoucheRaster

// Adding and removing animations.

extension Layer {
  /// Adds an animation to this layer. The animation begins in the next frame of the stage that shows the
  /// layer.
  ///
  /// The animation does not change the layer's properties. While the animation plays, the frames show the
  /// animated values in place of the layer's own values. To keep showing the last animated value after the
  /// animation, set the property to that value before the animation is added.
  ///
  /// Animations of the same property apply in the order in which they were added. A later animation replaces
  /// the value of the earlier animations, unless the later animation is additive. An additive animation adds
  /// to the value of the earlier animations.
  ///
  /// A completion handler is called before the frame is drawn, so that the handler's changes are visible in
  /// that frame. If several animations of a layer end in one frame, their handlers are called in the order in
  /// which the animations were added. Handlers of different layers are called layer by layer, in the order in
  /// which the stage began to animate the layers.
  ///
  /// - Parameters:
  ///   - animation: The animation to add.
  ///   - key: The key with which the animation can be removed. If the layer already has an animation with
  ///     this key, that animation is cancelled.
  ///   - completion: A handler that is called once, when the animation ends. After the animation has played
  ///     to its end, the argument is ``AnimationEnd/finished``. In all other cases, the argument is
  ///     ``AnimationEnd/cancelled``. When the animation is removed or replaced, or when the layer is
  ///     deallocated, the handler is called immediately. When the layer leaves the stage, the handler is
  ///     called in the next frame.
  /// - Complexity: Adding an animation allocates memory. The frames in which the animation plays allocate no
  ///   memory.
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
      LayerAnimations.Entry(key: key, animation: resolved, completion: completion, completionGroup: completionGroup))
    setNeedsAnimationUpdate()
    if let replaced, !replaced.hasEnded { replaced.notify(.cancelled) }
  }

  /// Removes the animation that was added to this layer with `key`.
  ///
  /// If the animation has not ended, its completion handler is called with ``AnimationEnd/cancelled``. If
  /// there is no animation with this key, nothing happens.
  public final func removeAnimation(forKey key: String) {
    guard let layerAnimations = animations, let index = layerAnimations.index(of: key) else { return }
    let entry = layerAnimations.entries.remove(at: index)
    setNeedsAnimationUpdate()
    if !entry.hasEnded { entry.notify(.cancelled) }
  }

  /// Removes all animations from this layer.
  ///
  /// For each animation that has not ended, the completion handler is called with ``AnimationEnd/cancelled``.
  public final func removeAllAnimations() {
    guard let layerAnimations = animations else { return }
    var ended: [LayerAnimations.Entry] = []
    layerAnimations.removeAll { ended.append($0) }
    setNeedsAnimationUpdate()
    for entry in ended { entry.notify(.cancelled) }
  }

  /// Returns the animation that was added to this layer with `key`; nil if there is no such animation.
  public final func animation(forKey key: String) -> Animation? {
    guard let layerAnimations = animations, let index = layerAnimations.index(of: key) else { return nil }
    return layerAnimations.entries[index].animation.original
  }

  /// The keys of the layer's animations, in the order in which the animations were added.
  ///
  /// Animations without a key are left out.
  public final var animationKeys: [String] {
    animations?.entries.compactMap { $0.key } ?? []
  }

  /// Returns the value of `property` that the last frame showed.
  ///
  /// While the property is animated, the result is the animated value. Otherwise the result is the layer's
  /// own value.
  ///
  /// - Returns: The value; nil if the layer has no such property.
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
