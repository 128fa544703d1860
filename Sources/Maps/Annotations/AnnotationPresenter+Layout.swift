import CartoucheRaster
import CartoucheScene

extension AnnotationPresenter {
  /// Chooses and positions the annotation views for the current camera. The map's layout calls this method.
  func layOut() {
    guard !isLayingOut, !map.bounds.isEmpty else { return }
    isLayingOut = true
    defer {
      isLayingOut = false
      sweep()
    }
    if layer.bounds != map.bounds || layer.position != map.bounds.center {
      (layer.bounds, layer.position) = (map.bounds, map.bounds.center)
      (callouts.layer.bounds, callouts.layer.position) = (map.bounds, map.bounds.center)
    }
    if applyMoves() || drag != nil { movedFor = nil }
    guard !isEmpty else { return }
    let transform = map.drawnTransformation
    motion.update(transform, at: map.owningStage?.time ?? .zero, hasImage: false)
    // The layout finds when the map is at rest.
    if motion.isMoving { map.startTicking() }
    if needsPlacement || mustPlace(transform) {
      var rounds = 0
      repeat {
        needsPlacement = false
        movedFor = nil
        placeViews(transform)
        rounds += 1
      } while needsPlacement && rounds < Self.maximumRoundCount
    }
    moveViews(transform)
  }

  /// Asks for layouts while the map is zoomed or turned.
  func advance() -> MotionState {
    guard motion.isMoving, !isEmpty, map.isLaidOut else { return .still }
    map.setNeedsLayout()
    return .moving
  }

  /// Returns whether the last placement does not serve the map any more.
  ///
  /// While the map is zoomed or turned, views keep their places on the map, and overlap until the next
  /// placement. Clusters are those of the zoom.
  private func mustPlace(_ transform: MapTransform) -> Bool {
    guard let last = lastPlacement, last.transform.bounds == transform.bounds else { return true }
    guard motion.isMoving else { return !last.serves(transform) }
    let elapsed = (map.owningStage?.time ?? .zero).nanoseconds &- lastPlacementTime.nanoseconds
    guard (0..<Self.motionInterval).contains(elapsed) else { return true }
    return Self.clusterLevel(transform) != Self.clusterLevel(last.transform)
      || elapsed >= Self.areaInterval && !last.covers(transform)
  }

  /// Returns the level of the clusters that a transform shows.
  private static func clusterLevel(_ transform: MapTransform) -> Int {
    ClusterHierarchy.level(atZoom: (transform.camera.clampedZoom * ClusterHierarchy.levelsPerZoom).floor)
  }

  private func placeViews(_ transform: MapTransform) {
    loadTraits()
    refreshGroups()
    let zoom = transform.camera.clampedZoom
    let lag = Self.zoomLag
    let effectiveZoom = laggedZoom.map { $0.clamped(from: zoom - lag, to: zoom + lag) } ?? zoom
    laggedZoom = effectiveZoom
    let place = PlacementArea(transform)
    (lastPlacement, lastPlacementTime) = (place, map.owningStage?.time ?? .zero)
    placementCount += 1
    let search = place.searchArea
    var pending: [AnnotationKey: AnnotationView] = [:]
    placement.begin()
    addClusters(in: search, at: Self.clusterLevel(transform), ranges: effectiveZoom, &pending)
    for record in ungrouped where !record.isRemoved {
      guard let point = shownPoint(of: record), search.contains(point) else { continue }
      addCandidate(record, at: point, zoom: effectiveZoom, group: nil, node: -1)
    }
    for entry in selection.entries {
      guard let record = record(for: entry.annotation), let point = record.point,
        let name = record.traits?.clusteringIdentifier, search.contains(point)
      else { continue }
      // A selected annotation stays, whatever cluster contains it at this zoom.
      let key = AnnotationKey(record)
      if !placement.candidates.contains(where: { $0.key == key }) {
        addCandidate(record, at: point, zoom: effectiveZoom, group: group(named: name), node: -1)
      }
    }
    placement.resolve(transform, within: place.rect.insetBy(dx: -256, dy: -256), limit: map.annotationViewLimit)
    show(placement.candidates, transform, &pending)
    placeTitles(transform)
    for (_, view) in pending { views.enqueue(view) }
    // A cluster that no longer exists cannot be selected.
    for entry in selection.entries where record(for: entry.annotation) == nil && view(for: entry.annotation) == nil {
      deselect(entry.annotation, animated: false)
    }
  }

  /// Asks for the view of each annotation that has never had a view, and stores the view's traits.
  private func loadTraits() {
    guard lacksTraits else { return }
    lacksTraits = false
    var index = 0
    // Callbacks may add annotations.
    while index < records.count {
      let record = records[index]
      index += 1
      guard record.traits == nil, record.point != nil, !record.isRemoved else { continue }
      let view = prepareView(for: record.annotation)
      store(AnnotationTraits(view), of: record)
      if view.reuseIdentifier == nil { record.ownView = view } else { views.enqueue(view) }
    }
  }

