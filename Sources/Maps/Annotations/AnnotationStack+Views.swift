import CartoucheRaster
import CartoucheScene

// Where views come from, and how they come and go.
extension AnnotationStack {
  /// A view for `annotation`, made ready: the application's, or the default one.
  func prepareView(for annotation: any Annotation) -> AnnotationView {
    isPreparing = true
    defer { isPreparing = false }
    var view = map.delegate?.mapView(map, viewFor: annotation) ?? map.viewFor?(annotation)
    // One that shows another annotation already cannot show this one too.
    if let given = view, given.superlayer != nil || given.map != nil { view = nil }
    let ready = view ?? defaultView(for: annotation)
    ready.annotation = annotation
    ready.map = map
    ready.prepareForDisplay()
    return ready
  }

  private func defaultView(for annotation: any Annotation) -> AnnotationView {
    if let user = annotation as? UserLocation {
      return UserLocationView(annotation: user, reuseIdentifier: nil)
    }
    let identifier = annotation is ClusterAnnotation ? MapView.defaultClusterReuseIdentifier : MapView.defaultReuseIdentifier
    return views.dequeue(identifier, for: annotation) ?? MarkerAnnotationView(annotation: annotation, reuseIdentifier: identifier)
  }

  /// Something that decides on a view's place was changed.
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

  // MARK: Coming and going

  /// Lets a new view appear: out of the cluster that it was part of, or on its place.
  func enter(_ item: ShownAnnotation, from ancestor: ShownAnnotation?, _ transform: MapTransform, _ isAnimated: Bool) {
    guard isAnimated else { return }
    let view = item.view
    if let ancestor {
      view.slide(
        from: transform.point(for: ancestor.place) - transform.point(for: item.place), duration: Self.splitting)
    } else {
      let grow = BasicAnimation(.scaleXY, from: .scalar(0.5), to: .scalar(1), duration: Self.fading, timingFunction: .easeOut)
      view.add(grow, forKey: "annotation.grow")
    }
    let fade = BasicAnimation(.opacity, from: .scalar(0), duration: Self.fading, timingFunction: .easeOut)
    view.add(fade, forKey: "annotation.fade")
  }

  /// Lets a view go: into the cluster that it is part of now, or from its place.
  func leave(_ item: ShownAnnotation, for ancestor: ShownAnnotation?, _ transform: MapTransform, _ isAnimated: Bool) {
    let view = item.view
    guard isAnimated, view.superlayer != nil, isNearScreen(item, transform) else { return removeView(item) }
    departing.append(item)
    var fade = BasicAnimation(.opacity, to: .scalar(0), duration: ancestor == nil ? Self.fading : Self.splitting)
    fade.timing.timingFunction = ancestor == nil ? .easeIn : .easeInEaseOut
    if let ancestor {
      let way = transform.point(for: ancestor.place) - transform.point(for: item.place)
      var slide = BasicAnimation(
        .translation, from: .point(.zero), to: .point(way), duration: Self.splitting, timingFunction: .easeInEaseOut)
      slide.isAdditive = true
      view.add(slide, forKey: "annotation.slide")
    }
    view.add(fade, forKey: "annotation.fade") { [weak self, weak item] _ in
      guard let self, let item, let index = self.departing.firstIndex(where: { $0 === item }) else { return }
      self.departing.remove(at: index)
      self.removeView(item)
    }
  }

  private func isNearScreen(_ item: ShownAnnotation, _ transform: MapTransform) -> Bool {
    item.view.frame(at: transform.point(for: item.place)).intersects(transform.bounds)
  }

  /// One that is on its way out and is wanted again.
  func cancelDeparture(_ key: AnnotationKey) -> ShownAnnotation? {
    guard let index = departing.firstIndex(where: { $0.key == key }) else { return nil }
    let item = departing.remove(at: index)
    guard item.record?.isRemoved != true else {
      departing.insert(item, at: index)
      return nil
    }
    item.view.removeAnimation(forKey: "annotation.fade")
    item.view.removeAnimation(forKey: "annotation.slide")
    return item
  }

  private func removeView(_ item: ShownAnnotation) {
    if calloutView === item.view { hideCallout(animated: false) }
    if item.view.isSelected { item.view.setSelected(false, animated: false) }
    item.view.removeFromSuperlayer()
    item.view.removeAllAnimations()
    if let record = item.record, item.view.reuseIdentifier == nil, !record.isRemoved {
      record.ownView = item.view
    } else {
      views.enqueue(item.view)
    }
  }

  static var fading: Seconds { 0.2 }
  static var splitting: Seconds { 0.3 }
}

extension AnnotationView {
  /// Shows the view coming from `way` points beside its place.
  final func slide(from way: Point, duration: Seconds) {
    var slide = BasicAnimation(
      .translation, from: .point(way), to: .point(.zero), duration: duration, timingFunction: .easeInEaseOut)
    slide.isAdditive = true
    add(slide, forKey: "annotation.slide")
  }

  /// What is selected is in front of everything.
  final var zOrder: Int { isSelected ? Int.max : zPriority }
}
