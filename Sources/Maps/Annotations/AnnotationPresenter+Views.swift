import CartoucheControls
import CartoucheRaster
import CartoucheScene

// Creating, showing and removing views.
extension AnnotationPresenter {
  /// Returns a prepared view for `annotation`: the application's view, or a default view.
  func prepareView(for annotation: any Annotation) -> AnnotationView {
    isPreparing = true
    defer { isPreparing = false }
    var view = map.askForView(for: annotation)
    // A view that already shows another annotation cannot be used.
    if let candidate = view, candidate.superlayer != nil || candidate.map != nil { view = nil }
    let result = view ?? defaultView(for: annotation)
    result.annotation = annotation
    result.map = map
    result.prepareForDisplay()
    return result
  }

  private func defaultView(for annotation: any Annotation) -> AnnotationView {
    if let user = annotation as? UserLocation {
      return UserLocationView(annotation: user, reuseIdentifier: nil)
    }
    let identifier = annotation is ClusterAnnotation ? MapView.defaultClusterReuseIdentifier : MapView.defaultReuseIdentifier
    return views.dequeue(identifier, for: annotation) ?? MarkerAnnotationView(annotation: annotation, reuseIdentifier: identifier)
  }

  /// Updates the stored traits of an annotation view after one of the traits has changed.
  func viewChanged(_ view: AnnotationView) {
    guard !isPreparing, let item = shownInOrder.first(where: { $0.view === view }) else { return }
    movedFor = nil
    let traits = AnnotationTraits(view)
    if let record = item.record {
      guard record.traits != traits else { return }
      store(traits, of: record)
    } else {
      item.group?.clusters[item.key.number]?.traits = traits
    }
    setNeedsPlacement()
  }

  /// Passes the map's new theme to the annotation views, the callout, and the accessories that follow a
  /// theme.
  func themeDidChange() {
    map.markerImages.removeAll()
    let known = shownInOrder.map(\.view) + departing.map(\.view) + records.compactMap(\.ownView) + views.unused
    for view in known {
      for case let themed as any ThemedLayer in [
        view, view.leftCalloutAccessory, view.rightCalloutAccessory, view.detailCalloutAccessory,
      ] {
        themed.theme = map.theme
      }
      view.themeDidChange()
    }
    callouts.themeDidChange()
  }

  // MARK: Coming and going

  /// Animates a new annotation view as it appears.
  ///
  /// The view slides out of the cluster that contained its annotation. If there was no such cluster, the view
  /// grows in place. A view may have an entrance of its own, also when the map places annotations for the
  /// first time.
  ///
  /// While the map is zoomed or turned, many views appear in each placement, and the view only fades in: a
  /// view that grows is resampled in each frame. A view that is not near the screen is not animated.
  func enter(_ item: ShownAnnotation, from ancestor: ShownAnnotation?, _ transform: MapTransform, _ isAnimated: Bool) {
    let view = item.view
    if ancestor == nil, map.animatesAnnotations, map.isOnStage,
      view.beginEntrance(at: view.frame(at: transform.point(for: item.point)))
    {
      return
    }
    guard isAnimated, isNearScreen(item, transform, from: ancestor) else { return }
    if let ancestor {
      view.slide(
        from: transform.point(for: ancestor.point) - transform.point(for: item.point), duration: Self.slideDuration,
        byWholePoints: true)
    } else if !motion.isMoving {
      let grow = BasicAnimation(.scaleXY, from: .scalar(0.5), to: .scalar(1), duration: Self.fadeDuration, timingFunction: .easeOut)
      view.add(grow, forKey: "annotation.grow")
    }
    let fade = BasicAnimation(.opacity, from: .scalar(0), duration: Self.fadeDuration, timingFunction: .easeOut)
    view.add(fade, forKey: "annotation.fade")
  }

  /// Animates an annotation view as it disappears, and removes the view.
  ///
  /// The view slides into the cluster that contains its annotation now. If there is no such cluster, the view
  /// fades in place.
  func leave(_ item: ShownAnnotation, for ancestor: ShownAnnotation?, _ transform: MapTransform, _ isAnimated: Bool) {
    let view = item.view
    guard isAnimated, view.superlayer != nil, isNearScreen(item, transform) else { return removeView(item) }
    departing.append(item)
    var fade = BasicAnimation(.opacity, to: .scalar(0), duration: ancestor == nil ? Self.fadeDuration : Self.slideDuration)
    fade.timing.timingFunction = ancestor == nil ? .easeIn : .easeInEaseOut
    if let ancestor {
      let offset = transform.point(for: ancestor.point) - transform.point(for: item.point)
      view.slide(from: .zero, to: offset, duration: Self.slideDuration, byWholePoints: true)
    }
    view.add(fade, forKey: "annotation.fade") { [weak self, weak item] _ in
      guard let self, let item, let index = self.departing.firstIndex(where: { $0 === item }) else { return }
      self.departing.remove(at: index)
      self.removeView(item)
    }
  }

  /// Returns whether a view is seen at its own position, or on its way there from the position of `start`.
  private func isNearScreen(_ item: ShownAnnotation, _ transform: MapTransform, from start: ShownAnnotation? = nil) -> Bool {
    let frame = item.view.frame(at: transform.point(for: item.point))
    guard let start else { return frame.intersects(transform.bounds) }
    return frame.union(item.view.frame(at: transform.point(for: start.point))).intersects(transform.bounds)
  }

  /// Returns the disappearing item with a key, so that the map shows the item again.
  func cancelDeparture(_ key: AnnotationKey) -> ShownAnnotation? {
    guard let index = departing.firstIndex(where: { $0.key == key && $0.record?.isRemoved != true }) else { return nil }
    let item = departing.remove(at: index)
    item.view.removeAnimation(forKey: "annotation.fade")
    item.view.removeAnimation(forKey: "annotation.slide")
    return item
  }

  private func removeView(_ item: ShownAnnotation) {
    if callouts.view === item.view { callouts.hide(animated: false) }
    if item.view.isSelected { item.view.setSelected(false, animated: false) }
    item.view.removeFromSuperlayer()
    item.view.removeAllAnimations()
    if let record = item.record, item.view.reuseIdentifier == nil, !record.isRemoved {
      record.ownView = item.view
    } else {
      views.enqueue(item.view)
    }
  }

  static var fadeDuration: Seconds { 0.2 }
  static var slideDuration: Seconds { 0.3 }
}

extension AnnotationView {
  /// Animates the view from one offset to another. The offsets are relative to the view's own position.
  ///
  /// - Parameter byWholePoints: Whether the view stays on whole points, where its image is not resampled. A
  ///   slow view would be seen to move in steps.
  final func slide(from start: Point, to end: Point = .zero, duration: Seconds, byWholePoints: Bool = false) {
    var slide = BasicAnimation(
      .position, from: .point(start), to: .point(end), duration: duration, timingFunction: .easeInEaseOut)
    (slide.isAdditive, slide.roundsToWholePoints) = (true, byWholePoints)
    add(slide, forKey: "annotation.slide")
  }

  /// The view's z-order among annotation views. A selected view is in front of all others.
  final var zOrder: Int { isSelected ? Int.max : zPriority }
}
