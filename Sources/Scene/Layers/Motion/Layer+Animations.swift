import CartoucheRaster

// Adding animations to a layer and taking them off.

extension Layer {
  /// Plays `animation` on this layer from the next frame on that a stage shows with it.
  ///
  /// The layer's properties stay as they are: an animation tells what is *shown* instead of them while it plays. To stay at its last value, set the property to it first.
  /// Animations of one property are applied in the order in which they were added; the last one counts, and additive ones add to it.
  ///
  /// - Parameters:
  ///   - key: under which it can be taken off; one that is there already under the same key is cancelled.
  ///   - completion: called once: with ``AnimationEnd/finished`` in the frame in which it has ended, before anything of that frame is drawn, so that what it changes or adds
  ///     is seen in that same frame; with ``AnimationEnd/cancelled`` when it is taken off or replaced, at once, when its layer is no longer on the stage at the next frame, and
  ///     at the latest when the layer goes. In one frame, layers come in the order in which they began to be animated, and a layer's animations in that in which they were added.
  /// - Complexity: takes memory; the frames in which it then plays take none.
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
    let own = animations ?? LayerAnimations()
    // Before the one under this key goes: it may show what this one begins with.
    let played = ResolvedAnimation(animation, on: self, defaultDuration: defaultDuration)
    animations = own
    let replaced = key.flatMap { own.index(of: $0) }.map { own.entries.remove(at: $0) }
    own.entries.append(
      LayerAnimations.Entry(
        key: key, animation: animation, played: played, completion: completion, completionGroup: completionGroup))
    setNeedsAnimationUpdate()
    if let replaced, !replaced.hasEnded { replaced.notify(.cancelled) }
  }

  /// Takes the animation off that was added under `key`; where there is none, nothing happens.
  public final func removeAnimation(forKey key: String) {
    guard let own = animations, let index = own.index(of: key) else { return }
    let entry = own.entries.remove(at: index)
    setNeedsAnimationUpdate()
    if !entry.hasEnded { entry.notify(.cancelled) }
  }

  /// Takes all animations off.
  public final func removeAllAnimations() {
    guard let own = animations else { return }
    var ended: [LayerAnimations.Entry] = []
    own.removeAll { ended.append($0) }
    setNeedsAnimationUpdate()
    for entry in ended { entry.notify(.cancelled) }
  }

  /// The animation that was added under `key`, as it was added; nil when it has been taken off.
  public final func animation(forKey key: String) -> Animation? {
    guard let own = animations, let index = own.index(of: key) else { return nil }
    return own.entries[index].animation
  }

  /// The keys of the animations that have one, in the order in which they were added.
  public final var animationKeys: [String] {
    animations?.entries.compactMap { $0.key } ?? []
  }

  /// What the last frame showed of `property`: the property itself, unless an animation shows something else.
  ///
  /// - Returns: nil if the layer has no such property.
  public final func presentationValue(for property: AnimatableProperty) -> AnimatableValue? {
    animations?.shown.shown(property) ?? value(for: property.baseProperty)?.part(property)
  }
}

extension Layer {
  /// Tells this layer and those above that there are animations to look at.
  func setNeedsAnimationUpdate() {
    var layer: Layer? = self
    while let current = layer, !current.dirtyFlags.hasNewAnimations {
      current.dirtyFlags.hasNewAnimations = true
      layer = current.superlayer
    }
  }
}