  private func addClusters(
    in search: MapRect, at level: Int, ranges: Scalar, _ pending: inout [AnnotationKey: AnnotationView]
  ) {
    for group in groups {
      guard let hierarchy = group.hierarchy, let index = group.index else { continue }
      var near: [UInt64: ClusteringGroup.Cluster] = [:]
      swap(&near, &group.spareClusters)
      index.forEachNode(of: hierarchy, atLevel: level, in: search, stack: &clusterSearch) { node in
        // If a callback has changed the group, there is another placement.
        if group.isStale { return }
        let point = hierarchy.nodes[Int(node)].point
        if hierarchy.nodes[Int(node)].firstChild < 0 {
          return addCandidate(group.records[Int(node)], at: point, zoom: ranges, group: group, node: node)
        }
        let signature = hierarchy.nodes[Int(node)].signature
        let key = AnnotationKey(group: Int32(group.number), number: signature)
        var cluster = group.clusters[signature] ?? makeCluster(of: group, node, key, &pending)
        if cluster.point != point, let coordinate = map.coordinate(for: point) {
          (cluster.annotation.coordinate, cluster.point) = (coordinate, point)
        }
        near[signature] = cluster
        guard cluster.traits.zoomRange.shows(ranges) else { return }
        placement.add(
          AnnotationPlacement.Candidate(
            key: key, point: point, traits: cluster.traits, isSelected: selection.contains(cluster.annotation), order: Int(node),
            group: group, node: node))
      }
      if !group.isStale { swap(&group.clusters, &near) }
      near.removeAll(keepingCapacity: true)
      group.spareClusters = near
    }
  }

  private func makeCluster(
    of group: ClusteringGroup, _ node: Int32, _ key: AnnotationKey, _ pending: inout [AnnotationKey: AnnotationView]
  ) -> ClusteringGroup.Cluster {
    let members = group.members(of: node)
    let annotation = map.askForClusterAnnotation(of: members)
    let view = prepareView(for: annotation)
    pending[key] = view
    return ClusteringGroup.Cluster(annotation: annotation, traits: AnnotationTraits(view))
  }

  private func addCandidate(_ record: AnnotationRecord, at point: MapPoint, zoom: Scalar, group: ClusteringGroup?, node: Int32) {
    guard let traits = record.traits, traits.zoomRange.shows(zoom), !record.isRemoved else { return }
    placement.add(
      AnnotationPlacement.Candidate(
        key: AnnotationKey(record), point: point, traits: traits, isSelected: selection.contains(record.annotation),
        order: record.order, group: group, node: node))
  }

  // MARK: Showing

  private func show(
    _ candidates: [AnnotationPlacement.Candidate], _ transform: MapTransform, _ pending: inout [AnnotationKey: AnnotationView]
  ) {
    let isAnimated = hasPlaced && map.animatesAnnotations && map.isOnStage
    hasPlaced = true
    // Memory of the placement before the last one, so that a pan allocates none.
    var items: [AnnotationKey: ShownAnnotation] = [:]
    swap(&items, &spareShown)
    var (new, returned): ([ShownAnnotation], [ShownAnnotation]) = ([], [])
    for candidate in candidates {
      if let existing = shown[candidate.key] {
        if existing.record?.isRemoved == true { existing.record = existing.record.flatMap { record(serial: $0.serial) } }
        (existing.point, existing.group, existing.node) = (candidate.point, candidate.group, candidate.node)
        existing.generation = Int32(truncatingIfNeeded: candidate.group?.generation ?? 0)
        items[candidate.key] = existing
      } else if let returning = cancelDeparture(candidate.key) {
        (returning.point, returning.group, returning.node) = (candidate.point, candidate.group, candidate.node)
        returning.generation = Int32(truncatingIfNeeded: candidate.group?.generation ?? 0)
        if let cluster = returning.annotation as? ClusterAnnotation {
          candidate.group?.clusters[candidate.key.number]?.annotation = cluster
          candidate.group?.clusters[candidate.key.number]?.point = nil
        }
        items[candidate.key] = returning
        returned.append(returning)
      } else if let created = makeShown(candidate, &pending) {
        items[candidate.key] = created
        new.append(created)
      }
    }
    // From here on, `items` are those of the last placement.
    swap(&shown, &items)
    for old in shownInOrder where shown[old.key] !== old {
      leave(old, for: ancestor(of: old, in: shown), transform, isAnimated)
    }
    shownInOrder.removeAll { shown[$0.key] !== $0 }
    shownInOrder += returned
    shownInOrder += new
    sortShown(transform)
    for (rank, item) in shownInOrder.enumerated() {
      if item.view.zPosition != Scalar(rank) { item.view.zPosition = Scalar(rank) }
      if item.view.superlayer !== layer { layer.addSublayer(item.view) }
    }
    for item in new { enter(item, from: ancestor(of: item, in: items), transform, isAnimated) }
    items.removeAll(keepingCapacity: true)
    swap(&items, &spareShown)
    if !new.isEmpty { map.notifyDidAdd(new.map(\.view)) }
    // A callout is placed by its view's position.
    for item in new { move(item, transform) }
    showSelection(animated: false)
  }

  /// Sorts the shown items from back to front. In a pan they are in order already.
  private func sortShown(_ transform: MapTransform) {
    func isBehind(_ a: ShownAnnotation, _ b: ShownAnnotation) -> Bool {
      if a.view.zOrder != b.view.zOrder { return a.view.zOrder < b.view.zOrder }
      return a.placedY != b.placedY ? a.placedY < b.placedY : (a.key.number, a.key.group) < (b.key.number, b.key.group)
    }
    for item in shownInOrder { item.placedY = transform.point(for: item.point).y }
    let isSorted = shownInOrder.indices.dropFirst().allSatisfy { !isBehind(shownInOrder[$0], shownInOrder[$0 - 1]) }
    if !isSorted { shownInOrder.sort(by: isBehind) }
  }

  private func makeShown(
    _ candidate: AnnotationPlacement.Candidate, _ pending: inout [AnnotationKey: AnnotationView]
  ) -> ShownAnnotation? {
    if candidate.key.group >= 0 {
      guard let cluster = candidate.group?.clusters[candidate.key.number] else { return nil }
      let view = pending.removeValue(forKey: candidate.key) ?? prepareView(for: cluster.annotation)
      return ShownAnnotation(candidate, cluster.annotation, nil, view: view)
    }
    guard let record = record(serial: Int(truncatingIfNeeded: candidate.key.number)) else { return nil }
    let view: AnnotationView
    if let own = record.ownView {
      view = own
      record.ownView = nil
      (view.annotation, view.map) = (record.annotation, map)
    } else {
      view = prepareView(for: record.annotation)
    }
    return ShownAnnotation(candidate, record.annotation, record, view: view)
  }

  /// Returns the nearest cluster among `others` that contains `item`.
  private func ancestor(of item: ShownAnnotation, in others: [AnnotationKey: ShownAnnotation]) -> ShownAnnotation? {
    guard let group = item.group, let hierarchy = group.hierarchy, item.node >= 0,
      item.generation == Int32(truncatingIfNeeded: group.generation)
    else { return nil }
    var node = hierarchy.nodes[Int(item.node)].parent
    while node >= 0 {
      let key = AnnotationKey(group: Int32(group.number), number: hierarchy.nodes[Int(node)].signature)
      if let ancestor = others[key] { return ancestor }
      node = hierarchy.nodes[Int(node)].parent
    }
    return nil
  }

  private func moveViews(_ transform: MapTransform) {
    defer { moveUserLocation(transform) }
    if let movedFor, movedFor.isTranslation(of: transform), transform.showsOneCopy {
      let (from, to) = (movedFor.integralOrigin, transform.integralOrigin)
      let offset = Point(x: Scalar(to.x &- from.x), y: Scalar(to.y &- from.y))
      for item in shownInOrder { scroll(item, by: offset, transform) }
      for item in departing { scroll(item, by: offset, transform) }
    } else {
      for item in shownInOrder { move(item, transform) }
      for item in departing { move(item, transform) }
    }
    movedFor = drag == nil ? transform : nil
    callouts.update()
  }

  /// Moves the view of the user's location, which may move in each frame.
  private func moveUserLocation(_ transform: MapTransform) {
    guard map.showsUserLocation, let record = record(for: map.userLocation), let item = shown[AnnotationKey(record)],
      let point = shownPoint(of: record)
    else { return }
    item.point = point
    move(item, map.tracking.pinsMarker ? map.transformation : transform)
    if item.view === callouts.view { callouts.update() }
  }

  /// Moves an annotation view by whole points, together with the whole map.
  ///
  /// The view's position need not be computed from its coordinate.
  private func scroll(_ item: ShownAnnotation, by offset: Point, _ transform: MapTransform) {
    guard item.size == item.view.bounds.size, item.anchor == item.view.anchorPoint else { return move(item, transform) }
    if offset != .zero { item.view.position = item.view.position + offset }
    item.view.mapDidMove(transform)
  }

  func move(_ item: ShownAnnotation, _ transform: MapTransform) {
    let view = item.view
    var anchor = transform.point(for: item.point)
    if let drag, drag.record === item.record { anchor = drag.position }
    item.updateOffsets()
    let origin = anchor + item.originOffset
    let position = Point(x: Scalar(origin.x.rounded), y: Scalar(origin.y.rounded)) + item.anchorOffset
    if view.position != position { view.position = position }
    view.mapDidMove(transform)
  }
}
